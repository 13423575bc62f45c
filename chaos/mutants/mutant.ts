import type { ScenarioName } from './scenarios.ts'

/** A change of one file of the product: a text that occurs in it exactly once, and its replacement. */
export type Edit = { file: string; find: string; replace: string }

/** A fault planted into a copy of the product: chaos must notice it. */
export type Mutant = {
  name: string
  /** The promise that it breaks. */
  promise: string
  /** The run that gives it the chance to do harm. */
  scenario: ScenarioName
  /** Changes of the program. */
  edits?: Edit[]
  /** A migration after all others. */
  sql?: string
}

/**
 * Plants edits into the text of one file.
 * @throws Error if a text to replace does not occur exactly once: the product has changed, and so must the mutant
 */
export function applyEdits(text: string, edits: Edit[]): string {
  return edits.reduce((edited, { file, find, replace }) => {
    const [before = '', ...rest] = edited.split(find)
    if (rest.length !== 1)
      throw new Error(`${file} must contain this text exactly once, but contains it ${rest.length} times:\n${find}`)
    return before + replace + rest[0]
  }, text)
}

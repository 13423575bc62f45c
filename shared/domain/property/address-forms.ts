// cspell:ignore SAINTE
import { directions } from '#shared/text/directions.ts'
import { suffixes } from '#shared/text/suffixes.ts'
import { ordinals } from './tables/ordinals.ts'
import { namedUnits } from './tables/units.ts'

/** Words that have several usual forms that the tables lack: saints of place names, and townships. */
const others: Record<string, string> = { ST: 'SAINT', STE: 'SAINTE', TWP: 'TOWNSHIP' }

const listForms = (table: Record<string, string>): [standard: string, form: string][] =>
  Object.entries(table).flatMap(([standard, forms]) =>
    [standard, ...forms.split(' ')].filter((form) => form !== '').map((form): [string, string] => [standard, form]),
  )

/** Each usual form of a word, with the standard form by which addresses are compared. */
export const wordForms: readonly [standard: string, form: string][] = [
  ...listForms(suffixes),
  ...listForms(directions),
  ...listForms(ordinals),
  ...listForms(namedUnits),
  ...listForms(others),
]
const standards = new Map(wordForms.map(([standard, form]) => [form, standard]))

/**
 * The standard form of a word of an address: 'STREET' becomes ST, 'SAINT' becomes ST, 'NORTH' becomes N; other words
 * stay.
 */
export const toStandardForm = (word: string): string => standards.get(word) ?? word

export const isSuffix = (standard: string): boolean => Object.hasOwn(suffixes, standard)
export const isDirection = (standard: string): boolean => Object.hasOwn(directions, standard)

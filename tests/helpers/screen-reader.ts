import { virtual } from '@guidepup/virtual-screen-reader'
import { act, fireEvent } from '@testing-library/react'
import { expect } from 'vitest'

/** What a virtual screen reader spoke, with a heading for each step of the way. */
export type Transcript = {
  /**
   * Takes a step, waits that many milliseconds for what the page does later on its own, lets it settle, and notes what
   * was spoken meanwhile.
   */
  step: (name: string, take: () => unknown, laterMs?: number) => Promise<void>
  /** Reads the page from beginning to end. */
  readPage: (name: string) => Promise<void>
  /** Compares everything with the stored transcript, which `vitest run -u` with this file's path rewrites. */
  compareWith: (file: string) => Promise<void>
}

/** More lines than any page of a test has. */
const maxLines = 400

/**
 * The active option of a focused combobox. Screen readers speak it as if it had the focus; the virtual one follows only
 * the focus itself.
 */
function readActiveOption(): string | undefined {
  const id = document.activeElement?.getAttribute('aria-activedescendant')
  const option = id ? document.getElementById(id) : null
  if (!option) return undefined
  const options = [...(option.parentElement?.querySelectorAll('[role="option"]') ?? [])]
  const selected = option.getAttribute('aria-selected') === 'true' ? 'selected' : 'not selected'
  return `option, ${option.textContent}, ${selected}, ${options.indexOf(option) + 1} of ${options.length}`
}

async function readPage(): Promise<void> {
  await virtual.stop()
  await virtual.start({ container: document.body })
  for (let line = 0; line < maxLines; line++) {
    if ((await virtual.lastSpokenPhrase()) === 'end of document') return
    await virtual.next()
  }
  throw new Error('The screen reader does not reach the end of the page.')
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
/**
 * This many turns of the event loop without a change do not fall between two changes: answers, queries and React take a
 * few each.
 */
const quietTurns = 15
const maxTurns = 5_000

/** Waits until the page stops changing; in turns, not in time, because a busy machine gives a page little of that. */
async function settle(): Promise<void> {
  let quiet = 0
  const observer = new MutationObserver(() => (quiet = 0))
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  for (let turn = 0; quiet < quietTurns && turn < maxTurns; turn++) {
    await wait(3)
    quiet++
  }
  observer.disconnect()
}

/** Starts a virtual screen reader on the page as it is; `stopTranscript` ends it after the test. */
export async function startTranscript(): Promise<Transcript> {
  const lines: string[] = []
  let active: string | undefined
  await virtual.start({ container: document.body })
  await virtual.clearSpokenPhraseLog()
  const note = async (name: string) => {
    const option = readActiveOption()
    const spoken = [...(await virtual.spokenPhraseLog()), ...(option && option !== active ? [option] : [])]
    active = option
    lines.push(`# ${name}`, ...spoken, '')
    await virtual.clearSpokenPhraseLog()
  }
  return {
    step: async (name, take, laterMs = 0) => {
      await act(async () => {
        await take()
        await wait(laterMs)
        await settle()
      })
      await note(name)
    },
    readPage: async (name) => {
      await virtual.clearSpokenPhraseLog()
      await readPage()
      await note(name)
    },
    compareWith: (file) => expect(lines.join('\n')).toMatchFileSnapshot(file),
  }
}

export const stopTranscript = (): Promise<void> => virtual.stop()

/** A key press in the focused element. */
export const pressKey = (key: string) => document.activeElement && fireEvent.keyDown(document.activeElement, { key })

/** Replaces the text of a focused box, as fast typing does. */
export function typeText(box: HTMLElement, text: string): void {
  box.focus()
  fireEvent.change(box, { target: { value: text } })
}

import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import type { Reader } from './readers.ts'
import { beginReading } from './reading.ts'

const reader: Reader = { name: 'a reader', role: 'USER', address: '/home', ready: async () => {}, act: async () => {} }
const destroyed = 'Execution context was destroyed, most likely because of a navigation'

/** Lets the reader make some rounds, then stop; returns what it noted. */
async function read(page: Partial<Page> | Error, what: Partial<Reader> = {}, rounds = 1): Promise<string[]> {
  const noted: string[] = []
  const open = async () => {
    if (page instanceof Error) throw page
    return {
      goto: async () => null,
      locator: () => ({ innerText: async () => 'My Alerts' }),
      ...page,
    } as unknown as Page
  }
  const reading = await beginReading({ ...reader, ...what }, { open, note: (one) => void noted.push(one), pauseMs: 1 })
  const stop = new AbortController()
  let made = 0
  await reading(stop.signal, () => ++made === rounds && stop.abort())
  return noted
}

const evaluate = (answer: () => string) => vi.fn(async () => answer()) as unknown as Page['evaluate']
const fail = (message: string) => () => {
  throw new Error(message)
}

test.each<[string, Partial<Page> | Error, Partial<Reader>, string[]]>([
  ['a page that stays', { evaluate: evaluate(() => 'once') }, {}, []],
  ['a refused log-in', new Error('nobody could not log in.'), {}, ['the page did not open: nobody could not log in.']],
  [
    'a page that is not ready',
    { evaluate: evaluate(() => 'once') },
    { ready: fail('no heading') },
    ['the page is not ready: no heading'],
  ],
  // When the page is marked, after the round, and after the last look.
  ['a page that goes away', { evaluate: evaluate(fail(destroyed)) }, {}, [destroyed, destroyed, destroyed]],
  [
    'a page that was loaded again',
    { evaluate: evaluate(() => '') },
    {},
    ['the page was loaded again', 'the page was loaded again'],
  ],
  [
    'an act that fails',
    { evaluate: evaluate(() => 'once') },
    { act: fail('no button'), finish: async () => {} },
    ['no button'],
  ],
])('%s is noted, and ends no run', async (_what, page, what, faults) => {
  expect(await read(page, what)).toEqual(faults)
})

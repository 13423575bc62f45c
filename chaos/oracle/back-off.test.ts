import { expect, test } from 'vitest'
import { findEarlyCalls } from './back-off.ts'

const call = (notice: number, attempt: number, at: number, status = 202) => ({ notice, attempt, at, status })

test.each([
  ['a call after the wait', [call(1, 1, 0, 429), call(1, 2, 1_000)], []],
  ['a call within the wait', [call(1, 1, 0, 429), call(1, 2, 900)], ['1 attempt 2']],
  ['a second refusal within the wait', [call(1, 1, 0, 429), call(1, 2, 500, 429), call(1, 3, 2_000)], ['1 attempt 2']],
  ['a call about another notice', [call(1, 1, 0, 429), call(2, 1, 10)], []],
  ['a call after another failure', [call(1, 1, 0, 500), call(1, 2, 10)], []],
])('%s', (_what, calls, expected) => {
  // The provider asks for 60 s, which are 1 s on this clock.
  expect(findEarlyCalls(calls, { retryAfterSeconds: 60, deliveryClock: 60 })).toEqual(expected)
})

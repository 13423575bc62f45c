import { expect, test } from 'vitest'
import { type CheckState, getCheckState } from './feed-findings.ts'

const now = new Date('2026-08-20T12:00:00Z')
const ago = (seconds: number | null) => (seconds === null ? null : new Date(now.getTime() - seconds * 1_000))

/** Seconds ago: asked for, begun, succeeded. */
test.each<[CheckState, string, number | null, number | null, number | null]>([
  ['none', 'never asked for, never made', null, null, null],
  ['pending', 'asked for', 5, null, null],
  ['pending', 'asked for, and begun', 5, 4, null],
  ['pending', 'begun by night', null, 5, 90_000],
  ['pending', 'asked for again', 5, 600, 600],
  ['done', 'made by night', null, 600, 600],
  ['done', 'made since', 600, 590, 590],
  ['done', 'made at once', 600, 600, 600],
  ['late', 'no worker began it', 121, null, null],
  ['late', 'no worker began the second', 121, 600, 600],
  ['failed', 'begun, and no end', 300, 290, null],
  ['failed', 'by night, after one that succeeded', null, 300, 90_000],
])('a check is %s: %s', (state, _what, requested, tried, checked) => {
  expect(getCheckState({ requestedAt: ago(requested), triedAt: ago(tried), checkedAt: ago(checked) }, now)).toBe(state)
})

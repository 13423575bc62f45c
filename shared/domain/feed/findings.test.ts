import { expect, test } from 'vitest'
import type { FeedFinding, SignKind } from '../../contract/feed-finding.ts'
import { isDismissed, isSign, toDismissal } from './findings.ts'

const finding: FeedFinding<SignKind> = {
  kind: 'nameOrder',
  change: { nameOrder: 'LAST_FIRST' },
  count: 300,
  of: 1_000,
  samples: [],
  effects: [],
}
const dismissed = toDismissal(finding)

test.each<[string, Partial<FeedFinding>, boolean]>([
  ['as it was', {}, true],
  ['a little more common', { count: 599 }, true],
  ['less common', { count: 10 }, true],
  ['the same share of a larger sample', { count: 1_500, of: 5_000 }, true],
  ['twice as common', { count: 600 }, false],
  ['another suggestion', { change: { nameOrder: 'FIRST_LAST' } }, false],
  ['no suggestion any more', { change: null }, false],
  ['another kind', { kind: 'doubleSpaces' }, false],
])('remembers that staff discarded a finding, now %s: %s', (_what, change, expected) => {
  expect(isDismissed({ ...finding, ...change }, [dismissed])).toBe(expected)
})

test.each<[string, Partial<FeedFinding>, boolean]>([
  ['a name order', {}, true],
  ['names that cannot be read, however many', { kind: 'unreadableNames' }, false],
  ['two ids that do not fit the mask', { kind: 'parcelMask', count: 2 }, false],
  ['three ids that do not fit the mask', { kind: 'parcelMask', count: 3 }, true],
  ['one range', { kind: 'parcelRange', count: 1 }, true],
])('asks staff to decide about %s: %s', (_what, change, expected) => {
  expect(isSign({ ...finding, ...change })).toBe(expected)
})

test('discards nothing by default, and remembers each finding separately', () => {
  expect(isDismissed(finding, [])).toBe(false)
  const parcels: FeedFinding<SignKind> = { ...finding, kind: 'parcelMask', change: null }
  expect(isDismissed(parcels, [dismissed, toDismissal(parcels)])).toBe(true)
})

import { expect, test } from 'vitest'
import { businessSpoilers } from '#scripts/match-report/spoilers/business-spoilers.ts'
import { spoilers } from '#scripts/match-report/spoilers/spoilers.ts'
import { trySpoiledBusinesses, trySpoiledNames } from './spoiled-names.ts'

/** How often each spoiler is tried. `spoiled-names.long.test.ts` tries 50,000 names. */
const rounds = 4

test.each([
  ['person', () => trySpoiledNames(rounds * spoilers.length)],
  ['business', () => trySpoiledBusinesses(rounds * businessSpoilers.length)],
] as const)('keys find every match of a spoiled %s, and the rule sees through what it promises', (_kind, run) => {
  const { tried, matched, notFound, notMatched } = run()
  expect(notFound).toEqual([])
  expect(notMatched).toEqual([])
  // The test would hold just as well if nothing ever matched.
  expect(matched).toBeGreaterThan(tried / 3)
})

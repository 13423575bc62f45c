import { expect, test } from 'vitest'
import { poolNames } from '#scripts/match-report/pools/pool.ts'
import { businessSpoilers } from '#scripts/match-report/spoilers/business-spoilers.ts'
import { spoilers } from '#scripts/match-report/spoilers/spoilers.ts'
import { findPool, poolIsMissing } from './pool-goals.ts'
import { expectFound, trySpoiledBusinesses, trySpoiledNames } from './spoiled-names.ts'

/** How often each spoiler is tried. `spoiled-names.long.test.ts` tries 50,000 names. */
const rounds = 4

test.for(poolNames)('the rule and the keys see through spoiled names of the pool %s', (name, { skip }) => {
  const pool = findPool(name) ?? skip(poolIsMissing)
  expectFound(name, trySpoiledNames(pool, rounds * spoilers.length))
})

test('the rule and the keys see through spoiled names of businesses', () => {
  const outcome = trySpoiledBusinesses(findPool('census')!, rounds * businessSpoilers.length)
  expectFound('census', outcome)
  expect(outcome.notMatched).toEqual([])
})

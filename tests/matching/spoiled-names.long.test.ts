import { test } from 'vitest'
import { poolNames } from '#scripts/match-report/pools/pool.ts'
import { findPool, poolIsMissing } from './pool-goals.ts'
import { expectFound, trySpoiledBusinesses, trySpoiledNames } from './spoiled-names.ts'

const counts = { census: 40_000, folder: 20_000, origins: 20_000 }

test.for(poolNames)('keys find every match of spoiled names of the pool %s', (name, { skip }) => {
  const pool = findPool(name) ?? skip(poolIsMissing)
  expectFound(name, trySpoiledNames(pool, counts[name]))
  expectFound(name, trySpoiledBusinesses(pool, counts[name] / 4))
})

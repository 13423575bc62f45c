import { expect, test } from 'vitest'
import { measureComposed, sumFigures, toShares } from '#scripts/match-report/composed/measure-composed.ts'
import { poolNames } from '#scripts/match-report/pools/pool.ts'
import { ceilings, expectWithin, type Figures, findPool, poolIsMissing, pools } from './pool-ceilings.ts'

/** Composes this many texts in each pattern with people of each pool, and compares the figures with the ceilings. */
export function testComposedTexts(count: number): void {
  const figures = new Map<string, Figures>()

  test.for(poolNames)('composed texts with names from the pool %s', (name, { skip }) => {
    const pool = findPool(name) ?? skip(poolIsMissing)
    const shares = toShares(sumFigures(measureComposed([pool], count, pools)))
    figures.set(name, shares)
    expectWithin(shares, ceilings.composed[name])
  })

  test('no pool is much worse than the best', () => {
    expect(figures.size).toBe(pools.length)
    for (const key of ['missed', 'invented'] as const) {
      const shares = [...figures.values()].map((item) => item[key])
      expect(Math.max(...shares) - Math.min(...shares), key).toBeLessThanOrEqual(ceilings.spread[key])
    }
  })
}

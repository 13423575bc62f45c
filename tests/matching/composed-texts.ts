import { test } from 'vitest'
import { measureComposed, sumFigures, toShares } from '#scripts/match-report/composed/measure-composed.ts'
import { expectGoals, pools } from './pool-goals.ts'

/** Composes this many texts in each pattern with people of each pool: few are missed or invented, and alike of each. */
export function testComposedTexts(count: number): void {
  test(`few people are missed or invented in ${count} texts of each pattern and pool`, () => {
    const all = Map.groupBy(measureComposed(pools, count), ({ pool }) => pool)
    expectGoals(new Map([...all].map(([pool, figures]) => [pool, toShares(sumFigures(figures))])))
  })
}

import { expect } from 'vitest'
import { type Pool, type PoolName } from '#scripts/match-report/pools/pool.ts'
import { listPools } from '#scripts/match-report/pools/pools.ts'

/** Percent of people missed, and of texts with a person invented or read backward. */
export type Figures = { missed: number; invented: number }

/** The most that the rule may miss or invent with each pool. */
export const goals: Figures = { missed: 1, invented: 0.5 }
/** The most that a pool may be worse than the best one. */
export const largestSpread: Figures = { missed: 0.5, invented: 0.5 }
/** Spoiled names that the rule promises to match and does not. */
export const spoiledCeilings: Record<PoolName, number> = { census: 0.01, folder: 0.06, origins: 0.03 }

const { pools, isWithoutFolder } = listPools()
export const poolIsMissing = 'The folder of real names (../shared/data) is missing.'
if (isWithoutFolder) console.log(`${poolIsMissing} Its pool of names is skipped.`)

export { pools }
export const findPool = (name: PoolName): Pool | undefined => pools.find((pool) => pool.name === name)

/** To two decimals. */
export const toPercent = (part: number, whole: number): number => Math.round((10_000 * part) / whole) / 100

/** Whether each pool reaches the goals, and none is much worse than the best. */
export function expectGoals(figures: ReadonlyMap<PoolName, Figures>): void {
  expect(figures.size).toBe(pools.length)
  for (const key of ['missed', 'invented'] as const) {
    for (const [pool, shares] of figures) expect.soft(shares[key], `${key}, ${pool}`).toBeLessThanOrEqual(goals[key])
    const shares = [...figures.values()].map((item) => item[key])
    expect.soft(Math.max(...shares) - Math.min(...shares), key).toBeLessThanOrEqual(largestSpread[key])
  }
}

import { makeOriginPool } from '../origins/origin-pool.ts'
import { makeCensusPool } from './census-pool.ts'
import { makeFolderPool } from './folder-pool.ts'
import type { Pool, PoolName } from './pool.ts'

/** What a report calls each pool. */
export const poolTitles: Record<PoolName, string> = {
  census: 'census list',
  folder: 'names of the folder that the list lacks',
  origins: 'romanized names',
}

/** The three pools; `isWithoutFolder` if the folder of real names is missing. */
export function listPools(isHeldOutOnly = false): { pools: Pool[]; isWithoutFolder: boolean } {
  const folder = makeFolderPool(isHeldOutOnly)
  const pools = [makeCensusPool(), ...(folder ? [folder] : []), makeOriginPool()]
  return { pools, isWithoutFolder: folder === null }
}

/** Whether a person may be called so: some pool has the first word as a first name and the last as a last name. */
export function makePlausible(pools: readonly Pool[]): (first: string, last: string) => boolean {
  const [given, surnames] = [merge(pools, 'givenNames'), merge(pools, 'surnames')]
  return (first, last) => given.has(first.split(/[ -]/)[0] ?? '') && surnames.has(last.split(/[ -]/).at(-1) ?? '')
}

const merge = (pools: readonly Pool[], list: 'givenNames' | 'surnames') =>
  new Set(pools.flatMap((pool) => [...pool[list]]))

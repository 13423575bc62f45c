import type pg from 'pg'
import { connect } from '#shared/node/platform/database/client.ts'
import type { WorkerDeps } from '../platform/deps.ts'

/** What delivery's statements run on (shared/node/platform/database/prepared-query.ts). */
export type DatabaseAccess = Pick<WorkerDeps, 'db' | 'pool'>

/*
 * Each statement touches a few hundred rows at most, which indexes find at any table size. It is planned once, perhaps
 * while the tables are nearly empty: then reading a whole table looks cheapest, and stays the plan until the next
 * ANALYZE. With tables that had grown to 50,000 rows since, five batches of 40 notices took 658 ms and read `notice` ten
 * times; without sequential scans they took 78 ms (plans.long.test.ts).
 */
const byIndexAlone = ['plan_cache_mode=force_generic_plan', 'enable_seqscan=off', 'jit=off']

/** Connections for prepared statements; the caller ends them. */
export const openPreparedPool = (url: string): pg.Pool =>
  connect(url, {
    max: 4,
    name: 'land-alerts worker',
    settings: byIndexAlone.map((setting) => `-c ${setting}`).join(' '),
  }).pool

/** An array of numbers as PostgreSQL reads it: faster than the driver, which quotes element by element. */
export const toArrayLiteral = (numbers: number[]): string => `{${numbers.join(',')}}`

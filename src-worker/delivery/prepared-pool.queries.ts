import type pg from 'pg'
import { connect } from '#shared/node/platform/database/client.ts'
import type { WorkerDeps } from '../platform/deps.ts'

/** What delivery's statements run on (shared/node/platform/database/prepared-query.ts). */
export type DatabaseAccess = Pick<WorkerDeps, 'db' | 'pool'>

// Each statement touches a few hundred rows at most, which indexes find at any table size. A plan that was made while a
// table was nearly empty must not keep reading the whole table once it has grown.
const byIndexAlone = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
]

/** Connections for prepared statements; the caller ends them. */
export const openPreparedPool = (url: string): pg.Pool =>
  connect(url, { max: 4, name: 'land-alerts worker', settings: byIndexAlone.map((one) => `-c ${one}`).join(' ') }).pool

/** An array of numbers as PostgreSQL reads it: faster than the driver, which quotes element by element. */
export const toArrayLiteral = (numbers: number[]): string => `{${numbers.join(',')}}`

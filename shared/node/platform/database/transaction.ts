import type { ClientBase, Pool, PoolClient } from 'pg'
import type { Db, Tx } from './client.ts'
import { getSqlState, retryOnConflict } from './retry.ts'

/**
 * Runs `work` in a transaction. This is the only way to open one, so that no transaction fails because of a conflict
 * that a second run solves. After a deadlock or a serialization failure all of it runs once more, so `work` must change
 * nothing but the database.
 * @param once never runs it again: for work that takes minutes or counts outside the database
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>, { once = false } = {}): Promise<T> {
  const run = () => db.transaction().execute(work)
  return once ? run() : retryOnConflict(run)
}

/** Runs reads that all see the database as of one moment. */
export const inSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/**
 * Runs a transaction on its own connection without a query builder, for the hot paths. It does not retry.
 * @param opening statements without parameters, sent together with BEGIN
 */
export async function inClientTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
  opening = '',
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await inTransactionOf(client, () => work(client), { opening, onLost: (error) => (broken = error) })
  } catch (error) {
    // The connection has plans from before a migration, so it is discarded.
    if (error instanceof Error && getSqlState(error) === '0A000') broken = error
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Runs a transaction on a connection that the caller keeps. It does not retry.
 * @param onLost called if it cannot be rolled back because the connection was lost
 */
export async function inTransactionOf<T>(
  client: ClientBase,
  work: () => Promise<T>,
  { opening = '', onLost = () => {} }: { opening?: string; onLost?: (error: Error) => void } = {},
): Promise<T> {
  try {
    await client.query(`begin; ${opening}`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(onLost)
    throw error
  }
}

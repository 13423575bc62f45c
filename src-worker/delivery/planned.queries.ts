import type { RawBuilder } from 'kysely'
import type { WorkerDeps } from '../deps.ts'

/** What a statement of the delivery runs on. */
export type Database = Pick<WorkerDeps, 'db' | 'pool'>

/**
 * Runs a statement under a name, so that a connection plans it only once: planning the larger ones takes as long as
 * running them. The text behind a name must always be the same.
 */
export async function planned<T extends object>(
  { db, pool }: Database,
  name: string,
  statement: RawBuilder<T>,
): Promise<T[]> {
  const { sql: text, parameters } = statement.compile(db)
  return (await pool.query<T>({ name, text, values: [...parameters] })).rows
}

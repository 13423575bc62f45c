import type { RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from './client.ts'

/**
 * Runs a statement under a name, so that a connection plans it only once. Use it for frequent statements whose planning
 * takes as long as running them. The text of a name must always be the same; only its parameters may differ.
 */
export async function preparedQuery<Row extends object>(
  { db, pool }: { db: Db; pool: Pool },
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  return (await pool.query<Row>({ name, text, values: [...parameters] })).rows
}

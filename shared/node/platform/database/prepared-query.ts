import type { RawBuilder } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from './client.ts'

/**
 * Runs a statement under a name, so that a connection plans it once. Use it for frequent statements that take as long to
 * plan as to run. The text behind a name must always be the same; only its parameters may differ.
 */
export async function preparedQuery<Row extends object>(
  { db, pool }: { db: Db; pool: Pool },
  name: string,
  statement: RawBuilder<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(db)
  return (await pool.query<Row>({ name, text, values: [...parameters] })).rows
}

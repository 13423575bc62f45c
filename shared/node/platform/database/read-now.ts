import { sql } from 'kysely'
import type { Db } from './client.ts'

/**
 * The database's time. What is decided, deleted or counted goes by it: the clock of a server's or worker's machine may be
 * wrong by any time.
 */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not answer with its time.')
  return row.now
}

import { sql } from 'kysely'
import type { Db } from './client.ts'

/**
 * The database's time. Decisions, deletions and counts use it, because the clock of a server's or worker's machine may
 * be wrong by any amount.
 */
export async function readNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not answer with its time.')
  return row.now
}

import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'

/** The status of a process; delays and utilization are measured since its previous heartbeat. */
export type Heartbeat = {
  id: string
  kind: 'server' | 'worker'
  host: string
  pid: number
  /** The space in which that number has a meaning: processes of one space see each other. Empty if unknown. */
  pid_space: string
  started_at: Date
  resident_bytes: number
  heap_bytes: number
  loop_delay_ms: number
  loop_delay_max_ms: number
  loop_utilization: number
}

export async function writeHeartbeat(db: Db, heartbeat: Heartbeat): Promise<void> {
  const { id: _id, ...rest } = heartbeat
  const seen = { ...rest, seen_at: sql<Date>`now()` }
  await db
    .insertInto('process_heartbeat')
    .values({ ...heartbeat, seen_at: seen.seen_at })
    .onConflict((oc) => oc.column('id').doUpdateSet(seen))
    .execute()
}

/** The processes of this kind and space that have written a status, except for the one with this id. */
export async function readNeighbors(
  db: Db,
  { id, kind, pid_space }: Pick<Heartbeat, 'id' | 'kind' | 'pid_space'>,
): Promise<Pick<Heartbeat, 'id' | 'pid'>[]> {
  return db
    .selectFrom('process_heartbeat')
    .select(['id', 'pid'])
    .where('kind', '=', kind)
    .where('pid_space', '=', pid_space)
    .where('id', '<>', id)
    .execute()
}

/** A process that stops normally removes its row, so a row that stays reveals a process that went silent. */
export async function removeHeartbeat(db: Db, id: string): Promise<void> {
  await db.deleteFrom('process_heartbeat').where('id', '=', id).execute()
}

import { unusedSince } from '#shared/node/domain/users/purge.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

export async function countUnused(db: Db | Tx, before: Date): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .where(unusedSince(before))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Stores a purge that starts now; the worker runs it. Returns its id. */
export async function insertPurgeRun(
  tx: Tx,
  run: { before: Date; found: number; by: { id: number; username: string } },
): Promise<number> {
  const { id } = await tx
    .insertInto('purge_run')
    .values({ active_before: run.before, found: run.found, started_by: run.by.id, started_by_name: run.by.username })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The latest purges, newest first. */
export function latestPurgeRuns(db: Db, limit: number) {
  return db.selectFrom('purge_run').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'
import { getSqlState } from '#shared/node/platform/database/retry.ts'

/** Whether a version waits to be read, or the remains of one to be deleted. */
export async function hasRollWork(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (
      select from roll r where state in ('waiting', 'loading') or (state = 'uploading' and claimed_until < now())
        or (state in ('removed', 'failed') and to_regclass('parcel_' || id) is not null)
        or (state in ('current', 'former', 'removed', 'failed') and exists (
          select from roll_chunk c where c.roll_id = r.id))) as any`.execute(db)
  return rows[0]?.any ?? false
}

/** Fails uploads whose pieces stopped coming. @returns the failed ones */
export async function failAbandonedUploads(db: Db, failure: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update roll set state = 'failed', failure = ${failure}, ended_at = now(), version = version + 1
    where state = 'uploading' and claimed_until < now() returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the files of versions that need them no longer. */
export async function deleteUnneededChunks(db: Db): Promise<void> {
  await sql`
    delete from roll_chunk c using roll r
    where r.id = c.roll_id and r.state in ('current', 'former', 'removed', 'failed')`.execute(db)
}

const lockNotAvailable = '55P03'

/**
 * Deletes the parcels of versions that ended. One that is being read (by a backup) is left for the next look: the
 * deletion must block neither a search nor the load of a new version.
 * @returns the deleted versions
 */
export async function dropEndedRolls(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from roll where state in ('removed', 'failed') and to_regclass('parcel_' || id) is not null`.execute(db)
  const dropped: number[] = []
  for (const { id } of rows)
    try {
      await sql`select drop_roll(${id})`.execute(db)
      dropped.push(id)
    } catch (error) {
      if (getSqlState(error) !== lockNotAvailable) throw error
    }
  return dropped
}

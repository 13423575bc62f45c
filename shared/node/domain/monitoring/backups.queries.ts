import type { Db } from '#shared/node/platform/database/client.ts'

/** Notes that there is a backup of the database as of this moment, unless a newer one is noted. */
export async function noteBackup(db: Db, madeAt: Date): Promise<void> {
  await db
    .insertInto('last_backup')
    .values({ made_at: madeAt })
    .onConflict((oc) => oc.column('only').doUpdateSet({ made_at: madeAt }).where('last_backup.made_at', '<', madeAt))
    .execute()
}

import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'

/** Ends every session of a user except the one in which they changed their own password. */
export async function endOtherSessions(tx: Tx, userId: number, keptId: string): Promise<void> {
  await tx.deleteFrom('session').where('user_id', '=', userId).where('id', '<>', keptId).execute()
}

/** Ends every session of the user, on every server. */
export async function endAllSessions(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ sessions_ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', userId)
    .execute()
}

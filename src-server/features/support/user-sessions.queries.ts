import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** More than anybody has; the latest used come first. */
const atMost = 50

/** A user's sessions, also those that have ended and are not cleared yet. */
export function listSessionRows(db: Db, userId: number) {
  return db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .select(['id', 'created_at', 'last_seen', 'user_agent', 'address'])
    .orderBy('last_seen', 'desc')
    .limit(atMost)
    .execute()
}

/**
 * Ends one session of a user, or with `only` null all; never `except`.
 * @returns how many ended
 */
export async function deleteSessions(
  tx: Tx,
  userId: number,
  { only, except }: { only: string | null; except: string },
): Promise<number> {
  const deleted = await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where('id', '<>', except)
    .$if(only !== null, (query) => query.where('id', '=', only ?? ''))
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

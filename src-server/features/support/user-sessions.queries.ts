import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** No user has as many; the most recently used come first. */
const maxListed = 50

/** A user's sessions, including those that ended and are not cleared yet. */
export function listSessionRows(db: Db, userId: number) {
  return db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .select(['id', 'created_at', 'last_seen', 'user_agent', 'address'])
    .orderBy('last_seen', 'desc')
    .limit(maxListed)
    .execute()
}

/**
 * Ends one session of a user, or all if `only` is null; never `except`.
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

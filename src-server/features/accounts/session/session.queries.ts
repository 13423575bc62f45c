import { sql } from 'kysely'
import type { LoggedInUser } from '#server/platform/sessions.ts'
import type { Language } from '#shared/contract/languages.ts'
import { rights, type UserStatus } from '#shared/contract/roles.ts'
import { maxSessionHours } from '#shared/domain/user/session.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

const recentPasswordMinutes = 10

export type LiveSession = {
  id: string
  expiresAt: Date
  hasRecentPassword: boolean
  idleSeconds: number
  user: LoggedInUser
}

const minutes = (n: number) => sql<Date>`now() - make_interval(mins => ${n})`

/**
 * The session, if every rule lets it continue: absolute and idle limits, ended sessions of its user (role, status or
 * password changed), the lockout's epoch for USER and GUEST, and an account that is active or locked. The clock is the
 * database's, which all servers share.
 * @param rules `idleMinutes` null if idle sessions are not ended; `codesDemanded` of administrators by the county
 */
export async function readLiveSession(
  db: Db,
  id: string,
  { idleMinutes, codesDemanded }: { idleMinutes: number | null; codesDemanded: boolean },
): Promise<LiveSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .where('session.id', '=', id)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('session.created_at', '>', minutes(maxSessionHours * 60))
    // Locking an account after wrong passwords ends no session.
    .where('user.status', 'in', ['A', 'L'])
    .whereRef('session.created_at', '>=', 'user.sessions_ended_at')
    .where((eb) =>
      eb.or([
        eb('user.role', 'not in', ['USER', 'GUEST']),
        eb('session.created_at', '>=', sql<Date>`(select end_users_ended_at from session_epoch)`),
      ]),
    )
    .$if(idleMinutes !== null, (query) => query.where('session.last_seen', '>', minutes(idleMinutes ?? 0)))
    .select((eb) => [
      'session.expires_at',
      eb('session.confirmed_at', '>', minutes(recentPasswordMinutes)).as('fresh'),
      sql<number>`extract(epoch from now() - session.last_seen)::float8`.as('idle_seconds'),
      'user.id as user_id',
      'user.username',
      'user.role',
      'user.first_name',
      'user.last_name',
      'user.email',
      'user.language',
      'user.totp_on',
    ])
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id,
    expiresAt: row.expires_at,
    hasRecentPassword: Boolean(row.fresh),
    idleSeconds: row.idle_seconds,
    user: {
      id: row.user_id,
      username: row.username,
      role: row.role,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      language: row.language as Language,
      totpOn: row.totp_on,
      mustSetUpCode: codesDemanded && rights[row.role].controlPanel && !row.totp_on,
    },
  }
}

/** Whether the session's row still exists; it is deleted with its user. */
export async function isSessionStored(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('session').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

/** Records that the session was used just now. */
export async function touchSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Records that the user entered the password just now, which clears the count of wrong ones, as a login does. */
export async function recordPasswordEntry(tx: Tx, id: string, userId: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('user').set({ failed_logins: 0 }).where('id', '=', userId).execute()
}

/**
 * Locks an account until the transaction ends, if its status and password are still those that we checked.
 * @returns false if they changed meanwhile
 */
export async function lockIfUnchanged(
  tx: Tx,
  { id, status, password_hash }: { id: number; status: UserStatus; password_hash: string | null },
): Promise<boolean> {
  const row = await tx
    .selectFrom('user')
    .where('id', '=', id)
    .select(['status', 'password_hash'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status === status && row.password_hash === password_hash
}

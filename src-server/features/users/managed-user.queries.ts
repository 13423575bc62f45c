import { sql } from 'kysely'
import type { UserDetails } from '#shared/contract/account.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import { lockMessages } from '#shared/node/domain/notices/lock-messages.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { toUserColumns } from '../accounts/public.ts'

// Not now(), the time when the transaction began: sessions that began since then must end too.
const endedNow = sql<Date>`clock_timestamp()`

/** @returns the id, or undefined if the username is taken */
export async function insertManagedUser(
  tx: Tx,
  {
    username,
    role,
    passwordHash,
    details,
  }: { username: string; role: Role; passwordHash: string; details: UserDetails },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('user')
    .values({ username, role, password_hash: passwordHash, email: details.email, ...toUserColumns(details) })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/**
 * Details and role as staff set them. Their email takes effect immediately and replaces one that waits to be verified.
 */
export async function updateManagedUser(
  tx: Tx,
  id: number,
  {
    role,
    endSessions,
    newEmail,
    details,
  }: { role: Role; endSessions: boolean; newEmail: boolean; details: UserDetails },
): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      role,
      email: details.email,
      ...toUserColumns(details),
      // Staff typed it, so the owner has not followed a link to it yet.
      ...(newEmail ? { pending_email: null, email_verified_at: null } : {}),
      ...(endSessions ? { sessions_ended_at: endedNow } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** A status set by staff. An activated user starts with cleared counters, as if active today. */
export async function setUserStatus(tx: Tx, id: number, status: UserStatus): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      status,
      sessions_ended_at: endedNow,
      ...(status === 'A' ? { failed_logins: 0, unproven_failures: 0, last_active_at: sql<Date>`now()` } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** A password set by staff: all sessions end, and we forget the browsers that knew the old one. */
export async function setManagedPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.deleteFrom('known_browser').where('user_id', '=', id).execute()
  await tx
    .updateTable('user')
    .set((eb) => ({
      password_hash: passwordHash,
      sessions_ended_at: endedNow,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Deletes a user with all their records; the trigger forget_user cancels unsent messages. */
export async function deleteUserRow(tx: Tx, id: number): Promise<void> {
  await lockMessages(tx, [id])
  await tx.deleteFrom('user').where('id', '=', id).execute()
}

/**
 * Ids of the active FOREVER users, locked: if two callers each remove one of the last two, the second waits and then
 * finds only one left.
 */
export async function lockActiveForever(tx: Tx): Promise<number[]> {
  const rows = await tx
    .selectFrom('user')
    .select('id')
    .where('role', '=', sql.lit<Role>('FOREVER'))
    .where('status', '=', 'A')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

type Change = { username: string; at: Date }

/** Read from the audit log. */
export async function lastChange(db: Db | Tx, userId: number): Promise<Change | undefined> {
  const { rows } = await sql<Change>`
    select p.actor_username as username, l.at from audit_log l join audit_personal p on p.audit_id = l.id
    where l.subject_user_id = ${userId} and l.type in ('ACCOUNT', 'PASSWORD')
    order by l.id desc limit 1`.execute(db)
  return rows[0]
}

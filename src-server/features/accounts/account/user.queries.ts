import { sql } from 'kysely'
import type { UserRow } from '#server/platform/find-user.queries.ts'
import type { UserDetails } from '#shared/contract/account.ts'
import type { Language } from '#shared/contract/languages.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

export type Account = {
  id: number
  username: string
  role: Role
  status: UserStatus
  first_name: string
  last_name: string
  email: string
  language: Language
  password_hash: string | null
  totp_on: boolean
  /** Wrong passwords from unknown browsers since the owner last proved their identity. */
  unproven_failures: number
}

/** Usernames are unique regardless of case. */
export async function findAccount(db: Db | Tx, username: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('user')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .select([
      'id',
      'username',
      'role',
      'status',
      'first_name',
      'last_name',
      'email',
      'language',
      'password_hash',
      'totp_on',
      'unproven_failures',
    ])
    .executeTakeFirst()
  return row && { ...row, language: row.language as Language }
}

type FailedLogins = { inARow: number; unproven: number }

/**
 * Counts a wrong password or code: in a row, and from an unknown browser also since the owner last proved their
 * identity.
 * @returns the counts now; undefined if there is no such account
 */
export async function countFailedLogin(
  tx: Tx,
  userId: number,
  { known }: { known: boolean },
): Promise<FailedLogins | undefined> {
  return tx
    .updateTable('user')
    .set((eb) => ({
      failed_logins: eb('failed_logins', '+', 1),
      unproven_failures: eb('unproven_failures', '+', known ? 0 : 1),
    }))
    .where('id', '=', userId)
    .returning(['failed_logins as inARow', 'unproven_failures as unproven'])
    .executeTakeFirst()
}

// Not now(), which is when the transaction began: sessions that began since then must end too.
const endedNow = sql<Date>`clock_timestamp()`

/**
 * Locks an active account that has reached the limit; true only for the try that locked it. Running sessions continue:
 * a stranger's guesses must not log the owner out.
 */
export async function lockAtLimit(tx: Tx, userId: number, limit: number): Promise<boolean> {
  const locked = await tx
    .updateTable('user')
    .set({ status: 'L' })
    .where('id', '=', userId)
    .where('status', '=', 'A')
    .where('failed_logins', '>=', limit)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

/**
 * The owner proved their identity: by the right password at a known browser, by a reset, or through staff. Unlocks the
 * account and clears every count of wrong passwords. An account that staff closed stays closed.
 */
export async function unlockAccount(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      status: eb
        .case()
        .when('status', '=', 'L')
        .then('A' as const)
        .else(eb.ref('status'))
        .end(),
      failed_logins: 0,
      unproven_failures: 0,
    }))
    .where('id', '=', userId)
    .execute()
}

/**
 * Records a login, which clears the count of wrong passwords in a row.
 * @param appDemanded whether the county demands an authenticator app; if not, the first login completes the account's
 *   proof
 */
export async function recordLogin(
  tx: Tx,
  userId: number,
  { language, appDemanded }: { language: Language; appDemanded: boolean },
): Promise<void> {
  await tx
    .updateTable('user')
    .set(() => ({
      failed_logins: 0,
      ...(appDemanded ? {} : { enrollment_unproven: false }),
      language,
      last_login_at: sql<Date>`now()`,
      last_active_at: sql<Date>`now()`,
    }))
    .where('id', '=', userId)
    .execute()
}

type NewAccount = { username: string; role: Role; passwordHash: string; email: string }

/** @returns the id, or undefined if the username is taken */
export async function insertAccount(db: Db | Tx, account: NewAccount): Promise<number | undefined> {
  const row = await db
    .insertInto('user')
    .values({
      username: account.username,
      role: account.role,
      password_hash: account.passwordHash,
      email: account.email,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** A user's details as the wire names them. */
export const toUserDetails = (row: UserRow) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  company: row.company,
  address: row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  email: row.email,
  phoneFormatType: row.phone_format_type,
  phone: row.phone,
})

export const toUserColumns = (details: Omit<UserDetails, 'email'>) => ({
  first_name: details.firstName,
  last_name: details.lastName,
  company: details.company,
  address: details.address,
  city: details.city,
  state: details.state,
  zip: details.zip,
  phone_format_type: details.phoneFormatType,
  phone: details.phone,
})

/**
 * Sets a new password by a reset link: unlocks the account, proves the email, ends every session, and forgets the
 * browsers that knew the old password.
 */
export async function resetUserPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.deleteFrom('known_browser').where('user_id', '=', id).execute()
  await tx
    .updateTable('user')
    .set((eb) => ({
      password_hash: passwordHash,
      status: 'A',
      failed_logins: 0,
      unproven_failures: 0,
      email_verified_at: sql<Date>`now()`,
      // The link came by mail, so its reader may set up an authenticator app too.
      enrollment_unproven: false,
      sessions_ended_at: endedNow,
      last_active_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Sets a new password that its logged-in owner chose. */
export async function setOwnPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({ password_hash: passwordHash, failed_logins: 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Stores a new email as `pendingEmail` until it is verified. */
export async function updateProfile(
  tx: Tx,
  id: number,
  { email, pendingEmail, movesAlerts, ...details }: UserDetails & { pendingEmail: string | null; movesAlerts: boolean },
): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      email,
      pending_email: pendingEmail,
      pending_email_moves_alerts: movesAlerts,
      ...toUserColumns(details),
      last_active_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** Cancels the email that waits to be verified. */
export async function deletePendingEmail(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({ pending_email: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Makes the pending email the account's. */
export async function confirmPendingEmail(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      email: eb.ref('pending_email').$notNull(),
      pending_email: null,
      pending_email_moves_alerts: false,
      email_verified_at: sql<Date>`now()`,
      last_active_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('pending_email', 'is not', null)
    .execute()
}

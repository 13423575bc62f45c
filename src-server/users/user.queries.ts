import { sql } from 'kysely'
import type { Language } from '#shared/contract/languages.ts'
import type { UserDetails } from '#shared/contract/account.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/db/client.ts'

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
}

/** Usernames are unique without regard to case. */
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
    ])
    .executeTakeFirst()
  return row && { ...row, language: row.language as Language }
}

export async function countFailedLogin(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({ failed_logins: eb('failed_logins', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}

// Not now(), which is when the transaction began: a session that began since then must end too.
const endedNow = sql<Date>`clock_timestamp()`

/** Locks an active account that has reached the limit and ends its sessions; true for the one try that did it. */
export async function lockAtLimit(tx: Tx, userId: number, limit: number): Promise<boolean> {
  const locked = await tx
    .updateTable('user')
    .set({ status: 'L', sessions_ended_at: endedNow })
    .where('id', '=', userId)
    .where('status', '=', 'A')
    .where('failed_logins', '>=', limit)
    .returning('id')
    .executeTakeFirst()
  return locked !== undefined
}

/** A right password: counters fall back, a lock that the caller may lift is lifted. */
export async function noteLogin(tx: Tx, userId: number, language: Language): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      // Only a lock is lifted: an account that staff closed meanwhile stays closed.
      status: eb
        .case()
        .when('status', '=', 'L')
        .then('A' as const)
        .else(eb.ref('status'))
        .end(),
      failed_logins: 0,
      language,
      last_login_at: sql<Date>`now()`,
      last_active_at: sql<Date>`now()`,
    }))
    .where('id', '=', userId)
    .execute()
}

export type NewAccount = { username: string; role: Role; passwordHash: string; email: string }

/** @returns the id, or undefined where the username is taken */
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

export const columnsOf = (details: Omit<UserDetails, 'email'>) => ({
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
 * An account that waits for its registration to be completed.
 * @returns the id, or undefined where the username is taken
 */
export async function insertRegistration(
  tx: Tx,
  {
    username,
    passwordHash,
    language,
    details,
  }: { username: string; passwordHash: string; language: Language; details: UserDetails },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('user')
    .values({
      username,
      role: 'USER',
      status: 'P',
      password_hash: passwordHash,
      language,
      email: details.email,
      ...columnsOf(details),
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Every account of an email address, in the order of their making; `except` leaves one out. */
export async function accountsOf(db: Db | Tx, email: string, except = 0): Promise<{ id: number; username: string }[]> {
  return db
    .selectFrom('user')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('id', '<>', except)
    .select(['id', 'username'])
    .orderBy('id')
    .execute()
}

export function findUser(db: Db | Tx, id: number) {
  return db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
}
export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** The account as it is, locked for a change. */
export function lockUser(tx: Tx, id: number) {
  return tx.selectFrom('user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** P → A: the registration is complete. */
export async function activate(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('user')
    .set({ status: 'A', last_active_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'P')
    .execute()
}

/** A new password by a reset link: it lifts a lock, ends every session, and forgets the browsers that knew the old one. */
export async function resetPasswordOf(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx.deleteFrom('known_browser').where('user_id', '=', id).execute()
  await tx
    .updateTable('user')
    .set((eb) => ({
      password_hash: passwordHash,
      status: 'A',
      failed_logins: 0,
      sessions_ended_at: endedNow,
      last_active_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** A new password that its signed-in owner chose. */
export async function setPassword(tx: Tx, id: number, passwordHash: string): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({ password_hash: passwordHash, failed_logins: 0, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** `email` and `pendingEmail` are kept apart: a new one counts only once confirmed. */
export async function updateProfile(
  tx: Tx,
  id: number,
  { email, pendingEmail, ...details }: UserDetails & { pendingEmail: string | null },
): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      email,
      pending_email: pendingEmail,
      ...columnsOf(details),
      last_active_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** The pending email becomes the account's. */
export async function confirmEmailOf(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('user')
    .set((eb) => ({
      email: eb.ref('pending_email').$notNull(),
      pending_email: null,
      last_active_at: sql<Date>`now()`,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('pending_email', 'is not', null)
    .execute()
}

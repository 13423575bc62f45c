import { sql } from 'kysely'
import type { Language } from '#shared/contract/languages.ts'
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
}

/** Usernames are unique without regard to case. */
export async function findAccount(db: Db | Tx, username: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('user')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .select(['id', 'username', 'role', 'status', 'first_name', 'last_name', 'email', 'language', 'password_hash'])
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

/** Locks an active account that has reached the limit and ends its sessions; true for the one try that did it. */
export async function lockAtLimit(tx: Tx, userId: number, limit: number): Promise<boolean> {
  const locked = await tx
    .updateTable('user')
    .set({ status: 'L', sessions_ended_at: sql<Date>`now()` })
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
    .set({
      status: 'A',
      failed_logins: 0,
      language,
      last_login_at: sql<Date>`now()`,
      last_active_at: sql<Date>`now()`,
    })
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

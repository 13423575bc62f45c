import { sql } from 'kysely'
import type { UserStatus } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

type Owner = { id: number; username: string; email: string }

/**
 * Whether a link to the account's email was ever followed: as the account's, or as an address of its alerts. An email
 * that staff typed or that came from the legacy version does not count.
 */
const verified = sql<boolean>`(u.email_verified_at is not null or exists (
  select from email_address e where e.owner_id = u.id and e.address_key = lower(u.email)
    and e.verified_at is not null and not e.migrated))`

/**
 * The username as an email to the account may state it: '' if its email was never verified. The reader of such a
 * mailbox may be a stranger, who gets a link that verifies or resets but no name.
 */
export async function usernameForEmail(db: Db | Tx, { id, username }: Owner): Promise<string> {
  return (await isEmailVerified(db, id)) ? username : ''
}

/** Whether a link to the account's email was ever followed. */
export async function isEmailVerified(db: Db | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ verified: boolean }>`
    select ${verified} as verified from "user" u where u.id = ${userId}`.execute(db)
  return rows[0]?.verified ?? false
}

export type MailboxAccount = { id: number; username: string; status: UserStatus; verified: boolean }

/** Every account with an email address, oldest first; `except` leaves one out. */
export async function findAccountsByEmail(db: Db | Tx, email: string, except = 0): Promise<MailboxAccount[]> {
  const { rows } = await sql<MailboxAccount>`
    select u.id, u.username, u.status, ${verified} as verified from "user" u
    where lower(u.email) = ${email.toLowerCase()} and u.id <> ${except} order by u.id`.execute(db)
  return rows
}

/**
 * Records that a link to this mailbox was followed, which verifies it for every account with this email whose
 * registration is complete.
 */
export async function verifyMailbox(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('user')
    .set({ email_verified_at: sql<Date>`now()` })
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('status', '<>', 'P')
    .where('email_verified_at', 'is', null)
    .execute()
}

import { sql } from 'kysely'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

type Owner = { id: number; username: string; email: string }

/**
 * Whether the account's email was ever verified by a link that went to it: as the account's, or as an address of its
 * alerts. One that staff typed, or that the legacy version brought, was not.
 */
const verified = sql<boolean>`(u.email_verified_at is not null or exists (
  select from email_address e where e.owner_id = u.id and e.address_key = lower(u.email)
    and e.verified_at is not null and not e.migrated))`

/**
 * The username as a message to the account's email may hold it: '' where that was never verified. Whoever reads such a
 * mailbox may be somebody else, who gets a link that verifies or resets and nobody's name (decisions, section 4).
 */
export async function nameFor(db: Db | Tx, { id, username }: Owner): Promise<string> {
  const { rows } = await sql<{ verified: boolean }>`
    select ${verified} as verified from "user" u where u.id = ${id}`.execute(db)
  return rows[0]?.verified ? username : ''
}

export type MailboxAccount = { id: number; username: string; verified: boolean }

/** Every account of an email address, in the order of their making; `except` leaves one out. */
export async function accountsOf(db: Db | Tx, email: string, except = 0): Promise<MailboxAccount[]> {
  const { rows } = await sql<MailboxAccount>`
    select u.id, u.username, ${verified} as verified from "user" u
    where lower(u.email) = ${email.toLowerCase()} and u.id <> ${except} order by u.id`.execute(db)
  return rows
}

/**
 * The account's own email, once a link that went to it was followed, counts as verified for its owner's alerts; one that
 * staff typed does not (decisions, section 5).
 * @param address of the call, for the audit log
 * @returns the address where this verified it
 */
export async function verifyOwnAddress(tx: Tx, userId: number, address: string): Promise<string | undefined> {
  const verifiedNow = await tx
    .updateTable('email_address as e')
    .from('user as u')
    .set({ verified_at: sql<Date>`now()` })
    .where('u.id', '=', userId)
    .whereRef('e.owner_id', '=', 'u.id')
    .where(sql<boolean>`e.address_key = lower(u.email)`)
    .where('u.email_verified_at', 'is not', null)
    .where('e.verified_at', 'is', null)
    .returning('e.address')
    .executeTakeFirst()
  if (!verifiedNow) return undefined
  await writeAudit(tx, {
    type: 'RECIPIENT',
    subject: { id: userId },
    description: 'Verified an email address: it is the verified email of the account.',
    newValue: { channel: 'EMAIL', target: verifiedNow.address, verified: true },
    address,
  })
  return verifiedNow.address
}

/** The mailbox followed a link: it is that of every account with this email but those that are not registered yet. */
export async function verifyMailbox(tx: Tx, email: string): Promise<void> {
  await tx
    .updateTable('user')
    .set({ email_verified_at: sql<Date>`now()` })
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('status', '<>', 'P')
    .where('email_verified_at', 'is', null)
    .execute()
}

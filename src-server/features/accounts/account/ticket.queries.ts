import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { TicketPurpose } from '#shared/node/platform/database/types/accounts.ts'

type AccountPurpose = Extract<
  TicketPurpose,
  'registration' | 'password' | 'profile-email' | 'usernames' | 'not-me' | 'enrollment'
>
export type AccountTicket = {
  id: number
  userId: number
  target: string
  expired: boolean
  used: boolean
  /** The sign-up that a registration's link was sent for. */
  registrationId: number | null
  /** Whether the ticket's holder already got the sample of an alert. */
  sampleSent: boolean
  /** What following the link of a new profile email did: the email before it, and how many alerts moved along. */
  done: { from: string; moved: number } | null
}

/** Finds an account's ticket by its hash and purpose; the database's clock decides whether it has expired. */
export async function findTicket(
  db: Db | Tx,
  hash: Buffer,
  purpose: AccountPurpose,
): Promise<AccountTicket | undefined> {
  const row = await db
    .selectFrom('ticket')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .select(['id', 'user_id', 'target', 'used_at', 'registration_id', 'sample_sent_at', 'replaced', 'moved_alerts'])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .executeTakeFirst()
  if (!row || row.user_id === null) return undefined
  return {
    id: row.id,
    userId: row.user_id,
    target: row.target ?? '',
    expired: row.expired,
    used: row.used_at !== null,
    registrationId: row.registration_id,
    sampleSent: row.sample_sent_at !== null,
    done: row.replaced === null ? null : { from: row.replaced, moved: row.moved_alerts ?? 0 },
  }
}

/** @returns false if the ticket's holder already got the sample */
export async function markSampleSent(tx: Tx, ticketId: number): Promise<boolean> {
  const row = await tx
    .updateTable('ticket')
    .set({ sample_sent_at: sql<Date>`now()` })
    .where('id', '=', ticketId)
    .where('sample_sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores what the link of a new profile email did, for when it is followed again. */
export async function keepEmailChange(
  tx: Tx,
  ticketId: number,
  { from, moved }: { from: string; moved: number },
): Promise<void> {
  await tx.updateTable('ticket').set({ replaced: from, moved_alerts: moved }).where('id', '=', ticketId).execute()
}

/** Ends every open ticket of this purpose. */
export async function endTickets(tx: Tx, userId: number, purpose: AccountPurpose): Promise<void> {
  await tx
    .updateTable('ticket')
    .set({ used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}

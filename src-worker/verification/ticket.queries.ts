import { sql } from 'kysely'
import type { Db } from '#shared/node/db/client.ts'
import { hashCode, newCode, newTicket } from '#shared/node/tickets.ts'
import type { SettingsOf } from '#shared/settings/groups.ts'
import type { NoticeFacts } from '../templates/facts.ts'

type Recipient = { channel: 'EMAIL' | 'PHONE'; recipientId: number | null }

/**
 * Makes the ticket, and for a phone the code, of each verification that is about to be sent, and counts the attempt.
 * Only hashes are stored; every ticket stays good until it expires (decisions, section 4).
 * @returns the same notices with their secrets
 */
export async function issueTickets<N extends NoticeFacts & Recipient>(
  db: Db,
  notices: N[],
  { secret, settings }: { secret: string; settings: SettingsOf<'alertSettings'> },
): Promise<N[]> {
  if (notices.length === 0) return []
  const made = notices.map((notice) => ({
    notice,
    ...newTicket(),
    code: newCode(),
    hours: notice.channel === 'EMAIL' ? settings.emailConfirmationsExpireIn : settings.phoneConfirmationsExpireIn,
  }))
  const of = (channel: 'EMAIL' | 'PHONE') =>
    made.map(({ notice }) => (notice.channel === channel ? notice.recipientId : null))
  await sql`
    with t as (
      select * from unnest(${made.map(({ hash }) => hash)}::bytea[], ${of('EMAIL')}::bigint[], ${of('PHONE')}::bigint[],
        ${made.map(({ notice, code }) => (notice.channel === 'PHONE' ? hashCode(secret, notice.recipientId ?? 0, code) : null))}::bytea[],
        ${made.map(({ hours }) => hours)}::int[]) as t(hash, email_id, phone_id, code_hash, hours)),
    emails as (
      update email_address e set verification_attempts = verification_attempts + 1 from t where e.id = t.email_id),
    phones as (
      update phone p set verification_attempts = verification_attempts + 1 from t where p.id = t.phone_id)
    insert into ticket (hash, purpose, email_id, phone_id, code_hash, expires_at)
    select hash, case when email_id is null then 'phone' else 'email' end, email_id, phone_id, code_hash,
      now() + hours * interval '1 hour' from t`.execute(db)
  return made.map(({ notice, token, code, hours }) => ({ ...notice, secret: { ticket: token, code, hours } }))
}

import { sql } from 'kysely'
import { hashCode, newCode, newTicket } from '#shared/node/domain/recipients/tickets.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Keyring } from '#shared/node/platform/secrets/keyring.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { NoticeData } from '../templates/parts/notice-data.ts'
import { getTicketKind } from './ticket-kinds.ts'

type TicketRecipient = { channel: 'EMAIL' | 'PHONE'; recipientId: number | null; userId: number | null }

/**
 * Creates the ticket, and for a phone the code, of each message that is about to be sent and needs one, and counts the
 * attempt of a verification. Only hashes are stored. Every ticket stays valid until it expires, but a new one for a
 * password ends the older ones.
 * @returns the same notices with their secrets
 */
export async function issueTickets<N extends NoticeData & TicketRecipient>(
  db: Db,
  notices: N[],
  { secret, settings }: { secret: Keyring; settings: Settings },
): Promise<N[]> {
  if (notices.length === 0) return []
  const made = notices.map((notice) => {
    const kind = getTicketKind(notice.template)
    if (!kind) throw new Error(`The template ${notice.template} carries no ticket.`)
    return { notice, ...newTicket(), code: newCode(), purpose: kind.purpose, hours: kind.hours(settings) }
  })
  const column = <T>(of: (one: (typeof made)[number]) => T) => made.map(of)
  const phoneIds = column(({ notice, purpose }) => (purpose === 'phone' ? notice.recipientId : null))
  const emailIds = column(({ notice, purpose }) => (purpose === 'email' ? notice.recipientId : null))
  const userIds = column(({ notice, purpose }) => (purpose === 'phone' || purpose === 'email' ? null : notice.userId))
  const registrationIds = column(({ notice, purpose }) =>
    purpose === 'registration' ? (notice.data.registrationId ?? null) : null,
  )
  const codes = column(({ notice, purpose, code }) =>
    purpose === 'phone' ? hashCode(secret, notice.recipientId ?? 0, code) : null,
  )
  await sql`
    with t as (
      select * from unnest(${column(({ hash }) => hash)}::bytea[], ${column(({ purpose }) => purpose)}::text[],
        ${userIds}::bigint[], ${emailIds}::bigint[], ${phoneIds}::bigint[], ${codes}::bytea[],
        ${column(({ notice }) => notice.target)}::text[], ${column(({ hours }) => hours)}::int[], ${registrationIds}::bigint[])
        with ordinality as t(hash, purpose, user_id, email_id, phone_id, code_hash, target, hours, registration_id, place)),
    emails as (
      update email_address e set verification_attempts = verification_attempts + 1 from t where e.id = t.email_id),
    phones as (
      update phone p set verification_attempts = verification_attempts + 1 from t where p.id = t.phone_id),
    ended as (
      update ticket k set used_at = now() from t
      where t.purpose = 'password' and k.purpose = 'password' and k.user_id = t.user_id and k.used_at is null)
    insert into ticket (hash, purpose, user_id, email_id, phone_id, code_hash, target, registration_id, expires_at, used_at)
    select hash, purpose, user_id, email_id, phone_id, code_hash, target,
      (select r.id from registration r where r.id = registration_id and r.user_id = t.user_id),
      now() + hours * interval '1 hour',
      case when purpose = 'password' and exists (
        select from t later where later.purpose = 'password' and later.user_id = t.user_id and later.place > t.place)
        then now() end
    from t where user_id is null or exists (select from "user" u where u.id = user_id)`.execute(db)
  return made.map(({ notice, token, code, hours }) => ({ ...notice, secret: { ticket: token, code, hours } }))
}

import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { type VerificationHistory, verificationRefusal } from '#shared/domain/recipient/recipient.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { queueNotice } from '../notices/notice.queries.ts'
import { deliverable } from './deliverable.queries.ts'

type VerificationRequest = { channel: Channel; recipientId: number; settings: Settings }
type VerificationResult = { queued: true } | { refused: string }

const historyReaders: Record<
  Channel,
  (
    tx: Tx,
    recipientId: number,
    settings: Settings,
  ) => Promise<{ history: VerificationHistory; target: string; userId: number | null }>
> = { EMAIL: readEmailHistory, PHONE: readPhoneHistory }

/**
 * Asks for a verification message to one recipient, within every limit against fraud and mail to strangers. The worker
 * makes the ticket and the code just before it sends, so that no row holds a secret. The caller enqueues
 * `wakeDelivery`.
 * @returns the reason, worded for the user, if a limit or a suppression forbids it
 * @throws Error if the recipient does not exist
 */
export async function requestVerification(
  tx: Tx,
  { channel, recipientId, settings }: VerificationRequest,
): Promise<VerificationResult> {
  // Takes requests one by one, so that two cannot both pass a limit; they are rare enough.
  await sql`select pg_advisory_xact_lock(${locks.verificationLimits})`.execute(tx)
  const found = await historyReaders[channel](tx, recipientId, settings)
  const refused = verificationRefusal(found.history)
  if (refused) return { refused }
  await queueNotice(tx, {
    kind: 'verify',
    template: ({ EMAIL: 'verify-email', PHONE: 'verify-phone' } as const)[channel],
    channel,
    target: found.target,
    userId: found.userId,
    recipientId,
    data: {},
  })
  return { queued: true }
}

// Counted per address: removing a recipient and adding it again does not reset the limits.
type Found = { history: VerificationHistory; target: string; userId: number | null }
type Counts = { sent_today: number; seconds_since_last: number | null; suppressed: boolean; verified: boolean }

const mayVerify = (channel: Channel, row: 'e' | 'p') =>
  deliverable({ mail: 'verify', channel, ownerId: sql.ref(`${row}.owner_id`), recipientId: sql.ref(`${row}.id`) })

async function readEmailHistory(tx: Tx, id: number): Promise<Found> {
  type Row = Counts & {
    target: string
    user_id: number | null
    own_account: boolean
    anyone_today: number
    seconds_since_anyone: number | null
    other_addresses_today: number
  }
  const { rows } = await sql<Row>`
    select e.address as target, e.owner_id as user_id, e.verified_at is not null as verified,
      may.suppressed_for is not null as suppressed,
      sent.own_today::int as sent_today, sent.seconds_since_own::float as seconds_since_last,
      sent.today::int as anyone_today, sent.seconds_since_last::float as seconds_since_anyone,
      exists (select from account_email a where a.user_id = e.owner_id and a.address_key = e.address_key) as own_account,
      (select count(distinct lower(n.target))::int from notice n
        where n.user_id = e.owner_id and n.kind = 'verify' and n.channel = 'EMAIL' and lower(n.target) <> e.address_key
          and n.state <> 'cancelled' and n.created_at > now() - interval '1 day') as other_addresses_today
    from email_address e, ${mayVerify('EMAIL', 'e')} may, lateral (
      select count(*) as today, extract(epoch from now() - max(n.created_at)) as seconds_since_last,
        count(*) filter (where n.user_id is not distinct from e.owner_id) as own_today,
        extract(epoch from now() - max(n.created_at) filter (where n.user_id is not distinct from e.owner_id)) as seconds_since_own
      from notice n
      where n.channel = 'EMAIL' and n.kind = 'verify' and n.state <> 'cancelled' and lower(n.target) = e.address_key
        and n.created_at > now() - interval '1 day'
        and (n.recipient_id in (select id from email_address where address_key = e.address_key) or n.user_id = e.owner_id)) sent
    where e.id = ${id}`.execute(tx)
  const row = only(rows)
  return {
    target: row.target,
    userId: row.user_id,
    history: {
      channel: 'EMAIL',
      ...toCounts(row),
      ownAccount: row.own_account,
      sentByAnyoneToday: row.anyone_today,
      secondsSinceAnyone: row.seconds_since_anyone,
      otherAddressesToday: row.other_addresses_today,
    },
  }
}

async function readPhoneHistory(tx: Tx, id: number, settings: Settings): Promise<Found> {
  type Row = Counts & {
    target: string
    user_id: number | null
    validated: boolean
    validation_attempts: number
    attempts: number
    other_numbers_today: number
    county_last_hour: number
  }
  const { rows } = await sql<Row>`
    select p.number as target, p.owner_id as user_id, p.verified_at is not null as verified,
      p.validated_at is not null as validated, p.validation_attempts,
      may.suppressed_for is not null as suppressed,
      p.verification_attempts + (
        select count(*)::int from notice n where n.channel = 'PHONE' and n.recipient_id = p.id and n.kind = 'verify'
          and n.state = 'waiting' and n.created_at > now() - interval '2 days') as attempts,
      sent.today::int as sent_today, sent.seconds_since_last::float as seconds_since_last,
      (select count(distinct n.target)::int from notice n
        where n.user_id = p.owner_id and n.kind = 'verify' and n.channel = 'PHONE' and n.target <> p.number
          and n.state <> 'cancelled' and n.created_at > now() - interval '1 day') as other_numbers_today,
      (select count(*)::int from notice n
        where n.channel = 'PHONE' and n.kind = 'verify' and n.accepted_at > now() - interval '1 hour') +
      (select count(*)::int from notice n
        where n.state in ('waiting', 'in_doubt') and n.kind = 'verify' and n.channel = 'PHONE'
          and n.created_at > now() - interval '1 hour') as county_last_hour
    from phone p, ${mayVerify('PHONE', 'p')} may, lateral (
      select count(*) as today, extract(epoch from now() - max(n.created_at)) as seconds_since_last
      from notice n
      where n.channel = 'PHONE' and n.kind = 'verify' and n.state <> 'cancelled' and n.target = p.number
        and n.created_at > now() - interval '1 day'
        and (n.recipient_id in (select id from phone where number = p.number) or n.user_id = p.owner_id)) sent
    where p.id = ${id}`.execute(tx)
  const row = only(rows)
  return {
    target: row.target,
    userId: row.user_id,
    history: {
      channel: 'PHONE',
      ...toCounts(row),
      number: row.target,
      otherCountries: settings.service.otherCountries,
      validated: row.validated,
      validationAttempts: row.validation_attempts,
      maxValidationAttempts: settings.alertSettings.maxValidationAttempts,
      attempts: row.attempts,
      maxAttempts: settings.alertSettings.maxVerificationAttempts,
      otherNumbersToday: row.other_numbers_today,
      countyLastHour: row.county_last_hour,
      countyPerHour: settings.service.verificationTextsPerHour,
    },
  }
}

const toCounts = (row: Counts) => ({
  verified: row.verified,
  suppressed: row.suppressed,
  sentToday: row.sent_today,
  secondsSinceLast: row.seconds_since_last,
})

function only<T>(rows: T[]): T {
  if (!rows[0]) throw new Error('Recipient not found.')
  return rows[0]
}

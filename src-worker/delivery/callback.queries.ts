import { sql } from 'kysely'
import type { Tx } from '#shared/node/db/client.ts'
import type { Report } from '#shared/rules/provider-report.ts'
import { locks } from '#shared/node/db/locks.ts'

export type KeptCallback = {
  id: number
  provider: 'sendgrid' | 'twilio-status' | 'twilio-inbound'
  body: Record<string, unknown>
  received_at: Date
}

/**
 * Reports that are not applied yet, oldest first. One worker at a time: replies of one person mean what they mean in
 * their order.
 * @returns null where another worker is at it
 */
export async function takeCallbacks(tx: Tx, limit: number): Promise<KeptCallback[] | null> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${locks.applyCallbacks}) as mine`.execute(tx)
  if (!rows[0]?.mine) return null
  return (await tx
    .selectFrom('provider_callback')
    .select(['id', 'provider', 'body', 'received_at'])
    .where('applied_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()) as KeptCallback[]
}

export async function callbacksApplied(tx: Tx, ids: number[], problem = ''): Promise<void> {
  await sql`update provider_callback set applied_at = now(), problem = ${problem} where id = any(${ids}::bigint[])`.execute(
    tx,
  )
}

/** What a provider says of one notice. */
export type NoticeReport = {
  noticeId: number | null
  attempt: number | null
  providerMessageId: string | null
  at: Date
  meaning: Report['meaning']
  reason: string
}

const ranks = { accepted: 1, delivered: 2, failed: 3 } as const

/**
 * Moves notices forward to what their provider says, whatever came before: accepted, then delivered, then failed. A
 * notice that the provider has is no longer called. In any order and any number of times the end is the same.
 */
export async function applyReports(tx: Tx, reports: NoticeReport[]): Promise<void> {
  if (reports.length === 0) return
  const column = <T>(pick: (report: NoticeReport) => T) => reports.map(pick)
  await sql`
    with given as (
      select * from unnest(${column((r) => r.noticeId)}::bigint[], ${column((r) => r.attempt)}::int[],
        ${column((r) => r.providerMessageId)}::text[], ${column((r) => r.at)}::timestamptz[],
        ${column((r) => r.meaning)}::text[], ${column((r) => ranks[r.meaning])}::int[], ${column((r) => r.reason)}::text[]
      ) as g(notice_id, attempt, message_id, at, state, rank, reason)),
    found as (
      select n.id, g.* from given g join notice n on n.id = g.notice_id
      union all
      -- Our calls ask for the notice's id to be reported; for the rare report without it no index is kept, only days.
      select n.id, g.* from given g join notice n on n.provider_message_id = g.message_id
        and n.accepted_at > now() - interval '7 days' where g.notice_id is null),
    furthest as (
      select distinct on (id) id, attempt, message_id, state, rank, reason, min(at) over (partition by id) as first_at, at
      from found order by id, rank desc, reason),
    -- A delivery before its notice, each in the order of their ids: so everybody locks them.
    due as (
      select notice_id, attempt, calling_at from delivery where notice_id in (select id from furthest)
      order by notice_id for update),
    locked as (
      select n.id, d.attempt as at_attempt, d.calling_at from furthest f join notice n on n.id = f.id
      left join due d on d.notice_id = n.id
      order by n.id for update of n),
    moved as (
      update notice n set state = f.state, reason = f.reason,
        provider_message_id = coalesce(n.provider_message_id, f.message_id),
        accepted_at = least(n.accepted_at, f.first_at), ended_at = coalesce(n.ended_at, f.at),
        -- Another call was under way when word came that an earlier one had been taken.
        possibly_twice = n.possibly_twice or coalesce(l.calling_at is not null and f.attempt < l.at_attempt, false)
      from furthest f join locked l using (id)
      where n.id = f.id and f.rank > case n.state when 'accepted' then 1 when 'delivered' then 2
        when 'failed' then case when n.accepted_at is null then 0 else 3 end else 0 end
      returning n.id)
    delete from delivery d using moved where d.notice_id = moved.id`.execute(tx)
}

/** The phone whose one open request a YES answers; null where none or more than one is open. */
export async function openRequests(tx: Tx, number: string): Promise<{ phoneId: number; ownerId: number | null }[]> {
  const { rows } = await sql<{ phoneId: number; ownerId: number | null }>`
    select p.id as "phoneId", p.owner_id as "ownerId" from phone p
    where p.number = ${number} and p.verified_at is null and p.validated_at is not null and exists (
      select from ticket t where t.phone_id = p.id and t.purpose = 'phone' and t.expires_at > now() and t.used_at is null)
    order by p.id for update of p`.execute(tx)
  return rows
}

/** A YES verifies the number, and says that its owner is there (decisions, section 9). */
export async function verifyPhone(tx: Tx, phoneId: number): Promise<void> {
  await sql`
    with verified as (update phone set verified_at = now() where id = ${phoneId} returning owner_id)
    update "user" set last_active_at = now() where id in (select owner_id from verified)`.execute(tx)
}

/** Answers of ours to one number today: two machines must not talk to each other for ever. */
export async function answersToday(tx: Tx, number: string): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select count(*)::int as answers from notice
    where channel = 'PHONE' and target = ${number} and owner_key = 0 and kind = 'account' and user_id is null
      and created_at > now() - interval '1 day' and recipient_id is null
      and template in ('help-text', 'yes-unclear-text')`.execute(tx)
  return rows[0]?.answers ?? 0
}

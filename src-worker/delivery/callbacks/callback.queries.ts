import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { DeliveryReport } from '#shared/node/providers/common/callback.ts'
import { callbackReaders } from '#shared/node/providers/registry.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import type { SuppressedOwner } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { MailKind } from '#shared/node/domain/notices/mail-kinds.ts'
import { mailKindSql } from '#shared/node/domain/recipients/deliverable.queries.ts'

export type StoredCallback = {
  id: number
  provider: string
  body: Record<string, unknown>
  received_at: Date
}

/** Whether any report waits, seen without a transaction. */
export async function hasCallbacks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from provider_callback where applied_at is null
      and provider = any (${[...callbackReaders.keys()]}::text[])) as any`.execute(db)
  return rows[0]?.any ?? false
}

/**
 * Reports that are not applied yet, oldest first. One worker at a time, because the order of a person's replies matters.
 * @returns null if another worker is applying reports
 */
export async function claimCallbacks(tx: Tx, limit: number): Promise<StoredCallback[] | null> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${locks.applyCallbacks}) as mine`.execute(tx)
  if (!rows[0]?.mine) return null
  return (await tx
    .selectFrom('provider_callback')
    .select(['id', 'provider', 'body', 'received_at'])
    // A callback of a provider that this release does not know waits for a worker that does.
    .where('provider', 'in', [...callbackReaders.keys()])
    .where('applied_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()) as StoredCallback[]
}

export async function markCallbacksApplied(tx: Tx, ids: number[], problem = ''): Promise<void> {
  await sql`update provider_callback set applied_at = now(), problem = ${problem} where id = any(${ids}::bigint[])`.execute(
    tx,
  )
}

/** What a provider reports about one notice. */
type NoticeReport = Omit<DeliveryReport, 'stop' | 'target'>

/** Reports normally carry the notice's id. For the rare one without it, only notices of these days are searched. */
const searchedFor = '7 days'

/** The mail that a report is about, and whose; undefined if we no longer know such a message to that address. */
export async function findReportedMail(
  tx: Tx,
  { noticeId, providerMessageId }: NoticeReport,
  target: string,
): Promise<(SuppressedOwner & { kind: MailKind }) | undefined> {
  const { rows } = await sql<SuppressedOwner & { kind: MailKind }>`
    select ${mailKindSql(sql`n.kind`, sql`n.template`)} as kind, n.user_id as "userId", n.recipient_id as "recipientId"
    from notice n
    where lower(n.target) = lower(${target}) and ${
      noticeId === null
        ? sql`n.provider_message_id = ${providerMessageId} and n.accepted_at > now() - ${searchedFor}::interval`
        : sql`n.id = ${noticeId}`
    }`.execute(tx)
  return rows[0]
}

/** Reported states in order; a notice only ever moves to a higher rank. */
const ranks = { accepted: 1, delivered: 2, failed: 3 } as const

/** SQL: the rank of a state; 0 for a state that no provider reports. */
const rankSql = (state: string) =>
  sql`case ${sql.raw(state)} ${sql.join(
    Object.entries(ranks).map(([word, rank]) => sql`when ${sql.lit(word)} then ${sql.lit(rank)}`),
    sql` `,
  )} else 0 end`

/**
 * Moves notices forward to what their provider reports: accepted, then delivered, then failed. A failure after our own
 * last try does not count as reported. A notice that the provider accepted is no longer called. Reports may arrive in any
 * order and any number of times, with the same result.
 *
 * A repeat that staff requested is separate: a report about an earlier attempt updates the earlier state until the
 * repeat has its own outcome, and never ends the repeat.
 */
export async function applyReports(tx: Tx, reports: NoticeReport[]): Promise<void> {
  if (reports.length === 0) return
  const found = await lockReported(tx, reports)
  if (found.length === 0) return
  const furthest = furthestSql(found)
  await sql`
    with ${furthest}
    update notice n set earlier_state = f.state,
      accepted_at = case when f.state <> 'failed' then least(n.accepted_at, f.first_at) end
    from furthest f
    where n.id = f.id and f.earlier and n.state in ('waiting', 'in_doubt')
      and ${rankSql('f.state')} > ${rankSql('n.earlier_state')}`.execute(tx)
  await sql`
    with ${furthest},
    moved as (
      update notice n set state = f.state, reason = f.reason, given_up = false,
        provider_message_id = case when ${hasNoOutcomeSql} and n.again_after is not null
          then coalesce(f.message_id, n.provider_message_id) else coalesce(n.provider_message_id, f.message_id) end,
        accepted_at = case when ${hasNoOutcomeSql} then f.first_at else least(n.accepted_at, f.first_at) end,
        ended_at = coalesce(n.ended_at, f.at), possibly_twice = n.possibly_twice or coalesce(
          -- Another call was running when the provider reported that it had accepted an earlier one; or this is the second.
          (d.calling_at is not null and (f.attempt < d.attempt or n.maybe_sent_since is not null)) or (${hasNoOutcomeSql}
            and (n.accepted_at is not null or exists (select from notice_attempt a
              where a.notice_id = n.id and a.outcome in ('in_doubt', 'perhaps_taken') and a.attempt < f.attempt
                and a.attempt > case when n.earlier_state = 'failed' then n.again_after else 0 end))), false)
      from furthest f left join delivery d on d.notice_id = f.id
      where n.id = f.id and not f.earlier
        and ${rankSql('f.state')} > case when n.given_up then 0 else ${rankSql('n.state')} end
      returning n.id)
    delete from delivery d using moved where d.notice_id = moved.id`.execute(tx)
}

/** SQL: whether notice `n`, or its repeat, has no outcome from the provider yet. */
const hasNoOutcomeSql = sql`(n.state in ('waiting', 'in_doubt') or n.given_up)`

/** Finds and locks the notices that reports name. */
async function lockReported(tx: Tx, reports: NoticeReport[]): Promise<(NoticeReport & { noticeId: number })[]> {
  const { rows } = await sql<{ id: number; place: number }>`
    with given as (
      select * from unnest(${reports.map((r) => r.noticeId)}::bigint[], ${reports.map((r) => r.providerMessageId)}::text[])
        with ordinality as g(notice_id, message_id, place)),
    found as (
      select n.id, g.place from given g join notice n on n.id = g.notice_id
      union all
      select n.id, g.place from given g join notice n on n.provider_message_id = g.message_id
        and n.accepted_at > now() - ${searchedFor}::interval where g.notice_id is null),
    -- Every statement locks a delivery before its notice, each in the order of their ids.
    due as (
      select notice_id from delivery where notice_id in (select id from found) order by notice_id for update),
    locked as (
      select n.id from notice n left join due d on d.notice_id = n.id
      where n.id in (select id from found) order by n.id for update of n)
    select f.id, f.place::int as place from found f join locked l using (id)`.execute(tx)
  return rows.flatMap(({ id, place }) => {
    const report = reports[place - 1]
    return report ? [{ ...report, noticeId: id }] : []
  })
}

/** SQL: the furthest report of each notice, once for the attempts before it was resent and once for those since. */
function furthestSql(found: (NoticeReport & { noticeId: number })[]) {
  const column = <T>(pick: (report: NoticeReport) => T) => found.map(pick)
  return sql`
    given as (
      select * from unnest(${column((r) => r.noticeId)}::bigint[], ${column((r) => r.attempt)}::int[],
        ${column((r) => r.providerMessageId)}::text[], ${column((r) => r.at)}::timestamptz[],
        ${column((r) => r.meaning)}::text[], ${column((r) => r.reason)}::text[]
      ) as g(id, attempt, message_id, at, state, reason)),
    of as (
      select g.*, n.again_after is not null and coalesce(g.attempt <= n.again_after,
        -- A report without an attempt: once the provider accepted the repeat, the known message id is the repeat's.
        ${hasNoOutcomeSql} and (d.calls = 0 or g.message_id = n.provider_message_id), false) as earlier
      from given g join notice n using (id) left join delivery d on d.notice_id = g.id),
    furthest as (
      select distinct on (id, earlier) id, earlier, attempt, message_id, state, reason,
        min(at) over (partition by id, earlier) as first_at, at
      from of order by id, earlier, ${rankSql('state')} desc, reason)`
}

/** Phones with an open verification request that a YES may answer. */
export async function findOpenRequests(tx: Tx, number: string): Promise<{ phoneId: number; ownerId: number | null }[]> {
  const { rows } = await sql<{ phoneId: number; ownerId: number | null }>`
    select p.id as "phoneId", p.owner_id as "ownerId" from phone p
    where p.number = ${number} and p.verified_at is null and p.validated_at is not null and exists (
      select from ticket t where t.phone_id = p.id and t.purpose = 'phone' and t.expires_at > now() and t.used_at is null)
    order by p.id for update of p`.execute(tx)
  return rows
}

/** Verifies a number after a YES, which also counts as activity of its owner (decisions, section 9). */
export async function verifyPhone(tx: Tx, phoneId: number): Promise<void> {
  await sql`
    with verified as (update phone set verified_at = now() where id = ${phoneId} returning owner_id)
    update "user" set last_active_at = now() where id in (select owner_id from verified)`.execute(tx)
}

/** Texts that a number sent after a moment. Texts may be applied out of order, because some are recovered late. */
export async function listTextsAfter(tx: Tx, number: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`${sql.join(
    inboundSources.map(
      // Literals, so that the planner can use the partial index of each source.
      ({ source, fields }) => sql`
        select coalesce(body ->> ${sql.lit(fields.text)}, '') as text from provider_callback
        where provider = ${sql.lit(source)} and body ->> ${sql.lit(fields.from)} = ${number} and received_at > ${at}`,
    ),
    sql` union all `,
  )}`.execute(tx)
  return rows.map(({ text }) => text)
}

const inboundSources = [...callbackReaders].flatMap(([source, reader]) =>
  reader.kind === 'inbound-text' ? [{ source, fields: reader.fields }] : [],
)

/** Counts our answers to one number today: two machines must not answer each other forever. */
export async function countAnswersToday(tx: Tx, number: string): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select count(*)::int as answers from notice
    where channel = 'PHONE' and target = ${number} and owner_key = 0 and kind = 'account' and user_id is null
      and created_at > now() - interval '1 day' and recipient_id is null
      and template in ('help-text', 'yes-unclear-text')`.execute(tx)
  return rows[0]?.answers ?? 0
}

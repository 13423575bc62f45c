import { sql } from 'kysely'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import type { SkipReason } from '#shared/node/domain/notices/skip-reasons.ts'
import { isSuppressed, mailKindSql } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { NoticeData, RecordData } from '../templates/notice-data.ts'
import { accountTicketTemplates } from '../recipients/ticket-kinds.ts'
import { type DatabaseAccess, toArrayLiteral } from './prepared-pool.queries.ts'
import { possibleDuplicate } from './possible-duplicates.queries.ts'

/** A claimed notice in its current state. Without a skip reason its call is committed, and must be made now. */
export type CheckedNotice = NoticeData & {
  fence: number
  userId: number | null
  recipientId: number | null
  /** Calls made, including this one. */
  attempts: number
  /** Milliseconds since the first of these calls, by the database's clock. Null if this is the first. */
  sinceFirstMs: number | null
  skipReason: SkipReason | null
}

/** A notice with its record and one of its alerts. One row per alert costs less than aggregating them into JSON. */
type Row = Omit<CheckedNotice, 'record' | 'alerts' | 'secret'> & {
  documentId: string | null
  documentType: string
  documentDescription: string
  recordedMs: number
  recordedOn: string
  recordedHasTime: boolean
  documentUrl: string
  parties: Party[]
  parcels: string[]
  alertId: number | null
  name: string
  criteria: string
  match: Match
}

/**
 * Reads the state of claimed notices again and, in the same statement, commits the calls of those without a skip reason.
 * So it obeys every earlier suppression, and a kill leaves no more than this batch in doubt. Omits notices that another
 * claim has taken over.
 * @param today the county's date
 */
export async function commitCalls(
  database: DatabaseAccess,
  claimed: HeldClaim[],
  rules: CommitRules,
): Promise<CheckedNotice[]> {
  if (claimed.length === 0) return []
  return groupByNotice(
    await preparedQuery(
      database,
      'delivery_mark',
      sql<Row>`with ${commitCallsSql(claimed, rules)} select * from marked`,
    ),
  )
}

type HeldClaim = { id: number; fence: number }

/** SQL: whether notice `n` goes to the verified account email of its owner `u`. */
const isOwnAccountSql = sql`coalesce(u.email_verified_at is not null and u.email <> '' and lower(u.email) = lower(n.target), false)`
const recipient = {
  channel: sql`n.channel`,
  target: sql`n.target`,
  userId: sql`n.user_id`,
  recipientId: sql`n.recipient_id`,
  ownAccount: isOwnAccountSql,
}

/** `owner` is the number of the worker that commits (claim-owner.ts); without it, the lease alone protects the call. */
export type CommitRules = { today: string; leaseMs: number; spareMs: number; owner?: number | null }

/** SQL: why notice `n` is skipped; null if it is sent. Reads the tables that `noticeSourcesSql` joins. */
const skipReasonSql = sql`
  case
    when ${isSuppressed(recipient, mailKindSql(sql`n.kind`, sql`n.template`))} then 'suppressed'
    when n.template = any(${accountTicketTemplates}) and u.id is null then 'owner-deleted'
    when n.kind in ('account', 'test') then null
    when n.user_id is not null and u.id is null then 'owner-deleted'
    when u.status in ('I', 'P') then 'owner-inactive'
    when n.kind = 'match' and n.instead_of_text and n.recipient_id is null then
      case when not ${isOwnAccountSql} then 'recipient-removed'
        when told.id is null then 'alert-off' when muted.event_id is not null then 'muted' end
    when coalesce(e.id, p.id) is null then 'recipient-removed'
    -- The email replaced a text, and its address has since been removed from that alert.
    when n.instead_of_text and not exists (
      select from outgoing_event o join alert_email l on l.alert_id = o.alert_id
      where o.notice_id = n.id and l.email_id = n.recipient_id and l.stopped_at is null) then 'recipient-removed'
    when coalesce(e.address_key, p.number) <> lower(n.target) then 'recipient-removed'
    when n.kind = 'verify' and coalesce(e.verified_at, p.verified_at) is not null then 'already-verified'
    when n.kind = 'verify' and n.channel = 'PHONE' and p.validated_at is null then 'not-validated'
    when n.kind = 'verify' then null
    when coalesce(e.verified_at, p.verified_at) is null and not coalesce(e.migrated, false) then 'not-verified'
    when n.channel = 'PHONE' and p.validated_at is null then 'not-verified'
    when told.id is null then 'alert-off'
    when muted.event_id is not null then 'muted'
    when v.id is null then 'record-gone'
  end`

/** SQL: the claimed notices `m` with everything that decides about them, each found by an index. */
const noticeSourcesSql = (today: string) => sql`
  from mine m, lateral (select * from notice where id = m.id offset 0) n
  left join lateral (
    select id, status, language, email, email_verified_at from "user" where id = n.user_id offset 0) u on true
  left join lateral (
    select id, address_key, verified_at, migrated from email_address
    where n.channel = 'EMAIL' and id = n.recipient_id offset 0) e on true
  left join lateral (
    select id, number, verified_at, validated_at from phone
    where n.channel = 'PHONE' and id = n.recipient_id offset 0) p on true
  left join lateral (select * from event where n.kind = 'match' and id = n.event_id offset 0) v on true
  left join lateral (
    select event_id from record_mute
    where n.kind = 'match' and owner_key = n.owner_key and event_id = n.event_id offset 0) muted on true
  left join lateral (
    select o.id, o.alert_name, o.criteria, o.match
    from (select * from outgoing_event where n.kind = 'match' and notice_id = n.id offset 0) o, lateral (
      select from alert where id = o.alert_id and status = 'A'
        and (paused_until is null or paused_until <= ${today}::date) offset 0) active, lateral (
      select from alert_email where o.channel = 'EMAIL' and alert_id = o.alert_id and email_id = o.recipient_id
        and stopped_at is null
      union all
      select from alert_phone where o.channel = 'PHONE' and alert_id = o.alert_id and phone_id = o.recipient_id
        and stopped_at is null offset 0) told_here
    offset 0) told on true`

function commitCallsSql(claimed: HeldClaim[], { today, leaseMs, spareMs, owner = null }: CommitRules) {
  // Every statement locks rows in the order of their ids.
  const ordered = claimed.toSorted((a, b) => a.id - b.id)
  const ids = toArrayLiteral(ordered.map((c) => c.id))
  const fences = toArrayLiteral(ordered.map((c) => c.fence))
  return sql`
    mine as (
      select b.id, b.attempt, d.calls from unnest(${ids}::bigint[], ${fences}::int[]) as b(id, attempt), lateral (
        select calls from delivery where notice_id = b.id and attempt = b.attempt and calling_at is null
          and lease_until > now() + ${spareMs} * interval '1 ms' offset 0) d),
    state as (
      select n.id, m.attempt as fence, m.calls + 1 as attempts, n.kind, n.template, n.channel, n.target, n.data,
        n.user_id as "userId", n.recipient_id as "recipientId",
        ${possibleDuplicate('m.calls > 0')} as "possiblyTwice", n.instead_of_text as "insteadOfText",
        coalesce(u.language, '') as language,
        case when m.calls > 0 then (
          select extract(epoch from now() - min(a.called_at))::float8 * 1000 from (
            -- Only its latest calls: those before it was resent belong to an earlier schedule.
            select called_at from notice_attempt where notice_id = n.id and attempt > coalesce(n.again_after, 0)
            order by attempt desc limit m.calls) a
        ) end as "sinceFirstMs",
        v.document_id as "documentId", v.document_type as "documentType",
        v.document_description as "documentDescription", extract(epoch from v.recorded_at)::float8 * 1000 as "recordedMs",
        v.recorded_on as "recordedOn", v.recorded_has_time as "recordedHasTime", v.document_url as "documentUrl",
        v.parties, v.parcels,
        told.id as "alertId", told.alert_name as name, told.criteria, told.match,
        ${skipReasonSql} as "skipReason"
      ${noticeSourcesSql(today)}),
    calling as (
      update delivery set calling_at = clock_timestamp(), calls = calls + 1,
        lease_until = now() + ${leaseMs} * interval '1 ms', owner = ${owner}::int, owner_attempt = attempt
      where notice_id = any(array(select id from state where "skipReason" is null))
        -- Unless another claim took it over, or it was deleted, since it was read.
        and attempt = (${fences}::int[])[array_position(${ids}::bigint[], notice_id)]
      returning notice_id),
    marked as (
      select * from state where "skipReason" is not null or id = any(array(select notice_id from calling)))`
}

/** Groups rows by notice, with its alerts in the order of their history. */
function groupByNotice(rows: Row[]): CheckedNotice[] {
  const notices = new Map<number, CheckedNotice>()
  for (const row of rows.toSorted((a, b) => (a.alertId ?? 0) - (b.alertId ?? 0))) {
    const notice = notices.get(row.id) ?? toNotice(row)
    notices.set(row.id, notice)
    if (row.alertId !== null) notice.alerts.push({ name: row.name, criteria: row.criteria, match: row.match })
  }
  return [...notices.values()]
}

const toNotice = (row: Row): CheckedNotice => ({
  id: row.id,
  fence: row.fence,
  attempts: row.attempts,
  kind: row.kind,
  template: row.template,
  channel: row.channel,
  target: row.target,
  data: row.data,
  userId: row.userId,
  recipientId: row.recipientId,
  possiblyTwice: row.possiblyTwice,
  insteadOfText: row.insteadOfText,
  language: row.language,
  sinceFirstMs: row.sinceFirstMs,
  skipReason: row.skipReason,
  record: row.documentId === null ? null : toRecord(row, row.documentId),
  alerts: [],
  secret: null,
})

const toRecord = (row: Row, documentId: string): RecordData => ({
  documentId,
  documentType: row.documentType,
  documentDescription: row.documentDescription,
  recordedAt: new Date(row.recordedMs),
  recordedOn: row.recordedOn,
  recordedHasTime: row.recordedHasTime,
  documentUrl: row.documentUrl,
  parties: row.parties,
  parcels: row.parcels,
})

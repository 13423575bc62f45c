import { sql } from 'kysely'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import { noProperties, type SitusAddresses } from '#shared/contract/record-property.ts'
import type { SkipReason } from '#shared/domain/notice/skip-reasons.ts'
import { isOn } from '#shared/node/domain/alerts/display-status.queries.ts'
import { deliverable, mailKindSql } from '#shared/node/domain/recipients/deliverable.queries.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import { accountTicketTemplates } from '../recipients/ticket-kinds.ts'
import type { NoticeData, RecordData } from '../templates/parts/notice-data.ts'
import { followClock } from './clock.ts'
import { possibleDuplicate } from './possible-duplicates.queries.ts'
import { type DatabaseAccess, toArrayLiteral } from './prepared-pool.queries.ts'
import { sinceFirstCallMs } from './schedule.queries.ts'
import { weeklyItemsSql } from './weekly-lists.queries.ts'

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
  /** The database's time, which every later decision about this notice goes by. */
  databaseNow: () => Date
}

/** A notice with its record and one of its alerts. One row per alert costs less than aggregating them into JSON. */
export type NoticeRow = Omit<CheckedNotice, 'record' | 'alerts' | 'secret' | 'databaseNow'> & {
  checkedAt: Date
  eventId: number | null
  documentId: string
  documentType: string
  documentDescription: string
  recordedMs: number
  recordedOn: string
  recordedHasTime: boolean
  documentUrl: string
  restricted: boolean
  parties: Party[]
  parcels: string[]
  legalDescription: string
  situsAddresses: SitusAddresses | null
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
      sql<NoticeRow>`with ${commitCallsSql(claimed, rules)} select * from marked`,
    ),
  )
}

type HeldClaim = { id: number; fence: number }

/** `owner` is the number of the worker that commits (claim-owner.ts); without it, the lease alone protects the call. */
type CommitRules = { today: string; leaseMs: number; spareMs: number; owner?: number | null }

/*
 * `offset 0` within `exists` keeps PostgreSQL from answering it for all rows together, which reads an entire table for
 * each batch.
 */

/** SQL: why notice `n` is skipped; null if it is sent. Reads the tables that `noticeSourcesSql` joins. */
const skipReasonSql = sql`
  case
    when n.template = any(${accountTicketTemplates}) and u.id is null then 'owner-deleted'
    when n.kind in ('match', 'weekly', 'verify') and n.user_id is not null and u.id is null then 'owner-deleted'
    when n.kind in ('match', 'weekly', 'verify') and not account_is_open(u.status) then 'owner-inactive'
    -- A revision restricted the record, and no alert is left whose owner may be notified of it.
    when n.kind = 'match' and v.restricted and told.id is null and not exists (
      select from outgoing_event where notice_id = n.id offset 0) then 'restricted'
    when r.skip_reason is not null then r.skip_reason
    -- The email replaced a text, and its address has since been removed from that alert.
    when n.kind = 'match' and n.instead_of_text and n.recipient_id is not null and not exists (
      select from text_replacement t where t.notice_id = n.id and t.email_id = n.recipient_id
      offset 0) then 'recipient-removed'
    when n.kind = 'match' and v.id is null then 'record-gone'
  end`

/** SQL: the claimed notices `m` with everything that decides about them, each found by an index. */
const noticeSourcesSql = (today: string) => sql`
  from mine m, lateral (
    select *, ${mailKindSql(sql`kind`, sql`template`)} as mail from notice where id = m.id offset 0) n
  left join lateral (
    select id, status, language, email from "user" where id = n.user_id offset 0) u on true
  left join lateral (select * from event where n.kind = 'match' and id = n.event_id offset 0) v on true
  left join lateral (
    select o.id, o.alert_name, o.criteria, o.match
    from (select * from outgoing_event where n.kind = 'match' and notice_id = n.id offset 0) o, lateral (
      select from alert where id = o.alert_id and ${isOn('alert', today)} offset 0) active, lateral (
      select from alert_recipient where alert_id = o.alert_id and channel = o.channel and recipient_id = o.recipient_id
        and not is_unsubscribed offset 0) told_here
    offset 0) told on true
  left join lateral (select true as any_left ${weeklyItemsSql(today)} limit 1) weekly on true
  left join lateral (select skip_reason from ${deliverable({
    mail: sql`n.mail`,
    channel: sql`n.channel`,
    target: sql`n.target`,
    ownerId: sql`n.user_id`,
    recipientId: sql`n.recipient_id`,
    isAlertOff: sql`told.id is null and weekly.any_left is null`,
    eventId: sql`n.event_id`,
  })} offset 0) r on true`

function commitCallsSql(claimed: HeldClaim[], { today, leaseMs, spareMs, owner = null }: CommitRules) {
  // Every statement locks rows in the order of their ids.
  const ordered = claimed.toSorted((a, b) => a.id - b.id)
  const ids = toArrayLiteral(ordered.map((c) => c.id))
  const fences = toArrayLiteral(ordered.map((c) => c.fence))
  return sql`
    mine as (
      select b.id, b.fence, d.attempts from unnest(${ids}::bigint[], ${fences}::int[]) as b(id, fence), lateral (
        select attempts from delivery where notice_id = b.id and fence = b.fence and calling_at is null
          and lease_until > now() + ${spareMs} * interval '1 ms' offset 0) d),
    state as (
      select n.id, m.fence, m.attempts + 1 as attempts, n.kind, n.template, n.channel, n.target, n.data,
        n.user_id as "userId", n.recipient_id as "recipientId",
        ${possibleDuplicate('m.fence > 1')} as "possiblyTwice", n.instead_of_text as "insteadOfText",
        n.channel = 'EMAIL' and exists (
          select from account_email a where a.user_id = n.user_id and a.address_key = lower(n.target)
          offset 0) as "isAccountEmail",
        coalesce(u.language, n.data ->> 'language', '') as language,
        case when m.attempts > 0 then ${sinceFirstCallMs('m.attempts')} end as "sinceFirstMs",
        v.id as "eventId", v.document_id as "documentId", v.document_type as "documentType",
        v.document_description as "documentDescription", extract(epoch from v.recorded_at)::float8 * 1000 as "recordedMs",
        v.recorded_on as "recordedOn", v.recorded_has_time as "recordedHasTime", v.document_url as "documentUrl",
        v.restricted, v.parties, v.parcels,
        left(v.legal_description, 600) as "legalDescription", v.situs_addresses as "situsAddresses",
        told.id as "alertId", told.alert_name as name, told.criteria, told.match,
        ${skipReasonSql} as "skipReason"
      ${noticeSourcesSql(today)}),
    calling as (
      update delivery set calling_at = clock_timestamp(), attempts = attempts + 1,
        lease_until = now() + ${leaseMs} * interval '1 ms', claim_owner = ${owner}::int, claim_fence = fence
      where notice_id = any(array(select id from state where "skipReason" is null))
        -- Unless another claim took it over, or it was deleted, since it was read.
        and fence = (${fences}::int[])[array_position(${ids}::bigint[], notice_id)] and calling_at is null
      returning notice_id),
    marked as (
      select *, clock_timestamp() as "checkedAt" from state
      where "skipReason" is not null or id = any(array(select notice_id from calling)))`
}

/** Groups rows by notice, with its alerts in the order of their history. The notices of one record share it. */
export function groupByNotice(rows: NoticeRow[]): CheckedNotice[] {
  const notices = new Map<number, CheckedNotice>()
  const records = new Map<number, RecordData>()
  for (const row of rows.toSorted((a, b) => (a.alertId ?? 0) - (b.alertId ?? 0))) {
    const { eventId } = row
    const record = eventId === null ? null : (records.get(eventId) ?? toRecord(row))
    if (eventId !== null && record) records.set(eventId, record)
    const notice = notices.get(row.id) ?? toNotice(row, record)
    notices.set(row.id, notice)
    if (row.alertId !== null) notice.alerts.push({ name: row.name, criteria: row.criteria, match: row.match })
  }
  return [...notices.values()]
}

const toNotice = (row: NoticeRow, record: RecordData | null): CheckedNotice => ({
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
  isAccountEmail: row.isAccountEmail,
  language: row.language,
  sinceFirstMs: row.sinceFirstMs,
  skipReason: row.skipReason,
  databaseNow: followClock(row.checkedAt),
  record,
  alerts: [],
  secret: null,
})

const toRecord = (row: NoticeRow): RecordData => ({
  documentId: row.documentId,
  documentType: row.documentType,
  documentDescription: row.documentDescription,
  recordedAt: new Date(row.recordedMs),
  recordedOn: row.recordedOn,
  recordedHasTime: row.recordedHasTime,
  documentUrl: row.documentUrl,
  restricted: row.restricted,
  parties: row.parties,
  parcels: row.parcels,
  legalDescription: row.legalDescription,
  situsAddresses: row.situsAddresses,
  // describe-records.ts completes these.
  ...noProperties,
  explanation: null,
})

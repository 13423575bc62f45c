import { type RawBuilder, sql } from 'kysely'
import { isNewestReport, type NewestAnswer, newestAnswer } from '#server/platform/newest-answer.queries.ts'
import { visibleJoinedOwner } from '#server/platform/visible-owner.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { FoundReason } from '#shared/contract/found-record.ts'
import type { Marks } from '#shared/contract/marks.ts'
import type { Match, Reading } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import type { Role } from '#shared/contract/roles.ts'
import { type RecordReportFilter, maxRecordReportsCounted } from '#shared/contract/suspicious-report.ts'
import type { RecordParcels } from '#shared/node/domain/notices/describe-properties.ts'
import { recordParcels } from '#shared/node/domain/notices/record-parcels.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { KnownPhone } from './phones-to-call.ts'

export type SuspiciousReportRow = {
  noticeId: number
  answeredAt: Date
  /** The address of the notice. */
  channel: Channel
  target: string
  /** Null for an address without an owner, which came from the legacy version. */
  owner: {
    id: number
    username: string
    firstName: string
    lastName: string
    company: string
    email: string
    phone: string
  } | null
  /** The owner's numbers, or the one that received the notice. */
  phones: KnownPhone[]
  /** Null if the record was deleted. */
  record: {
    documentId: string
    description: string
    recordedAt: string
    recordedHasTime: boolean
    recordedOn: string
    documentUrl: string
    restricted: boolean
    parties: Party[]
    parcels: string[]
  } | null
  recordParcels: RecordParcels | null
  /** `field`: the field of the record that matched. */
  alerts: {
    name: string
    criteria: string
    field: Match['field']
    sentence: string
    recordRaw: string
    marks: Marks | null
    grade?: Match['grade']
    variant: Match['variant']
    /** Null of a parcel, and in matches of earlier versions. */
    reading: Reading | null
  }[]
  /** Of a record that the resident found: why we had not notified them. Null for an answer to a match. */
  found: FoundReason | null
  /** The owner's answer that counts now: this report, or a newer answer to another message. */
  newest: NewestAnswer | null
  /** The owner's other answers to the record, newest first: none of them counts any longer. */
  earlier: Pick<NewestAnswer, 'channel' | 'target' | 'answer' | 'answeredAt'>[]
  openedAt: Date | null
  dealtWithAt: Date | null
  dealtWithBy: string | null
}

/** The database's columns call an opened report 'seen'. */
const which = {
  open: { where: sql`r.resolved_at is null and ${isNewestReport}`, order: sql`answered_at desc` },
  dealtWith: { where: sql`r.resolved_at is not null and ${isNewestReport}`, order: sql`resolved_at desc` },
} as const satisfies Record<RecordReportFilter, unknown>

/** The owner of a report: of its notice `n`, or of the possible match that it is about, of which there is no notice. */
const ownerId = sql`case when r.alert_id is null then n.user_id else r.owner_key end`

/** Whether the caller may see that owner. */
const visible = (asRole: Role) => visibleJoinedOwner(ownerId, asRole)

/** A page of reports, newest first; of resolved ones, the last resolved first. */
export async function listReportRows(
  db: Db,
  { asRole, limit, offset, shown }: { asRole: Role; limit: number; offset: number; shown: RecordReportFilter },
): Promise<{ rows: SuspiciousReportRow[]; total: number }> {
  const { where, order } = which[shown]
  const reports = selectReports(asRole, where)
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${reports}`.execute(db)
  return { rows: await readRows(db, reports, { order, limit, offset }), total: counted.rows[0]?.total ?? 0 }
}

/** One report, open or resolved; undefined if there is no such report that the caller may see. */
export async function findReportRow(
  db: Db,
  { asRole, noticeId }: { asRole: Role; noticeId: number },
): Promise<SuspiciousReportRow | undefined> {
  const reports = selectReports(asRole, sql`r.notice_id = ${noticeId}`)
  const [row] = await readRows(db, reports, { order: sql`answered_at`, limit: 1, offset: 0 })
  return row
}

const selectReports = (asRole: Role, where: RawBuilder<unknown>) => sql`
  from notice_answer r left join notice n on n.id = r.notice_id left join "user" u on u.id = ${ownerId}
  where r.answer = 'wrong' and (n.id is not null or r.alert_id is not null) and ${where} and ${visible(asRole)}`

type Window = { order: RawBuilder<unknown>; limit: number; offset: number }

async function readRows(
  db: Db,
  reports: RawBuilder<unknown>,
  { order, limit, offset }: Window,
): Promise<SuspiciousReportRow[]> {
  const { rows } = await sql<SuspiciousReportRow>`
    select p.notice_id as "noticeId", p.answered_at as "answeredAt", p.channel, p.target,
      case when u.id is not null then json_build_object('id', u.id, 'username', u.username, 'firstName', u.first_name,
        'lastName', u.last_name, 'company', u.company, 'email', u.email, 'phone', u.phone) end as owner,
      coalesce((
        select json_agg(json_build_object('number', t.number, 'verified', t.verified_at is not null) order by t.id)
        from phone t where t.owner_id = u.id or (p.channel = 'PHONE' and t.id = p.recipient_id)), '[]') as phones,
      case when v.id is not null then json_build_object('documentId', v.document_id,
        'description', coalesce(nullif(v.document_description, ''), v.document_type), 'recordedAt', v.recorded_at,
        'recordedHasTime', v.recorded_has_time, 'recordedOn', v.recorded_on, 'documentUrl', v.document_url, 'restricted', v.restricted,
        'parties', v.parties, 'parcels', v.parcels) end as record,
      ${recordParcels(sql`o.notice_id = p.notice_id`)} as "recordParcels",
      coalesce((
        select json_agg(json_build_object('name', o.name, 'criteria', o.criteria,
          'field', o.match ->> 'field', 'sentence', o.match ->> 'sentence', 'recordRaw', o.match ->> 'recordRaw',
          'marks', o.match -> 'marks', 'grade', o.match ->> 'grade', 'variant', o.match ->> 'variant', 'reading', o.match -> 'reading') order by o.id)
        from (
          select h.id, h.alert_name as name, h.criteria, h.match from outgoing_event h where h.notice_id = p.notice_id
          union all
          select 0, a.name, m.criteria, m.match from possible_match m join alert a on a.id = m.alert_id
          where m.event_id = p.event_id and m.alert_id = p.alert_id) o), '[]') as alerts,
      (select json_build_object('reason', f.reason, 'alertName', f.alert_name, 'criteria', f.criteria)
        from found_record f where f.notice_id = p.notice_id) as found,
      ${newestAnswer({ ownerKey: sql`p.owner_key`, eventId: sql`p.event_id` })} as newest,
      coalesce((
        select json_agg(json_build_object('channel', o.channel, 'target', o.target, 'answer', e.answer,
          'answeredAt', e.answered_at) order by e.answered_at desc, e.notice_id desc)
        from notice_answer e join notice o on o.id = e.notice_id
        where e.owner_key = p.owner_key and e.event_id = p.event_id and e.notice_id <> p.notice_id
          and exists (select from notice_answer w where w.owner_key = p.owner_key and w.event_id = p.event_id
            and (w.answered_at, w.notice_id) > (e.answered_at, e.notice_id))), '[]') as earlier,
      p.opened_at as "openedAt", p.resolved_at as "dealtWithAt", s.username as "dealtWithBy"
    from (
      select r.*, coalesce(n.channel, 'EMAIL') as channel, coalesce(n.target, u.email, '') as target, n.recipient_id,
        u.id as user_id ${reports}
      order by ${order}, notice_id desc limit ${limit} offset ${offset}) p
    left join "user" u on u.id = p.user_id
    left join event v on v.id = p.event_id
    left join "user" s on s.id = p.resolved_by
    order by ${order}, notice_id desc`.execute(db)
  return rows
}

/** Counts open reports, up to a limit, by their own index. */
export const countOpenReports = (db: Db, asRole: Role): Promise<number> => countReports(db, asRole, which.open.where)

/** Counts reports that no member of staff has opened yet. */
export const countUnopenedReports = (db: Db, asRole: Role): Promise<number> =>
  countReports(db, asRole, sql`${which.open.where} and r.opened_at is null`)

async function countReports(db: Db, asRole: Role, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select ${selectReports(asRole, where)} limit ${maxRecordReportsCounted}) w`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

type LockedReport = {
  userId: number | null
  /** '' if the record was deleted. */
  documentId: string
  openedAt: Date | null
  dealtWithAt: Date | null
  dealtWithBy: string | null
}

/**
 * Locks a report until the transaction ends; undefined if there is no such report that the caller may see. It locks
 * first, then reads, so that a caller who waited for the lock learns the name of the clerk who resolved it meanwhile.
 */
export async function lockReport(
  tx: Tx,
  { noticeId, asRole }: { noticeId: number; asRole: Role },
): Promise<LockedReport | undefined> {
  await sql`select from notice_answer where notice_id = ${noticeId} for update`.execute(tx)
  const { rows } = await sql<LockedReport>`
    select u.id as "userId", coalesce(v.document_id, '') as "documentId", r.opened_at as "openedAt",
      r.resolved_at as "dealtWithAt", s.username as "dealtWithBy"
    from notice_answer r left join notice n on n.id = r.notice_id left join "user" u on u.id = ${ownerId}
      left join event v on v.id = r.event_id left join "user" s on s.id = r.resolved_by
    where r.notice_id = ${noticeId} and r.answer = 'wrong' and ${visible(asRole)}`.execute(tx)
  return rows[0]
}

/** Records who opened the report first, now, also in the owner's other unopened reports of the record. */
export async function recordOpening(tx: Tx, noticeId: number, by: number): Promise<void> {
  await sql`
    update notice_answer a set opened_at = now(), opened_by = ${by} from notice_answer r
    where r.notice_id = ${noticeId} and a.owner_key = r.owner_key and a.event_id = r.event_id and a.answer = 'wrong'
      and (a.resolved_at is null) = (r.resolved_at is null) and a.opened_at is null`.execute(tx)
}

/**
 * Records who resolved the report, now, also in the owner's other open reports of the record; null reopens all of them.
 */
export async function recordResolution(tx: Tx, noticeId: number, by: number | null): Promise<void> {
  await sql`
    update notice_answer a set resolved_at = case when ${by}::bigint is not null then now() end, resolved_by = ${by}
    from notice_answer r
    where r.notice_id = ${noticeId} and a.owner_key = r.owner_key and a.event_id = r.event_id and a.answer = 'wrong'
      and (a.resolved_at is null) = (${by}::bigint is not null)`.execute(tx)
}

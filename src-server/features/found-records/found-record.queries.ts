import { sql } from 'kysely'
import type { AlertException } from '#shared/contract/alert-exception.ts'
import type { Party } from '#shared/contract/party.ts'
import type { WhyNot } from '#shared/contract/why-not.ts'
import { RULE_VERSION } from '#shared/matching/public.ts'
import {
  type CriteriaColumns,
  criteriaColumns,
  type FeedFormatColumns,
} from '#shared/node/domain/alerts/criteria-columns.ts'
import { exceptionsJson } from '#shared/node/domain/alerts/exceptions.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** The resident's alert that should have found the record. */
export type OwnAlert = CriteriaColumns & {
  id: number
  name: string
  criteria: string
  exceptions: AlertException[]
  status: 'A' | 'I'
  isPaused: boolean
  createdAt: Date
}

/** @param today the county's day, 'YYYY-MM-DD' */
export async function findOwnAlert(
  db: Db | Tx,
  { userId, alertId, today }: { userId: number; alertId: number; today: string },
): Promise<OwnAlert | undefined> {
  const { rows } = await sql<OwnAlert>`
    select a.id, a.name, a.criteria, ${sql.join(criteriaColumns.map((column) => sql.ref(`a.${column}`)))},
      ${sql.raw(exceptionsJson('a'))} as exceptions, a.status, coalesce(a.paused_until > ${today}::date, false) as "isPaused",
      a.created_at as "createdAt"
    from alert a where a.id = ${alertId} and a.user_id = ${userId}`.execute(db)
  return rows[0]
}

/** A public record with what the rule needs to read it. */
export type HeldRecord = FeedFormatColumns & {
  id: number
  document_id: string
  document_type: string
  document_description: string
  recorded_at: Date
  recorded_on: string
  recorded_has_time: boolean
  parties: Party[]
  parcels: string[]
  hasMangledParcel: boolean
  receivedAt: Date
}

const heldRecord = sql`
  select e.id, e.document_id, e.document_type, e.document_description, e.recorded_at, e.recorded_on, e.recorded_has_time,
    e.parties, e.parcels, coalesce(json_array_length(e.mangled_parcels), 0) > 0 as "hasMangledParcel",
    e.received_at as "receivedAt", f.name_order, f.name_width, f.double_space_splits, f.loses_leading_zeros
  from feed f join event e on e.feed_id = f.id and not e.restricted`

/** The public records with this number, of any feed, newest first. */
export async function findByNumber(db: Db, number: string, limit: number): Promise<HeldRecord[]> {
  const { rows } = await sql<HeldRecord>`
    ${heldRecord} where e.document_id in (${number}, upper(${number}))
    order by e.recorded_at desc, e.id desc limit ${limit}`.execute(db)
  return rows
}

/** Those of these records that are public, newest first. */
export async function findByIds(db: Db | Tx, ids: readonly number[]): Promise<HeldRecord[]> {
  const { rows } = await sql<HeldRecord>`
    ${heldRecord} where e.id = any(${[...ids]}::bigint[]) order by e.recorded_at desc, e.id desc`.execute(db)
  return rows
}

/** What we know of a record and a resident's alert apart from the rule. */
export type Dealings = {
  eventId: number
  /** A notice about it that went out to the resident or soon will, by this alert or another. */
  noticeId: number | null
  /** It matched and no notice reached them: why, in the text of the history. */
  skipReason: string | null
  isPossible: boolean
  isReported: boolean
  /** The report is open: staff have not resolved it. */
  canTakeBack: boolean
  isMuted: boolean
  wasRestricted: boolean
}

/** Of a notice that reached no one and waits for no one but staff. */
const unsentStates = ['held', 'failed', 'canceled']

/**
 * SQL: the report `a` of a record that its resident `userId` found, as long as it is open. Once the record became a
 * possible match and was answered as such, the answer is about that.
 */
const openReport = (userId: number) => sql`
  from notice_answer a join found_record r on r.notice_id = a.notice_id
  where r.user_id = ${userId} and a.answer = 'wrong' and a.resolved_at is null and not exists (
    select from possible_match p where p.event_id = a.event_id and p.alert_id = a.alert_id and p.answer is not null)`

/** What became of these records for a resident's alert. */
export async function readDealings(
  db: Db | Tx,
  { userId, alertId, eventIds }: { userId: number; alertId: number; eventIds: readonly number[] },
): Promise<Dealings[]> {
  const { rows } = await sql<Dealings>`
    select v.id as "eventId",
      (select max(n.id) from outgoing_event o join notice n on n.id = o.notice_id and n.state <> all(${unsentStates})
        where o.event_id = v.id and o.user_id = ${userId}) as "noticeId",
      (select coalesce(nullif(o.skip_reason, ''), n.reason, '') from outgoing_event o left join notice n on n.id = o.notice_id
        where o.event_id = v.id and o.user_id = ${userId}
        order by (o.alert_id = ${alertId}) desc, o.id limit 1) as "skipReason",
      exists (select from possible_match p where p.event_id = v.id and p.alert_id = ${alertId}
        and p.user_id = ${userId}) as "isPossible",
      exists (select from found_record r join notice_answer n on n.notice_id = r.notice_id
        where r.user_id = ${userId} and n.event_id = v.id and n.alert_id = ${alertId}) as "isReported",
      exists (select ${openReport(userId)} and a.event_id = v.id and a.alert_id = ${alertId}) as "canTakeBack",
      exists (select from record_mute m where m.owner_key = ${userId} and m.event_id = v.id) as "isMuted",
      exists (select from withheld_match w where w.event_id = v.id and w.alert_id = ${alertId}) as "wasRestricted"
    from unnest(${[...eventIds]}::bigint[]) v (id)`.execute(db)
  return rows
}

type NewReport = { userId: number; eventId: number; alert: OwnAlert; reason: WhyNot }

/**
 * Stores the report with the other answers 'This looks wrong', so that staff work on it like them. No message was sent,
 * so it has a number of its own.
 * @returns that number; undefined if the resident has reported or answered it already
 */
export async function insertFoundRecord(
  tx: Tx,
  { userId, eventId, alert, reason }: NewReport,
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    with report as (
      insert into notice_answer (notice_id, event_id, alert_id, owner_key, answer)
      values (nextval(pg_get_serial_sequence('notice', 'id')), ${eventId}, ${alert.id}, ${userId}, 'wrong')
      on conflict (event_id, alert_id) where alert_id is not null do nothing returning notice_id)
    insert into found_record (notice_id, user_id, alert_name, criteria, reason, rule_version)
    select notice_id, ${userId}, ${alert.name}, ${alert.criteria}, ${reason}, ${RULE_VERSION} from report
    returning notice_id as number`.execute(tx)
  return rows[0]?.number
}

/**
 * Deletes the resident's open report of a record.
 * @returns the record's number; undefined if there is no such report
 */
export async function deleteFoundRecord(
  tx: Tx,
  { userId, alertId, eventId }: { userId: number; alertId: number; eventId: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`
    with open as (
      select a.notice_id ${openReport(userId)} and a.event_id = ${eventId} and a.alert_id = ${alertId} for update of a),
    report as (delete from found_record r using open where r.notice_id = open.notice_id),
    answer as (delete from notice_answer a using open where a.notice_id = open.notice_id returning a.event_id)
    select e.document_id as number from answer join event e on e.id = answer.event_id`.execute(tx)
  return rows[0]?.number
}

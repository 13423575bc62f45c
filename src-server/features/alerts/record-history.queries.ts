import { sql } from 'kysely'
import type { ServerDeps } from '#server/platform/deps.ts'
import { isAnswered, type NewestAnswer, newestAnswer } from '#server/platform/newest-answer.queries.ts'
import type { Match } from '#shared/contract/match.ts'
import type { SitusAddresses } from '#shared/contract/record-property.ts'
import { isAnswerable } from '#shared/node/domain/notices/answerable.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import { type HistoryFilter, historyConditions, type HistoryRow } from './outgoing-event.queries.ts'

/** A row of the history with the record and the message that it belongs to. */
export type RecordRow = HistoryRow & {
  event_id: number
  revision: number
  alert_id: number
  recipient_id: number
  match: Pick<Match, 'recordRaw' | 'marks' | 'sentence' | 'field' | 'alertRaw' | 'grade' | 'variant'>
  is_answerable: boolean
  /** Whether the messages about its revision were answered. */
  is_answered: boolean
  /** Whether the message went to the account's own email. */
  is_own: boolean
  /**
   * Whether it is the record's newest row. Only that row has the fields below, since a record may list a thousand
   * parcels.
   */
  is_last: boolean
  parcels: string[] | null
  situs_addresses: SitusAddresses | null
  legal_description: string | null
  /** The latest of all answers to the record. */
  newest: NewestAnswer | null
  /** The number of all records that match the filter. */
  total: number
}

export type RecordWindow = {
  limit: number
  offset?: number
  /** Rows with a greater id came after the reader's first page, and would shift the pages behind it. */
  lastRowId?: number | undefined
}

/** Rows with a greater id arrived after the reader's first page, and would shift later pages. */
export async function listRecordRows(
  database: Pick<ServerDeps, 'db' | 'pool'>,
  filter: HistoryFilter,
  { limit, offset = 0, lastRowId }: RecordWindow,
): Promise<RecordRow[]> {
  const { userId, ...narrower } = filter
  const conditions = historyConditions(narrower, 'byRecord')
  const isWhole = conditions.length === 0 && lastRowId === undefined
  // All rows of a page of records, newest record first; a record is as new as its newest row. If one row of a record
  // matches the filter, the record is listed with all its rows.
  const fits =
    conditions.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`bool_or(${sql.join(conditions, sql` and `)}) over record`
  const statement = sql<RecordRow>`
    with own as materialized (
      select h.id, h.event_id, max(h.created_at) over record as at, max(h.id) over record as last, ${fits} as fits
      from outgoing_event h ${joinRecord(filter)}
      where h.user_id = ${userId} ${upTo(lastRowId)}
      window record as (partition by h.event_id)
    ), ranked as materialized (
      select id, event_id, last, dense_rank() over (order by at desc, last desc) as place from own where fits
    )
    select h.id, h.event_id, h.revision, h.alert_id, h.alert_name, h.criteria, h.channel, h.recipient_id, h.target,
      h.match, h.skip_reason, h.notice_id, n.accepted_at, n.state, n.reason, n.possible_duplicate,
      ${isAnswerable} is true as is_answerable,
      ${isAnswered({ ownerKey: sql`h.user_id`, eventId: sql`h.event_id`, revision: sql`h.revision` })} as is_answered,
      h.channel = 'EMAIL' and lower(h.target) = (select lower(email) from "user" where id = ${userId}) is true as is_own,
      e.document_id, e.document_type, e.document_description, e.document_url, e.restricted, e.recorded_at, e.recorded_on,
      e.recorded_has_time, (select max(place) from ranked) as total, h.id = r.last as is_last,
      case when h.id = r.last then e.parcels end as parcels,
      case when h.id = r.last then e.situs_addresses end as situs_addresses,
      case when h.id = r.last then e.legal_description end as legal_description,
      case when h.id = r.last then ${newestAnswer({ ownerKey: sql`${userId}::bigint`, eventId: sql`r.event_id` })} end as newest
    from ranked r join outgoing_event h on h.id = r.id join event e on e.id = r.event_id
    left join notice n on n.id = h.notice_id
    where r.place > ${offset} and r.place <= ${offset + limit}
    order by r.place, h.id`
  // Every home page reads it, and planning takes longer than running.
  return isWhole ? preparedQuery(database, 'record_history', statement) : (await statement.execute(database.db)).rows
}

/** For a page past the last record, which has no row that could give the number of records. */
export async function countRecords(db: Db, filter: HistoryFilter, lastRowId?: number): Promise<number> {
  const { userId, ...narrower } = filter
  const conditions = [sql<boolean>`h.user_id = ${userId}`, ...historyConditions(narrower, 'byRecord')]
  const { rows } = await sql<{ n: number }>`
    select count(distinct h.event_id) as n from outgoing_event h ${joinRecord(filter)}
    where ${sql.join(conditions, sql` and `)} ${upTo(lastRowId)}`.execute(db)
  return rows[0]?.n ?? 0
}

const joinRecord = ({ filterText }: HistoryFilter) => (filterText ? sql`join event e on e.id = h.event_id` : sql``)
const upTo = (lastRowId: number | undefined) => (lastRowId === undefined ? sql`` : sql`and h.id <= ${lastRowId}`)

/** Home asks about a record for this many days. */
export const askedDays = 30

/** Home ranks at most this many waiting records, the newest and those on parcels that the user watches. */
const rankedAtMost = 200

export type WaitingRecord = {
  id: number
  noticeId: number
  /** An earlier revision was answered. */
  isRevised: boolean
  /** No message about the record reached anyone. */
  isUndelivered: boolean
  /** The record names a parcel that the user watches. */
  isOnOwnParcel: boolean
  documentType: string
  documentDescription: string
}
export type WaitingRecords = {
  /** Records of these days that matched an alert of the user, answered or not. */
  matched: number
  /** Records that the user has answered. */
  answered: number
  /** Records that wait for an answer. */
  total: number
  /** Up to 200 of the waiting records, those on watched parcels first, then the newest. */
  records: WaitingRecord[]
}

/**
 * The records of the last days that wait for the user's answer, by the same rule as the pages of their notices: a
 * message of a later revision asks again. A record whose alerts are all deleted no longer waits.
 */
export async function listWaitingRecords(db: Db, userId: number): Promise<WaitingRecords> {
  const { rows } = await sql<WaitingRecords>`
    with recent as materialized (
      select h.event_id, h.revision, h.alert_id, h.created_at, h.notice_id, ${isAnswerable} is true as is_asked,
        n.state = 'failed' as has_failed, h.channel, h.target, h.match ->> 'field' = 'parcel' as is_parcel
      from outgoing_event h left join notice n on n.id = h.notice_id
      where h.user_id = ${userId} and h.created_at > now() - make_interval(days => ${askedDays})
    ), asked as (
      select distinct on (event_id) event_id, revision, notice_id, created_at
      from recent where is_asked
      order by event_id, revision desc,
        (channel = 'EMAIL' and lower(target) = (select lower(email) from "user" where id = ${userId})) desc, notice_id
    ), waiting as materialized (
      select a.event_id as id, a.notice_id, a.revision, a.created_at,
        exists (select from recent r where r.event_id = a.event_id and r.is_parcel) as on_parcel
      from asked a
      where not ${isAnswered({ ownerKey: sql`${userId}::bigint`, eventId: sql`a.event_id`, revision: sql`a.revision` })}
      and exists (select from recent r join alert on alert.id = r.alert_id where r.event_id = a.event_id)
    )
    select (select count(distinct event_id) from recent) as matched, (select count(*) from waiting) as total,
      (select count(distinct event_id) from recent r where exists (
        select from notice_answer g where g.owner_key = ${userId} and g.event_id = r.event_id)) as answered,
      coalesce((
        select json_agg(json_build_object('id', w.id, 'noticeId', w.notice_id,
          'isRevised', exists (select from notice_answer g where g.owner_key = ${userId} and g.event_id = w.id),
          'isUndelivered', (
            select bool_and(has_failed) from recent r where r.event_id = w.id and r.revision = w.revision and r.is_asked),
          'isOnOwnParcel', w.on_parcel, 'documentType', e.document_type, 'documentDescription', e.document_description
          ) order by w.on_parcel desc, w.created_at desc, w.id desc)
        from (
          select * from waiting order by on_parcel desc, created_at desc, id desc limit ${rankedAtMost}
        ) w join event e on e.id = w.id), '[]') as records`.execute(db)
  return rows[0] ?? { matched: 0, answered: 0, total: 0, records: [] }
}

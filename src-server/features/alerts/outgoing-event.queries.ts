import { type RawBuilder, sql } from 'kysely'
import type { ServerDeps } from '#server/platform/deps.ts'
import { type NewestAnswer, newestAnswer } from '#server/platform/newest-answer.queries.ts'
import { createTimeFormatter } from '#server/platform/time-text.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { type StoredState, toDeliveryState } from '#shared/contract/delivery-state.ts'
import { gradeOf, type Match } from '#shared/contract/match.ts'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { ownNoticePath } from '#shared/node/domain/notices/links.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'

export type HistoryFilter = { userId: number; filterText?: string; emailAddressId?: number; phoneNumberId?: number }

const recordColumns = ['e.document_id', 'e.document_description', 'e.document_type']

/**
 * The conditions of a filter on outgoing_event, as `h`, in addition to its user.
 * @param kind 'byRecord' also finds the number and type of the document, with event as `e`
 */
export function historyConditions(
  { filterText, emailAddressId, phoneNumberId }: Omit<HistoryFilter, 'userId'>,
  kind: 'byRow' | 'byRecord',
): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (emailAddressId) conditions.push(sql`h.channel = 'EMAIL' and h.recipient_id = ${emailAddressId}`)
  if (phoneNumberId) conditions.push(sql`h.channel = 'PHONE' and h.recipient_id = ${phoneNumberId}`)
  if (filterText) {
    const like = `%${filterText.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const columns = ['h.alert_name', 'h.criteria', 'h.target', ...(kind === 'byRecord' ? recordColumns : [])]
    const hits = columns.map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${like}`)
    conditions.push(sql`(${sql.join(hits, sql` or `)})`)
  }
  return conditions
}

const ownConditions = ({ userId, ...filter }: HistoryFilter) =>
  sql.join([sql<boolean>`h.user_id = ${userId}`, ...historyConditions(filter, 'byRow')], sql` and `)

/** What both ways to list the history read of a row. */
export type HistoryRow = {
  id: number
  alert_name: string
  criteria: string
  channel: Channel
  target: string
  skip_reason: string
  accepted_at: Date | null
  state: StoredState | null
  reason: string | null
  possible_duplicate: boolean | null
  notice_id: number | null
  document_id: string
  document_type: string
  document_description: string
  document_url: string
  restricted: boolean
  recorded_at: Date
  recorded_on: string
  recorded_has_time: boolean
}
type Row = HistoryRow & {
  match: Pick<Match, 'recordRaw' | 'marks' | 'sentence' | 'grade' | 'variant'>
  created_at: Date
  answer: NewestAnswer | null
}

/** The history of one user, newest first: one row per record, alert and recipient. */
export async function listHistory(
  database: Pick<ServerDeps, 'db' | 'pool'>,
  filter: HistoryFilter,
  { timeZone, limit, offset = 0 }: { timeZone: string; limit: number; offset?: number },
): Promise<OutgoingEventView[]> {
  const statement = sql<Row>`
    select h.id, h.alert_name, h.criteria, h.channel, h.target, h.match, h.skip_reason, h.created_at,
      n.accepted_at, n.state, n.reason, n.possible_duplicate, h.notice_id,
      ${newestAnswer({ ownerKey: sql`h.user_id`, eventId: sql`h.event_id`, revision: sql`h.revision` })} as answer,
      e.document_id, e.document_type, e.document_description,
      e.document_url, e.restricted, e.recorded_at, e.recorded_on, e.recorded_has_time
    from outgoing_event h
    join event e on e.id = h.event_id
    left join notice n on n.id = h.notice_id
    where ${ownConditions(filter)}
    order by h.created_at desc, h.id desc limit ${limit} offset ${offset}`
  const { userId: _, ...narrower } = filter
  // Every home page reads it, and planning the query takes longer than running it.
  const rows = Object.values(narrower).some(Boolean)
    ? (await statement.execute(database.db)).rows
    : await preparedQuery(database, 'history', statement)
  const timeText = createTimeFormatter(timeZone)
  return rows.map((row) => {
    const { recordRaw, marks } = toMarkedLine(row.match)
    return {
      id: row.id,
      alertName: row.alert_name,
      deliveredTimestampFormatted: timeText(row.accepted_at),
      deliveryMethodType: row.channel,
      deliveryTarget: formatTarget(row.channel, row.target),
      combinedCriteria: row.criteria,
      documentIdentifer: toSingleLine(row.document_id),
      incomingEventCombinedCriteria: recordRaw,
      marks,
      documentDescription: toSingleLine(row.document_description || row.document_type),
      recordedTimestampFormatted: row.recorded_has_time ? timeText(row.recorded_at) : dayToWire(row.recorded_on),
      eventTimestampFormatted: timeText(row.created_at),
      sentence: toSingleLine(row.match.sentence),
      grade: gradeOf(row.match),
      documentUrl: row.document_url,
      restricted: row.restricted,
      deliveryState: toDeliveryState(row.state),
      deliveryReason: row.skip_reason || row.reason || '',
      possiblyTwice: row.possible_duplicate ?? false,
      answer: row.answer?.answer ?? null,
      answerTo:
        row.answer === null || row.answer.noticeId === row.notice_id
          ? ''
          : formatTarget(row.answer.channel, row.answer.target),
      noticePath: row.notice_id !== null && row.accepted_at ? ownNoticePath(row.notice_id) : '',
    }
  })
}

export async function countHistory(db: Db, filter: HistoryFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from outgoing_event h where ${ownConditions(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

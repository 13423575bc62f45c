import type { ServerDeps } from '#server/platform/deps.ts'
import { createTimeFormatter } from '#server/platform/time-text.ts'
import { toDeliveryState } from '#shared/contract/delivery-state.ts'
import { gradeOf } from '#shared/contract/match.ts'
import type { RecordDelivery, RecordGroup, RecordMatch } from '#shared/contract/record-group.ts'
import { noProperties, type RecordProperties } from '#shared/contract/record-property.ts'
import { formatDay, formatRecordedAt } from '#shared/domain/dates.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { describeProperties } from '#shared/node/domain/notices/describe-properties.ts'
import { ownNoticePath } from '#shared/node/domain/notices/links.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { HistoryFilter } from './outgoing-event.queries.ts'
import { countRecords, listRecordRows, type RecordRow, type RecordWindow } from './record-history.queries.ts'

type TimeText = ReturnType<typeof createTimeFormatter>

export type RecordPage = {
  records: RecordGroup[]
  total: number
  /** The newest row of the page. Later pages ask for rows up to this one, so that they show no record twice. */
  lastRowId: number
}

/** A page of a user's history by record, newest first, and the exact number of records. */
export async function readRecordPage(
  { db, pool }: Pick<ServerDeps, 'db' | 'pool'>,
  filter: HistoryFilter,
  { timeZone, ...window }: RecordWindow & { timeZone: string },
): Promise<RecordPage> {
  const rows = await listRecordRows({ db, pool }, filter, window)
  const [first] = rows
  const isPastEnd = !first && (window.offset ?? 0) > 0
  return {
    records: await describeRecords(db, groupRows(rows), timeZone),
    total: first?.total ?? (isPastEnd ? await countRecords(db, filter, window.lastRowId) : 0),
    lastRowId: window.lastRowId ?? rows.reduce((newest, { id }) => Math.max(newest, id), 0),
  }
}

type RecordRows = [RecordRow, ...RecordRow[]]

function groupRows(rows: readonly RecordRow[]): RecordRows[] {
  const byRecord = new Map<number, RecordRows>()
  for (const row of rows) {
    const known = byRecord.get(row.event_id)
    if (known) known.push(row)
    else byRecord.set(row.event_id, [row])
  }
  return [...byRecord.values()]
}

/** The row that has the values that we read once per record. */
const getNewest = (rows: RecordRows): RecordRow => rows.find(({ is_last }) => is_last) ?? rows[0]

async function describeRecords(db: Db, records: readonly RecordRows[], timeZone: string): Promise<RecordGroup[]> {
  const properties = await describeProperties(
    db,
    records.map((rows) => {
      const content = getNewest(rows)
      return {
        parcels: content.parcels ?? [],
        situsAddresses: content.situs_addresses,
        legalDescription: content.legal_description ?? '',
        matches: rows.map(({ match }) => match),
      }
    }),
  )
  const timeText = createTimeFormatter(timeZone)
  return records.map((rows, index) => ({
    ...(properties[index] ?? noProperties),
    ...toRecordGroup(rows, timeZone, timeText),
  }))
}

function toRecordGroup(
  rows: RecordRows,
  timeZone: string,
  timeText: TimeText,
): Omit<RecordGroup, keyof RecordProperties> {
  const [record] = rows
  const asked = findAsked(rows)
  // Without a message there is no question; an earlier answer is still shown.
  const given = asked && !asked.is_answered ? null : getNewest(rows).newest
  return {
    id: record.event_id,
    documentIdentifier: toSingleLine(record.document_id),
    documentDescription: toSingleLine(record.document_description || record.document_type),
    recordedTimestampFormatted: formatRecordedAt(record, timeZone),
    documentUrl: record.document_url,
    restricted: record.restricted,
    answer: given?.answer ?? null,
    answeredOn: given ? formatDay(new Date(given.answeredAt), timeZone) : '',
    answerTo: given ? formatTarget(given.channel, given.target) : '',
    isUnanswered: asked !== undefined && given === null,
    noticePath: asked?.notice_id ? ownNoticePath(asked.notice_id) : '',
    matches: listMatches(rows),
    deliveries: listDeliveries(rows, timeText),
  }
}

/**
 * The row whose message its owner answers: of the latest revision that we asked about, and to the account's own email
 * if it got one.
 */
function findAsked(rows: readonly RecordRow[]): RecordRow | undefined {
  const asked = rows.filter(({ is_answerable }) => is_answerable)
  const latest = asked.filter(({ revision }) => revision === Math.max(...asked.map((row) => row.revision)))
  const own = latest.filter(({ is_own }) => is_own)
  return (own.length > 0 ? own : latest).toSorted((a, b) => (a.notice_id ?? 0) - (b.notice_id ?? 0))[0]
}

function listMatches(rows: readonly RecordRow[]): RecordMatch[] {
  const byAlert = new Map(rows.map((row) => [row.alert_id, row]))
  return [...byAlert.values()].map((row) => ({
    alertId: row.alert_id,
    alertName: row.alert_name,
    criteria: row.criteria,
    sentence: toSingleLine(row.match.sentence),
    grade: gradeOf(row.match),
    ...toMarkedLine(row.match),
  }))
}

/** One line per message; without a message, one per address and reason. */
function listDeliveries(rows: readonly RecordRow[], timeText: TimeText): RecordDelivery[] {
  const byMessage = new Map(
    rows.map((row) => [row.notice_id ?? `${row.channel} ${row.recipient_id} ${row.skip_reason}`, row]),
  )
  return [...byMessage.values()].map((row) => ({
    channel: row.channel,
    target: formatTarget(row.channel, row.target),
    deliveredTimestampFormatted: timeText(row.accepted_at),
    deliveryState: toDeliveryState(row.state),
    deliveryReason: row.skip_reason || row.reason || '',
    possiblyTwice: row.possible_duplicate ?? false,
  }))
}

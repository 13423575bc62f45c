import type { ServerDeps } from '#server/platform/deps.ts'
import { gradeOf } from '#shared/contract/match.ts'
import type { PossibleMatchKey, PossibleMatchPage, PossibleMatchView } from '#shared/contract/possible-match.ts'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { formatDay, formatRecordedAt } from '#shared/domain/dates.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { describeRows } from '#shared/node/domain/notices/describe-properties.ts'
import {
  countPossibleMatches,
  listPossibleMatches,
  type PossibleMatchRow,
} from '#shared/node/domain/possible-matches/possible-match.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { writeSpelling } from './write-spelling.ts'

type Window = { limit: number; offset?: number; unanswered?: boolean }

/** A user's possible matches, newest first, and how many there are. */
export async function readPossibleMatches(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  userId: number,
  { unanswered = false, ...window }: Window,
): Promise<PossibleMatchPage> {
  const [rows, open, all] = await Promise.all([
    listPossibleMatches(db, userId, { ...window, isOpen: unanswered }),
    countPossibleMatches(db, userId, { isOpen: true }),
    unanswered ? null : countPossibleMatches(db, userId),
  ])
  return { matches: await toViews(db, rows, env.COUNTY_TIME_ZONE), total: all ?? open, open }
}

/** One of them; undefined once it is not in the list. */
export async function readPossibleMatch(
  db: Db | Tx,
  userId: number,
  { timeZone, ...key }: PossibleMatchKey & { timeZone: string },
): Promise<PossibleMatchView | undefined> {
  const [view] = await toViews(db, await listPossibleMatches(db, userId, { ...key, limit: 1 }), timeZone)
  return view
}

const toViews = async (
  db: Db | Tx,
  rows: readonly PossibleMatchRow[],
  timeZone: string,
): Promise<PossibleMatchView[]> => (await describeRows(db, rows)).map((row) => toView(row, timeZone))

type DescribedRow = Omit<PossibleMatchRow, 'recordParcels'> & RecordProperties

function toView(row: DescribedRow, timeZone: string): PossibleMatchView {
  const { recordedAt, recordedOn, recordedHasTime, match } = row
  const recorded = { recorded_at: recordedAt, recorded_on: recordedOn, recorded_has_time: recordedHasTime }
  return {
    eventId: row.eventId,
    alertId: row.alertId,
    alertName: row.alertName,
    criteria: row.criteria,
    documentIdentifier: toSingleLine(row.documentId),
    documentDescription: toSingleLine(row.documentDescription || row.documentType),
    recordedTimestampFormatted: formatRecordedAt(recorded, timeZone),
    documentUrl: row.documentUrl,
    properties: row.properties,
    moreProperties: row.moreProperties,
    commonLegalDescription: row.commonLegalDescription,
    ...toMarkedLine(match),
    sentence: toSingleLine(match.sentence),
    grade: gradeOf(match),
    spelling: writeSpelling(match),
    answer: row.answer,
    answeredOn: row.answeredAt ? formatDay(row.answeredAt, timeZone) : '',
  }
}

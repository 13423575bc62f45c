import { gradeOf } from '#shared/contract/match.ts'
import { findNotMeCause, measureRarity } from '#shared/matching/public.ts'
import { criteriaFromRow, feedFormatFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { type AnswerCause, findAlertAndFeed } from './answer-cause.queries.ts'

const unknown = { cause: 'unknown', grade: null, expectedRecords: null, expectedRecordsOfPair: null } as const

type AnsweredMatch = Parameters<typeof findNotMeCause>[0] &
  Parameters<typeof gradeOf>[0] & { alertId: number | null; recordRaw: string }

/** Of the name that matched; of the parcel only if nothing else did. */
export async function readAnswerCause(
  tx: Tx,
  { alerts, eventId }: { alerts: readonly AnsweredMatch[]; eventId: number },
): Promise<AnswerCause> {
  const match = alerts.find(({ field }) => field !== 'parcel') ?? alerts[0]
  return match ? measureMatch(tx, match, eventId) : unknown
}

/** How common the names are can be said only while the alert is there. */
export async function measureMatch(tx: Tx, match: AnsweredMatch, eventId: number): Promise<AnswerCause> {
  const reason = { ...unknown, cause: findNotMeCause(match), grade: gradeOf(match) }
  if (match.alertId === null || match.field === 'parcel') return reason
  const row = await findAlertAndFeed(tx, { alertId: match.alertId, eventId })
  if (!row) return reason
  const criteria = criteriaFromRow(row)
  if (criteria.alertType !== 'NAME') return reason
  const { expected, pair } = measureRarity(criteria, match, feedFormatFromRow(row))
  return { ...reason, expectedRecords: expected, expectedRecordsOfPair: pair }
}

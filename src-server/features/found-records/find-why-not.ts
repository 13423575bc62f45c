import type { WhyNot } from '#shared/contract/why-not.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { explainNoMatch, parseAlert, parseRecord } from '#shared/matching/public.ts'
import { criteriaFromRow, feedFormatFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Dealings, HeldRecord, OwnAlert } from './found-record.queries.ts'

/**
 * Why a resident got no notice of a record: what became of the match if there was one; else why the rule does not match
 * it; else, since the rule matches it today, what kept it from them when it came.
 */
export function findWhyNot(alert: OwnAlert, record: HeldRecord, dealings: Dealings, mask: ParcelMask): WhyNot {
  if (dealings.noticeId !== null) return 'notified'
  if (dealings.skipReason !== null) return 'skipped'
  if (dealings.isPossible) return 'listedAsPossible'
  if (dealings.wasRestricted) return 'restricted'
  const parsed = parseRecord({ parties: record.parties, parcels: record.parcels }, feedFormatFromRow(record), mask)
  const reason = explainNoMatch(parseAlert(criteriaFromRow(alert), mask, alert.exceptions), parsed)
  if (reason === 'parcel' && record.hasMangledParcel) return 'unreadParcel'
  if (reason !== null) return reason
  if (alert.createdAt > record.receivedAt) return 'createdAfter'
  if (dealings.isMuted) return 'muted'
  if (alert.status === 'I') return 'inactive'
  return alert.isPaused ? 'paused' : 'matchesNow'
}

import { maxExceptionLength, type NameException, type ExceptionOfferKind } from '#shared/contract/alert-exception.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { listExceptionOffers, parseAlert, type ParsedRecord, parseRecord } from '#shared/matching/public.ts'
import { criteriaFromRow, feedFormatFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { findMatchedNameAlerts, findRecordNames, type MatchedNameAlert } from './exception-offers.queries.ts'
import type { NoticeDetails } from './notice.queries.ts'

/** One thing that an alert could leave out, or does. `value` and `written` are '' for `byInitial`. */
export type ExceptionOffer = { kind: ExceptionOfferKind; value: string; written: string; applied: boolean }

/** What 'This is not about me' offers. */
export type ExceptionOffersView = {
  /** The reader is not logged in: anyone with a message's link may mute its record, but not change an alert. */
  needsLogin: boolean
  /** The logged-in owner to whom `alerts` are offered; null without an offer. */
  readerId: number | null
  /** `firstName` and `lastName` are those of the alert, for the sentence that says what is left out. */
  alerts: { id: number; name: string; firstName: string; lastName: string; offers: ExceptionOffer[] }[]
}

export const noExceptionOffers: ExceptionOffersView = { needsLogin: false, readerId: null, alerts: [] }

type Reader = { id: number } | null
type AnsweredNotice = Pick<NoticeDetails, 'userId' | 'eventId' | 'watchedParcels'>

/**
 * What the page of a notice offers its logged-in owner after 'This is not about me', and what was applied there. After
 * another answer, only what was applied. Empty if a parcel alert of theirs matched the record.
 */
export async function readExceptionOffers(
  db: Db | Tx,
  { userId, eventId, watchedParcels }: AnsweredNotice,
  { reader, isNotMe }: { reader: Reader; isNotMe: boolean },
): Promise<ExceptionOffersView> {
  if (userId === null || eventId === null || watchedParcels.length > 0) return noExceptionOffers
  if (reader && reader.id !== userId) return noExceptionOffers
  const matched = await findMatchedNameAlerts(db, { eventId, ownerId: userId })
  if (!reader) return { ...noExceptionOffers, needsLogin: isNotMe && matched.length > 0 }
  const names = matched.length > 0 ? await findRecordNames(db, eventId) : undefined
  if (!names) return noExceptionOffers
  // Once for all alerts: a record may have a thousand names.
  const record = parseRecord({ parties: names.parties, parcels: [] }, feedFormatFromRow(names), null)
  const withOffers = matched.flatMap((alert) => {
    const offers = listOffers(alert, record).filter(({ applied, kind }) => isNotMe || (applied && kind !== 'byInitial'))
    if (!isNotMe && offers.length === 0) return []
    const { id, name, first_name: firstName, last_name: lastName } = alert
    return [{ id, name, firstName, lastName, offers }]
  })
  return withOffers.length > 0 ? { needsLogin: false, readerId: reader.id, alerts: withOffers } : noExceptionOffers
}

function listOffers(alert: MatchedNameAlert, record: ParsedRecord): ExceptionOffer[] {
  const byInitial: ExceptionOffer = { kind: 'byInitial', value: '', written: '', applied: alert.exact_first_name }
  const exceptions = listExceptions(alert, record).map((offer) => ({
    ...offer,
    written: toSingleLine(offer.written),
    applied: alert.exceptions.some(({ kind, value }) => kind === offer.kind && value === offer.value),
  }))
  return [...(alert.match.byInitialOnly ? [byInitial] : []), ...exceptions]
}

/** Without names longer than what can be stored, as of a party that is no person. */
function listExceptions(alert: MatchedNameAlert, record: ParsedRecord): NameException[] {
  const criteria = criteriaFromRow(alert)
  // As it matched: since then it may leave out matches by initial.
  const parsed = parseAlert({ ...criteria, variants: { ...criteria.variants, notByInitial: false } }, null)
  return listExceptionOffers(parsed, record, alert.match).filter(({ value }) => value.length <= maxExceptionLength)
}

import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { gradeOf, type Match, type MatchGrade } from '#shared/contract/match.ts'
import { messages } from '#shared/contract/messages.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { rights, type Role, roles } from '#shared/contract/roles.ts'
import { withoutPossible } from '#shared/domain/alert/weekly-email.ts'
import { addDays, today } from '#shared/domain/dates.ts'
import { toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { hideRecord } from '#shared/domain/notice/record-summary.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { skipReasons, type MatchSkipReason } from '#shared/domain/notice/skip-reasons.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import {
  parseAlert,
  decide,
  parseRecord,
  recordKeys,
  recordPrefixes,
  recordSlipKeys,
  toStaffSentence,
} from '#shared/matching/public.ts'
import { parseMaskOrNull, criteriaFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import { findPropertiesByParcel } from '#shared/node/domain/roll/parcels.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { type FeedDetail, findFeedDetail } from './manage/feed-view.queries.ts'
import {
  type CandidateAlert,
  findCandidateAlerts,
  findHeldRecord,
  findNotifiableAddresses,
  type NotifiableAddress,
} from './match-preview.queries.ts'
import { describeSample, type SampleDocument, parseSample } from './records/describe-sample.ts'
import type { EventRow } from './records/event.queries.ts'

/** Alerts checked per record; no county's record comes near it. */
const maxCandidates = 5_000

export type MatchPreview = {
  record: SampleDocument
  /** The record is older than the county's limit, so its notices would wait for approval. */
  wouldWait: boolean
  alerts: {
    id: number
    name: string
    criteria: string
    /** Null for an alert from the legacy version. */
    username: string | null
    match: Pick<
      Match,
      'sentence' | 'recordRaw' | 'marks' | 'alertRaw' | 'variant' | 'byInitialOnly' | 'otherLegalForm' | 'reading'
    > & { grade: MatchGrade }
    /** Why the alert would notify no one, or ''. */
    whyNot: string
    addresses: { channel: Channel; target: string; whyNot: string }[]
  }[]
  total: number
  capped: boolean
  /** Whether the result omits alerts of accounts that the caller may not see. */
  partial: boolean
}

/**
 * Previews whom we would notify if this feed sent this record now, by the keys, the rule and the skip reasons of
 * matching itself. It stores nothing, except an audit row if it shows a user's address.
 * @param text one event as JSON, or the rows of one document under their header
 * @throws AppError missing if there is no such feed; refused, with the field `text`, if it holds not one document
 */
export async function previewMatches(
  deps: ServerDeps,
  actor: Actor,
  { feedId, text, page }: { feedId: number; text: string; page: number },
): Promise<MatchPreview> {
  const { db, env } = deps
  const feed = await findFeedDetail(db, feedId)
  if (!feed) throw new AppError('missing', messages.notFound)
  const [item, ...others] = await parseSample(text, feed.mapping)
  if (!item || others.length > 0) throw notOne
  const { service } = await deps.settings.current()
  const mask = parseMaskOrNull(service.parcelMask)
  const { row, shown } = describeSample(item, { feed, reading: feed, mask, countyZone: env.COUNTY_TIME_ZONE })
  const partial = roles.some((role) => !rights[actor.role].manages.includes(role))
  if (!row) return { record: shown, wouldWait: false, alerts: [], total: 0, capped: false, partial }

  const day = today(env.COUNTY_TIME_ZONE)
  const { matched, capped } = await findMatches(db, {
    feed,
    row,
    mask,
    hasWeekly: service.weeklyEmail,
    today: day,
    asRole: actor.role,
  })
  const { limit, offset } = toLimitOffset(page)
  const onPage = matched.slice(offset, offset + limit)
  const ids = onPage.map(({ alert }) => alert.id)
  const held = await findHeldRecord(db, feedId, row.document_id, ids)
  const addresses = await findNotifiableAddresses(
    db,
    onPage.map(({ alert: { id, user_id, paused } }) => ({
      event_id: held?.eventId ?? null,
      alert_id: id,
      user_id,
      paused,
    })),
    env.SMS_TRANSPORT !== 'none',
  )
  if (onPage.length > 0)
    await writeAudit(db, {
      type: 'ALERT',
      actor,
      description: `Looked up who would be notified about document ${row.document_id} of the feed ${feed.name}.`,
      newValue: { alerts: ids, total: matched.length },
      address: actor.address,
    })
  return {
    record: await addRollAddresses(db, shown),
    wouldWait: row.recorded_on < addDays(day, -service.floodRecordAgeDays),
    alerts: onPage.map((found) => toPreviewAlert(found, held?.matched ?? [], addresses)),
    total: matched.length,
    capped,
    partial,
  }
}

/** The record, with the roll's address for each parcel that has none; a restricted record shows nothing. */
async function addRollAddresses(db: Db, record: SampleDocument): Promise<SampleDocument> {
  const listed = await findPropertiesByParcel(
    db,
    record.parcels.filter(({ situsAddress }) => situsAddress === '').map(({ id }) => id),
  )
  return {
    ...record,
    parcels: record.parcels.map(({ id, situsAddress }) => ({
      id,
      situsAddress: situsAddress || toSingleLine(listed.get(id)?.address ?? ''),
    })),
  }
}

type FoundAlert = { alert: CandidateAlert; match: Match }

/** The alerts that matching would find, by the same keys and the same rule. */
async function findMatches(
  db: Db,
  {
    feed,
    row,
    mask,
    hasWeekly,
    ...filter
  }: {
    feed: FeedDetail
    row: EventRow
    mask: ReturnType<typeof parseMaskOrNull>
    /** Whether the county has the weekly email of possible matches. */
    hasWeekly: boolean
    today: string
    asRole: Role
  },
): Promise<{ matched: FoundAlert[]; capped: boolean }> {
  const record = parseRecord({ parties: row.parties, parcels: row.parcels }, feed, mask)
  const candidates = await findCandidateAlerts(db, {
    keys: [...recordKeys(record), ...recordSlipKeys(record)],
    prefixes: feed.nameWidth === null ? [] : recordPrefixes(record),
    ...filter,
    limit: maxCandidates,
  })
  const matched = candidates.slice(0, maxCandidates).flatMap((alert) => {
    const criteria = criteriaFromRow(hasWeekly ? alert : withoutPossible(alert))
    const match = decide(parseAlert(criteria, mask, alert.exceptions), record)
    if (!match) return []
    if (!row.restricted) return [{ alert, match }]
    // As in matching: only the parcels of a restricted record notify anyone, and we show nothing of it.
    return match.field === 'parcel' ? [{ alert, match: hideRecord(match) }] : []
  })
  return { matched, capped: candidates.length > maxCandidates }
}

const toPreviewAlert = (
  { alert, match }: FoundAlert,
  alreadyMatched: number[],
  addresses: NotifiableAddress[],
): MatchPreview['alerts'][number] => ({
  id: alert.id,
  name: alert.name,
  criteria: alert.criteria,
  username: alert.username,
  match: {
    ...match,
    ...toMarkedLine(match),
    sentence: toStaffSentence(toSingleLine(match.sentence)),
    grade: gradeOf(match),
  },
  whyNot: whyNot(alert, alreadyMatched.includes(alert.id)),
  addresses: addresses
    .filter(({ alertId }) => alertId === alert.id)
    .map(({ channel, target, skipReason }) => ({
      channel,
      target: formatTarget(channel, target),
      whyNot: skipReason === null ? '' : toPreviewText(skipReason),
    })),
})

const oneOnly = 'Enter the rows of one document, or one record as JSON.'
const notOne = new AppError('refused', oneOnly, { fields: { text: oneOnly } })

function toPreviewText(reason: MatchSkipReason): string {
  const texts = skipReasons[reason]
  return 'preview' in texts ? texts.preview : texts.history
}

/** The skip reason as matching decides it, in words; a locked owner still gets notices. */
function whyNot({ status, user_status }: CandidateAlert, alreadyMatched: boolean): string {
  if (status === 'I') return 'The alert is inactive.'
  if (user_status === 'I') return 'The account is inactive.'
  if (user_status === 'P') return 'The registration of the account is not complete.'
  if (alreadyMatched) return 'This alert already matched this document.'
  return ''
}

import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Match } from '#shared/contract/match.ts'
import { messages } from '#shared/contract/messages.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { rights, roles } from '#shared/contract/roles.ts'
import { parseAlert } from '#shared/matching/alert.ts'
import { decide } from '#shared/matching/decide.ts'
import { parseRecord, recordKeys, recordPrefixes } from '#shared/matching/record.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { parseMaskOrNull, criteriaFromRow } from '#shared/node/domain/alerts/criteria.ts'
import { today } from '#shared/domain/dates.ts'
import { daysBefore } from '#shared/domain/days.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { oneLine } from '#shared/domain/notice/one-line.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { findFeedDetail } from './feed-view.queries.ts'
import { describeSample, type SampleDocument, parseSample } from './read-sample.ts'
import {
  type CandidateAlert,
  findCandidateAlerts,
  findHeldRecord,
  findNotifiableAddresses,
} from './match-preview.queries.ts'

/** Alerts looked at for one record; no record of a county comes near it. */
const maxCandidates = 5_000

export type MatchPreview = {
  record: SampleDocument
  /** It is older than the county's limit: its notices would wait for their release. */
  wouldWait: boolean
  alerts: {
    id: number
    name: string
    criteria: string
    /** null for an alert taken over from the legacy version. */
    username: string | null
    match: Pick<Match, 'sentence' | 'recordRaw' | 'alertRaw' | 'variant' | 'byInitialOnly' | 'otherLegalForm'>
    /** Why nobody is told of it at all, or ''. */
    whyNot: string
    addresses: { channel: Channel; target: string; whyNot: string }[]
  }[]
  total: number
  capped: boolean
  /** Alerts of accounts that the caller may not see are left out. */
  partial: boolean
}

/**
 * Who would be told, if this feed sent this record now: by the same keys, the same rule and the same reasons against
 * sending as matching itself. Nothing is stored but, where somebody's address is shown, a line of the audit log.
 * @param text one event as JSON, or the rows of one document under their header
 * @throws AppError missing where there is no such feed; refused, with the field `text`, where it holds not one document
 */
export async function previewMatches(
  ctx: UserContext,
  { feedId, text, page }: { feedId: number; text: string; page: number },
): Promise<MatchPreview> {
  const { db, env, user, address } = ctx
  const feed = await findFeedDetail(db, feedId)
  if (!feed) throw new AppError('missing', messages.notFound)
  const [item, ...others] = await parseSample(text, feed.mapping)
  if (!item || others.length > 0) throw notOne
  const { service } = await ctx.settings.current()
  const mask = parseMaskOrNull(service.parcelMask)
  const { row, shown } = describeSample(item, { feed, reading: feed, mask, countyZone: env.COUNTY_TIME_ZONE })
  const partial = roles.some((role) => !rights[user.role].manages.includes(role))
  if (!row) return { record: shown, wouldWait: false, alerts: [], total: 0, capped: false, partial }

  const day = today(env.COUNTY_TIME_ZONE)
  const record = parseRecord({ parties: row.parties, parcels: row.parcels }, feed, mask)
  const candidates = await findCandidateAlerts(db, {
    keys: recordKeys(record),
    prefixes: feed.nameWidth === null ? [] : recordPrefixes(record),
    today: day,
    asRole: user.role,
    limit: maxCandidates,
  })
  const matched = candidates.slice(0, maxCandidates).flatMap((alert) => {
    const match = decide(parseAlert(criteriaFromRow(alert), mask), record)
    return match ? [{ alert, match }] : []
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
      actor: user,
      description: `Looked up who would be told by document ${row.document_id} of feed ${feed.name}`,
      newValue: { alerts: ids, total: matched.length },
      address,
    })
  return {
    record: shown,
    wouldWait: row.recorded_on < daysBefore(day, service.floodRecordAgeDays),
    alerts: onPage.map(({ alert, match }) => ({
      id: alert.id,
      name: alert.name,
      criteria: alert.criteria,
      username: alert.username,
      match: { ...match, recordRaw: oneLine(match.recordRaw), sentence: oneLine(match.sentence) },
      whyNot: whyNot(alert, held?.matched.includes(alert.id) ?? false),
      addresses: addresses
        .filter((one) => one.alertId === alert.id)
        .map(({ channel, target, unsentReason }) => ({
          channel,
          target: channel === 'PHONE' ? formatPhone(target) : target,
          whyNot: inPresent(unsentReason),
        })),
    })),
    total: matched.length,
    capped: candidates.length > maxCandidates,
    partial,
  }
}

const oneOnly = 'Enter the rows of one document, or one record as JSON.'
const notOne = new AppError('refused', oneOnly, { fields: { text: oneOnly } })

/** History says why nothing was sent; here nothing was tried. */
const present: Record<string, string> = {
  [skipReasons.paused]: 'The alert is paused.',
  [skipReasons.unverified]: 'This address is not confirmed yet.',
  [skipReasons.muted]: 'Its owner said that this record is not about them.',
}
const inPresent = (reason: string) => present[reason] ?? reason

/** As matching decides (a locked owner is told), in words. */
function whyNot({ status, user_status }: CandidateAlert, alreadyMatched: boolean): string {
  if (status === 'I') return 'The alert is inactive.'
  if (user_status === 'I') return 'The account is inactive.'
  if (user_status === 'P') return 'The account is not registered yet.'
  if (alreadyMatched) return 'It was told of this document before.'
  return ''
}

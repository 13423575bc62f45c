import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedFinding } from '#shared/contract/feed-finding.ts'
import { signKinds } from '#shared/contract/feed-finding.ts'
import { addDays, today } from '#shared/domain/dates.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import type { FeedFormat } from '#shared/matching/public.ts'
import { feedFormatFromRow, parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { type PreparedEvent, prepareEvent } from '../matching/decide-batch.ts'
import type { TakenEvent } from '../matching/take-events.queries.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { addCounts, applyChange, type Counted, noCounts, toEffects, toFinding, toUnreadable } from './count-effects.ts'
import { createMatchFinder, type FindMatches } from './count-matches.ts'
import { beginCheck, readSample, saveCheck } from './feed-check.queries.ts'
import { detectors } from './signs/detectors.ts'
import type { Checked, HeldRecord, Sign } from './signs/sign.ts'

type CheckDeps = Pick<WorkerDeps, 'db' | 'pool' | 'env'>

/** Keys whose alerts one statement looks up: of some hundred records, or of one with very many names. */
const keysPerLookup = 20_000
/** After this long, deliveries and callbacks get their turn. */
const turnMs = 20
/** Matches are counted for records of the last 12 months. */
const matchedDays = 365

/**
 * Checks a sample of a feed's stored records for signs that they are not written as its settings say, counts what each
 * suggested setting would change, and stores both for staff. Changes no setting.
 * @returns records checked and findings, or null if there is no such open feed
 */
export async function checkFeed(
  deps: CheckDeps,
  feedId: number,
): Promise<{ records: number; findings: FeedFinding[] } | null> {
  const feed = await beginCheck(deps.db, feedId)
  if (!feed) return null
  const records = await readSample(deps.db, feedId)
  const day = today(deps.env.COUNTY_TIME_ZONE)
  const checked = { records, format: feedFormatFromRow(feed), mask: parseMaskOrNull(feed.parcel_mask), today: day }
  const findings = await findAll(checked, {
    findMatches: createMatchFinder(deps, checked.mask, day),
    hasTypingSlips: feed.has_typing_slips,
    oldestMatched: addDays(day, -matchedDays),
  })
  const found = { records: records.length, findings }
  await saveCheck(deps.db, feedId, feed, found)
  return found
}

type Matching = { findMatches: FindMatches; hasTypingSlips: boolean; oldestMatched: string }

async function findAll(checked: Checked, matching: Matching): Promise<FeedFinding[]> {
  const signs: Sign[] = []
  for (const kind of signKinds) {
    const sign = detectors[kind](checked)
    if (sign) signs.push(sign)
    await nextTurn()
  }
  const { records, format, mask } = checked
  const isUseful = signs.some(({ change }) => change)
  const before = await countUnder(format, records, mask, isUseful ? matching : null)
  const findings: FeedFinding[] = []
  for (const sign of signs) {
    if (!sign.change) findings.push(toFinding(sign, []))
    else {
      const after = await countUnder(applyChange(format, sign.change), records, mask, matching)
      findings.push(toFinding(sign, toEffects(sign, before, after, mask)))
    }
  }
  if (before.names > 0) findings.push(toUnreadable(before))
  return findings
}

/** Reads all records under one format and counts; matches only if `matching` is given. */
async function countUnder(
  format: FeedFormat,
  records: readonly HeldRecord[],
  mask: ParcelMask,
  matching: Matching | null,
): Promise<Counted> {
  let counts = noCounts
  const matches = new Set<string>()
  let hasAllMatches = matching !== null
  let batch: PreparedEvent[] = []
  let keys = 0
  let turn = performance.now()
  for (const [index, record] of records.entries()) {
    // Slips are looked up by many keys, so only for records whose matches count.
    const isCounted = matching !== null && hasAllMatches && record.recorded_on >= matching.oldestMatched
    const prepared = prepareEvent(toTakenEvent(record, format, isCounted && matching.hasTypingSlips), mask)
    counts = addCounts(counts, prepared.record)
    if (isCounted) {
      batch.push(prepared)
      keys += prepared.keys.length + prepared.slipKeys.length
    }
    if (matching && (keys >= keysPerLookup || index === records.length - 1)) {
      const found = await matching.findMatches(batch)
      if (found) found.forEach((pair) => matches.add(pair))
      else hasAllMatches = false
      batch = []
      keys = 0
    }
    if (performance.now() - turn > turnMs) {
      await nextTurn()
      turn = performance.now()
    }
  }
  return { ...counts, matches: hasAllMatches ? matches : null }
}

/** The record as matching takes it from the queue, under this format. */
const toTakenEvent = (record: HeldRecord, format: FeedFormat, hasTypingSlips: boolean): TakenEvent => ({
  ...record,
  revision: 1,
  restricted: false,
  name_order: format.nameOrder,
  name_width: format.nameWidth,
  double_space_splits: format.doubleSpaceSplits,
  loses_leading_zeros: format.losesLeadingZeros,
  oldest_rule: null,
  newest_rule: null,
  has_typing_slips: hasTypingSlips,
  parcel_mask: null,
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FeedFinding } from '#shared/contract/feed-finding.ts'
import { findingKinds } from '#shared/contract/feed-finding.ts'
import { addDays, today } from '#shared/domain/dates.ts'
import type { FeedFormat } from '#shared/matching/feed-format.ts'
import type { ParcelMask } from '#shared/matching/parcel.ts'
import { feedFormatFromRow, parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { type PreparedEvent, prepareEvent } from '../matching/decide-batch.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { addCounts, applyChange, type Counted, noCounts, toEffects, toFinding } from './count-effects.ts'
import { createMatchFinder, type FindMatches } from './count-matches.ts'
import { beginCheck, readSample, sampleLimits, saveCheck } from './feed-check.queries.ts'
import { detectors } from './signs/detectors.ts'
import type { Checked, HeldRecord, Sign } from './signs/sign.ts'

type CheckDeps = Pick<WorkerDeps, 'db' | 'pool' | 'env'>

/** Records parsed before deliveries and callbacks get their turn: some 10 ms. */
const recordsPerTurn = 200
/** Matches are counted for records of the last 12 months. */
const matchedDays = 365

/**
 * Looks through a sample of the records held of a feed for signs that they are not written as its settings say, counts
 * what each suggested setting would change, and stores both for staff (decisions, section 6a). Changes no setting.
 * @returns records looked at and findings, or null if there is no such open feed
 */
export async function checkFeed(
  deps: CheckDeps,
  feedId: number,
  limits = sampleLimits,
): Promise<{ records: number; findings: FeedFinding[] } | null> {
  const feed = await beginCheck(deps.db, feedId)
  if (!feed) return null
  const records = await readSample(deps.db, feedId, limits)
  const checked = { records, format: feedFormatFromRow(feed), mask: parseMaskOrNull(feed.parcel_mask) }
  const findings = await findAll(checked, {
    findMatches: createMatchFinder(deps, checked.mask, today(deps.env.COUNTY_TIME_ZONE)),
    oldestMatched: addDays(today(deps.env.COUNTY_TIME_ZONE), -matchedDays),
  })
  const found = { records: records.length, findings }
  await saveCheck(deps.db, feedId, feed, found)
  return found
}

type Matching = { findMatches: FindMatches; oldestMatched: string }

async function findAll(checked: Checked, matching: Matching): Promise<FeedFinding[]> {
  const signs: Sign[] = []
  for (const kind of findingKinds) {
    const sign = detectors[kind](checked)
    if (sign) signs.push(sign)
    await nextTurn()
  }
  const { records, format, mask } = checked
  const isUseful = signs.some(({ change }) => change)
  const before = isUseful ? await countUnder(format, records, mask, matching) : null
  const findings: FeedFinding[] = []
  for (const sign of signs) {
    if (!sign.change || !before) findings.push(toFinding(sign, []))
    else {
      const after = await countUnder(applyChange(format, sign.change), records, mask, matching)
      findings.push(toFinding(sign, toEffects(sign, before, after, mask)))
    }
  }
  return findings
}

/** Reads all records under one format and counts. */
async function countUnder(
  format: FeedFormat,
  records: readonly HeldRecord[],
  mask: ParcelMask,
  { findMatches, oldestMatched }: Matching,
): Promise<Counted> {
  let counts = noCounts
  let matches: Set<string> | null = new Set<string>()
  for (let from = 0; from < records.length; from += recordsPerTurn) {
    const prepared = records.slice(from, from + recordsPerTurn).map((record) => prepareRecord(record, format, mask))
    for (const { record } of prepared) counts = addCounts(counts, record)
    const recent = prepared.filter(({ event }) => event.recorded_on >= oldestMatched)
    const found: string[] | null = matches && (await findMatches(recent))
    if (found && matches) for (const pair of found) matches.add(pair)
    else matches = null
    await nextTurn()
  }
  return { ...counts, matches }
}

const prepareRecord = (record: HeldRecord, format: FeedFormat, mask: ParcelMask): PreparedEvent =>
  prepareEvent(
    {
      ...record,
      revision: 1,
      name_order: format.nameOrder,
      name_width: format.nameWidth,
      double_space_splits: format.doubleSpaceSplits,
      loses_leading_zeros: format.losesLeadingZeros,
      oldest_rule: null,
      newest_rule: null,
      parcel_mask: null,
    },
    mask,
  )

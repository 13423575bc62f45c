import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { FeedFinding, SignKind } from '#shared/contract/feed-finding.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { isDismissed, isSign, toDismissal } from '#shared/domain/feed/findings.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { findFeed, requestFeedCheck } from '../manage/feed.queries.ts'
import { type FeedCheckRow, lockFeedCheck, readFeedChecks, saveDismissals } from './finding.queries.ts'

/** A check takes seconds; after this long it needs a person to look. */
const maxWaitMs = 120_000

/**
 * The state of the last check: `none` was ever made; one is `pending`; it is `late`, since no worker has begun it; it
 * `failed`; or it is `done`.
 */
export type CheckState = 'none' | 'pending' | 'late' | 'failed' | 'done'

export type FeedFindings = {
  state: CheckState
  /** The time of the last check, or ''. */
  checked: string
  records: number
  /** What staff may decide, under the feed's current settings; empty until a check has used them. */
  findings: (FeedFinding<SignKind> & { dismissed: boolean })[]
  /** What staff can only take note of. */
  counts: Pick<FeedFinding, 'kind' | 'count' | 'of' | 'samples'>[]
}

export function getCheckState(
  { requestedAt, triedAt, checkedAt }: Pick<FeedCheckRow, 'requestedAt' | 'triedAt' | 'checkedAt'>,
  now: Date,
): CheckState {
  const isLong = (since: Date) => now.getTime() - since.getTime() > maxWaitMs
  if (triedAt && (!checkedAt || checkedAt < triedAt)) return isLong(triedAt) ? 'failed' : 'pending'
  if (requestedAt && (!checkedAt || checkedAt < requestedAt)) return isLong(requestedAt) ? 'late' : 'pending'
  return checkedAt ? 'done' : 'none'
}

/**
 * What we noticed in the records of a feed.
 * @throws AppError missing if there is no such feed
 */
export async function getFeedFindings(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  feedId: number,
): Promise<FeedFindings> {
  if (!(await findFeed(db, { id: feedId }))) throw new AppError('missing', messages.notFound)
  const [check] = await readFeedChecks(db, [feedId])
  if (!check) return { state: 'none', checked: '', records: 0, findings: [], counts: [] }
  const current = getCurrentFindings(check)
  return {
    state: getCheckState(check, new Date()),
    checked: formatTime(check.checkedAt, env.COUNTY_TIME_ZONE),
    records: check.records,
    findings: current
      .filter(isSign)
      .map((finding) => ({ ...withPlainSamples(finding), dismissed: isDismissed(finding, check.dismissed) })),
    counts: current
      .filter((finding) => !isSign(finding))
      .map(withPlainSamples)
      .map(({ kind, count, of, samples }) => ({ kind, count, of, samples })),
  }
}

/** The text without control characters, but with its spaces: two spaces may be what we noticed. */
const toPlainSample = (text: string) => text.split(' ').map(toSingleLine).join(' ')

const withPlainSamples = <F extends FeedFinding>(finding: F): F => ({
  ...finding,
  samples: finding.samples.map(toPlainSample),
})

const getCurrentFindings = ({ isCurrent, findings }: FeedCheckRow) => (isCurrent ? findings : [])

/** How many findings of each feed staff have not discarded, by feed; feeds without findings are absent. */
export async function countOpenFindings(db: Db, feedIds: readonly number[]): Promise<Map<number, number>> {
  const checks = await readFeedChecks(db, feedIds)
  return new Map(
    checks.map((check) => [
      check.feedId,
      getCurrentFindings(check).filter((finding) => isSign(finding) && !isDismissed(finding, check.dismissed)).length,
    ]),
  )
}

/**
 * Asks a worker to check a feed's records now.
 * @throws AppError missing if there is no such feed; refused if it is closed
 */
export async function askForFeedCheck({ db, enqueue }: Pick<ServerDeps, 'db' | 'enqueue'>, feedId: number) {
  const feed = await findFeed(db, { id: feedId })
  if (!feed) throw new AppError('missing', messages.notFound)
  if (feed.closed_at) throw new AppError('refused', 'This feed is closed. Reopen it first.')
  await inTransaction(db, async (tx) => {
    await requestFeedCheck(tx, feedId)
    await enqueue(tx, 'checkFeeds', {})
  })
}

/**
 * Discards a finding until it changes, or shows it again.
 * @throws AppError missing if there is no such finding now
 */
export async function setFindingDismissed(
  db: Db,
  actor: AuditActor,
  { feedId, kind, dismissed }: { feedId: number; kind: SignKind; dismissed: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const feed = await findFeed(tx, { id: feedId })
    const check = await lockFeedCheck(tx, feedId)
    const finding =
      check &&
      getCurrentFindings(check)
        .filter(isSign)
        .find((item) => item.kind === kind)
    if (!feed || !finding) throw new AppError('missing', messages.notFound)
    if (isDismissed(finding, check.dismissed) === dismissed) return
    const others = check.dismissed.filter((item) => item.kind !== kind)
    await saveDismissals(tx, feedId, dismissed ? [...others, toDismissal(finding)] : others)
    await writeAudit(tx, {
      type: 'FEED',
      actor,
      address: actor.address,
      description: `${dismissed ? 'Dismissed' : 'Showed again'} what we noticed about ${subjects[kind]} of the feed ${feed.name}.`,
    })
  })
}

const subjects: Record<SignKind, string> = {
  nameOrder: 'the name order',
  doubleSpaces: 'joint names',
  nameWidth: 'the length of names',
  leadingZeros: 'leading zeros',
  parcelMask: 'the parcel mask',
  severalParcels: 'several parcel IDs in one field',
  parcelRange: 'ranges of parcel IDs',
  futureDates: 'dates in the future',
}

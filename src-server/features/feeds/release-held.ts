import type { AuditActor, StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { dayToWire, formatTime } from '#shared/domain/dates.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { describeRows } from '#shared/node/domain/notices/describe-properties.ts'
import { discardHeldRows, type HeldFilter, releaseHeldRows } from '#shared/node/domain/notices/held-notices.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { countHeldByFeed, describeHeld, type HeldRecordRow, listHeldRecords } from './held-records.queries.ts'

const batchSize = 5_000
/** A hundred thousand take longer than a caller waits; the next call can do the rest. */
const maxMs = 15_000

/** What staff decide about held notices. */
const decisions = {
  release: { apply: releaseHeldRows, done: 'Released' },
  discard: { apply: discardHeldRows, done: 'Discarded' },
} as const
export type HeldDecision = keyof typeof decisions

type Decided = HeldFilter & {
  /** No more than the person who confirmed was shown. */
  max: number
  forMs?: number
}

/**
 * Releases or discards notices that the flood guard holds, oldest first, in batches: those of a reason, a feed or a
 * record.
 * @returns how many
 */
export async function decideHeldNotices(
  { db, enqueue }: Pick<ServerDeps, 'db' | 'enqueue'>,
  actor: AuditActor,
  decision: HeldDecision,
  { max, forMs = maxMs, ...which }: Decided,
): Promise<number> {
  const { apply, done } = decisions[decision]
  const until = performance.now() + forMs
  const named = toSingleLine(await describeHeld(db, which))
  const why = which.reason === undefined ? '' : ` Why they were held: ${which.reason}`
  let decided = 0
  while (decided < max) {
    const count = await inTransaction(db, async (tx) => {
      const gone = await apply(tx, which, Math.min(batchSize, max - decided))
      if (gone === 0) return 0
      await writeAudit(tx, {
        type: 'NOTICE',
        actor,
        description: `${done} ${gone} held notices${named && ` of ${named}`}${why ? `.${why}` : '.'}`,
        address: actor.address,
      })
      if (decision === 'release') await enqueue(tx, 'wakeDelivery', {})
      return gone
    })
    decided += count
    if (count === 0 || performance.now() > until) break
  }
  return decided
}

/**
 * Held notices of one record, as staff see them. `recorded` is a day, `oldest` a time; texts are '' if the record is
 * deleted.
 */
export type HeldRecordView = Omit<
  HeldRecordRow,
  'recordedOn' | 'oldest' | 'feed' | 'documentId' | 'documentType' | 'recordParcels'
> &
  RecordProperties & {
    feed: string
    documentId: string
    documentType: string
    recorded: string
    oldest: string
  }

/** The records with held notices, and their owners. */
export async function listHeld(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  actor: Pick<StaffActor, 'role'>,
  window: { limit: number; offset: number },
): Promise<{ records: HeldRecordView[]; total: number }> {
  const { rows, total } = await listHeldRecords(db, { asRole: actor.role, ...window })
  const described = await describeRows(db, rows)
  const records = described.map(({ recordedOn, oldest, feed, documentId, documentType, ...row }) => ({
    ...row,
    feed: feed ?? '',
    documentId: toSingleLine(documentId ?? ''),
    documentType: toSingleLine(documentType ?? ''),
    recorded: dayToWire(recordedOn),
    oldest: formatTime(oldest, env.COUNTY_TIME_ZONE),
  }))
  return { records, total }
}

/** Held notices by feed, with the time since which the oldest waits. */
export async function listHeldByFeed({ db, env }: Pick<ServerDeps, 'db' | 'env'>) {
  const feeds = await countHeldByFeed(db)
  return feeds.map((feed) => ({ ...feed, oldest: formatTime(feed.oldest, env.COUNTY_TIME_ZONE) }))
}

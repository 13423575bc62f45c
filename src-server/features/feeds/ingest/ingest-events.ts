import type { Pool } from 'pg'
import { feedLimits, type IngestAnswer, type RejectedItem } from '#shared/contract/feed.ts'
import { createSemaphore } from '#shared/node/platform/concurrency/semaphore.ts'
import { createTurns } from '#shared/node/platform/concurrency/turns.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { Enqueue } from '#shared/node/platform/queue/queue.ts'
import { toQuarantineBody } from '../quarantine/quarantine-body.ts'
import { addToQuarantine } from '../quarantine/quarantine.queries.ts'
import type { EventRow } from '../records/event.queries.ts'
import type { IncomingItem, IngestEvents } from '../records/incoming-item.ts'
import { getDocumentIdentifier, type EventFeed, parseEvent } from '../records/parse-event.ts'
import { createBatcher } from './batcher.ts'
import { compareDocuments, type Exceptions, documentKey, type Outcome, storeEvents } from './store-events.ts'
import { createWaker } from './wake-matching.ts'

export type IngestDeps = { db: Db; pool: Pool; log: Log; enqueue: Enqueue; env: { COUNTY_TIME_ZONE: string } }

/** Calls of up to this many events are batched with other calls; larger ones get their own statements. */
const maxBatched = 100
const rowsPerStatement = 1_000
/** Large calls written concurrently; the pool has other work too. */
const writersAtOnce = 2
/** Refused items per statement. */
const refusedPerStatement = 200

/** Writes rows to `event`: small calls together with others, large ones in their own statements. */
function createStore(pool: Pool, batcher: (row: EventRow) => Promise<Outcome>) {
  const writers = createSemaphore(writersAtOnce)
  const storeLarge = async (rows: EventRow[]): Promise<Exceptions> => {
    await writers.acquire(1)
    try {
      return await storeEvents(pool, rows.toSorted(compareDocuments))
    } finally {
      writers.release(1)
    }
  }
  const storeBatched = async (rows: EventRow[]): Promise<Exceptions> => {
    const exceptions: Exceptions = new Map()
    const outcomes = await Promise.all(rows.map(batcher))
    for (const [place, outcome] of outcomes.entries())
      if (outcome !== 'accepted') exceptions.set(documentKey(rows[place]!), outcome)
    return exceptions
  }
  return (rows: EventRow[]): Promise<Exceptions> => (rows.length <= maxBatched ? storeBatched(rows) : storeLarge(rows))
}

/** The only way into `event`, for the endpoint and for files. One per process, since it batches across calls. */
export function createIngest({ db, pool, log, enqueue, env }: IngestDeps): IngestEvents {
  const batcher = createBatcher((rows) => storeEvents(pool, rows))
  const store = createStore(pool, batcher)
  const wake = createWaker(enqueue, log)
  const read: ReadItem = (feed, item) =>
    item.problem ? { problems: [item.problem] } : parseEvent(item.value, feed, env.COUNTY_TIME_ZONE)

  /**
   * The usual call, of one valid event, without the work for several.
   * @returns undefined if the call needs the long way, which also says what is wrong
   */
  const takeOne = async (feed: EventFeed, item: IncomingItem): Promise<IngestAnswer | undefined> => {
    const { row, warning } = read(feed, item)
    const outcome = row && !warning ? await batcher(row) : 'refused'
    if (outcome === 'refused') return undefined
    if (outcome !== 'duplicate') wake()
    const answer = emptyAnswer()
    answer[outcome === 'duplicate' ? 'duplicates' : outcome] = 1
    return answer
  }

  return async (feed, items) => {
    const [only] = items
    const taken = only && items.length === 1 ? await takeOne(feed, only) : undefined
    if (taken) return taken
    const { answer, refused } = await takeAll(feed, items, { read, store })
    if (answer.accepted + answer.revised > 0) wake()
    if (refused.length > 0) answer.rejected = await quarantine(db, feed, refused)
    return answer
  }
}

/** Reads the items of a call and writes them a thousand at a time. */
async function takeAll(
  feed: EventFeed,
  items: IncomingItem[],
  { read, store }: { read: ReadItem; store: (rows: EventRow[]) => Promise<Exceptions> },
): Promise<{ answer: IngestAnswer; refused: Refused[] }> {
  const answer = emptyAnswer()
  const refused: Refused[] = []
  const warnings: RejectedItem[] = []
  const writes: Promise<void>[] = []
  const repeated = idsThereTwice(items)
  const last = new Map<string, Read>()

  const write = (reads: Read[]) => {
    const done = store(reads.map(({ row }) => row)).then((exceptions) => count(answer, refused, reads, exceptions))
    // Awaited below, after reading everything; an earlier failure must not end the process.
    done.catch(() => {})
    writes.push(done)
  }

  let reads: Read[] = []
  const turns = createTurns()
  for (const item of items) {
    await turns.pass()
    const { row, problems, warning } = read(feed, item)
    if (warning && warnings.length < feedLimits.warnings) warnings.push(refusal(item, [warning]).rejection)
    if (problems) refused.push(refusal(item, problems))
    else if (repeated.has(row.document_id)) {
      if (last.has(row.document_id)) answer.duplicates++
      last.set(row.document_id, { row, item })
    } else reads.push({ row, item })
    // The database writes these rows while we read the next.
    if (reads.length >= rowsPerStatement) {
      write(reads)
      reads = []
    }
  }
  reads.push(...last.values())
  if (reads.length > 0) write(reads)
  await Promise.all(writes)
  if (warnings.length > 0) answer.warnings = warnings
  return { answer, refused }
}

function count(answer: IngestAnswer, refused: Refused[], reads: Read[], exceptions: Exceptions): void {
  answer.accepted += reads.length - exceptions.size
  if (exceptions.size === 0) return
  for (const { row, item } of reads) {
    const outcome = exceptions.get(documentKey(row))
    if (outcome === 'duplicate') answer.duplicates++
    else if (outcome === 'revised') answer.revised++
    else if (outcome === 'refused') refused.push(refusal(item, ['the database could not keep this event']))
  }
}

/** @returns the rejections in the order of the call */
async function quarantine(db: Db, feed: EventFeed, refused: Refused[]): Promise<RejectedItem[]> {
  refused.sort((a, b) => a.rejection.index - b.rejection.index)
  for (let start = 0; start < refused.length; start += refusedPerStatement)
    await addToQuarantine(
      db,
      refused.slice(start, start + refusedPerStatement).map(({ item, rejection }) => ({
        feed_id: feed.id,
        document_id: rejection.documentIdentifier ?? '',
        body: toQuarantineBody(item.sent ?? item.value),
        problems: rejection.problems,
      })),
    )
  return refused.map(({ rejection }) => rejection)
}

const emptyAnswer = (): IngestAnswer => ({ accepted: 0, duplicates: 0, revised: 0, rejected: [] })

type ReadItem = (feed: EventFeed, item: IncomingItem) => ReturnType<typeof parseEvent>
type Read = { row: EventRow; item: IncomingItem }
type Refused = { item: IncomingItem; rejection: RejectedItem }

const refusal = (item: IncomingItem, problems: string[]): Refused => ({
  item,
  rejection: { index: item.index, documentIdentifier: getDocumentIdentifier(item.value), problems },
})

/** Documents that a call contains more than once: only after reading the whole call do we know which item wins. */
function idsThereTwice(items: IncomingItem[]): Set<string> {
  const twice = new Set<string>()
  if (items.length < 2) return twice
  const once = new Set<string>()
  for (const { value } of items) {
    const id = getDocumentIdentifier(value)?.trim()
    if (id === undefined) continue
    if (once.has(id)) twice.add(id)
    else once.add(id)
  }
  return twice
}

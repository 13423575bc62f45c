import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type IngestAnswer, type RejectedItem } from '#shared/contract/feed.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { Enqueue } from '#shared/node/platform/queue/queue.ts'
import type { EventRow } from './event.queries.ts'
import { createBatcher } from './batcher.ts'
import { addToQuarantine } from './quarantine.queries.ts'
import { toQuarantineBody } from './quarantine-body.ts'
import { getDocumentIdentifier, type EventFeed, parseEvent } from './read-event.ts'
import { compareDocuments, type Exceptions, documentKey, storeEvents } from './store-events.ts'
import { createWaker } from './wake-matching.ts'

/** One item of a call as it was parsed. `problem` where it could not be; `sent` is what quarantine keeps, if not the value. */
export type IncomingItem = { index: number; value: unknown; problem?: string; sent?: unknown }

export type IngestDeps = { db: Db; pool: Pool; log: Log; enqueue: Enqueue; env: { COUNTY_TIME_ZONE: string } }

/** Takes the items of one call; answers after all of them are committed, in `event` or in `quarantine`. */
export type IngestEvents = (feed: EventFeed, items: IncomingItem[]) => Promise<IngestAnswer>

/** Calls of up to this many events are gathered with those of others; larger ones are written by themselves. */
const maxBatchedRows = 100
const rowsPerStatement = 1_000
/** Large calls being written at once; the pool has other work too. */
const writersAtOnce = 2
/** Milliseconds of a large call's reading, after which other requests get their turn. */
const turnMs = 20
/** Refused items that are written in one statement. */
const refusedPerStatement = 200

/** The one way into `event`, for the endpoint and for files. Made once a process, since it gathers across calls. */
export function createIngest({ db, pool, log, enqueue, env }: IngestDeps): IngestEvents {
  const gather = createBatcher((rows) => storeEvents(pool, rows))
  const writer = limit(writersAtOnce)
  const wake = createWaker(enqueue, log)

  const storeGathered = async (rows: EventRow[]): Promise<Exceptions> => {
    const exceptions: Exceptions = new Map()
    const outcomes = await Promise.all(rows.map(gather))
    for (const [place, outcome] of outcomes.entries())
      if (outcome !== 'accepted') exceptions.set(documentKey(rows[place]!), outcome)
    return exceptions
  }
  const store = (rows: EventRow[]): Promise<Exceptions> =>
    rows.length <= maxBatchedRows
      ? storeGathered(rows)
      : writer(() => storeEvents(pool, rows.toSorted(compareDocuments)))

  /**
   * The usual call, of one sound event, without what several need.
   * @returns undefined for the long way, which also says what is wrong
   */
  const takeOne = async (feed: EventFeed, item: IncomingItem): Promise<IngestAnswer | undefined> => {
    const row = item.problem ? undefined : parseEvent(item.value, feed, env.COUNTY_TIME_ZONE).row
    const outcome = row ? await gather(row) : 'refused'
    if (outcome === 'refused') return undefined
    if (outcome !== 'duplicate') wake()
    const answer: IngestAnswer = { accepted: 0, duplicates: 0, revised: 0, rejected: [] }
    answer[outcome === 'duplicate' ? 'duplicates' : outcome] = 1
    return answer
  }

  return async (feed, items) => {
    const [only] = items
    const taken = only && items.length === 1 ? await takeOne(feed, only) : undefined
    if (taken) return taken

    const answer: IngestAnswer = { accepted: 0, duplicates: 0, revised: 0, rejected: [] }
    const refused: Refused[] = []
    const writes: Promise<void>[] = []
    const repeated = idsThereTwice(items)
    const last = new Map<string, Read>()

    const write = (reads: Read[]) => {
      const written = async () => {
        const exceptions = await store(reads.map(({ row }) => row))
        answer.accepted += reads.length - exceptions.size
        if (exceptions.size === 0) return
        for (const { row, item } of reads) {
          const outcome = exceptions.get(documentKey(row))
          if (outcome === 'duplicate') answer.duplicates++
          else if (outcome === 'revised') answer.revised++
          else if (outcome === 'refused') refused.push(refusal(item, ['the database could not keep this event']))
        }
      }
      const done = written()
      // Awaited below, once all is read; one that fails before must not end the process.
      done.catch(() => {})
      writes.push(done)
    }

    let reads: Read[] = []
    let turnBegan = performance.now()
    for (const item of items) {
      if (performance.now() - turnBegan > turnMs) {
        await nextTurn()
        turnBegan = performance.now()
      }
      const { row, problems } = item.problem
        ? { problems: [item.problem] }
        : parseEvent(item.value, feed, env.COUNTY_TIME_ZONE)
      if (problems) refused.push(refusal(item, problems))
      else if (repeated.has(row.document_id)) {
        if (last.has(row.document_id)) answer.duplicates++
        last.set(row.document_id, { row, item })
      } else reads.push({ row, item })
      // While the database writes these, the next are read.
      if (reads.length >= rowsPerStatement) {
        write(reads)
        reads = []
      }
    }
    reads.push(...last.values())
    if (reads.length > 0) write(reads)
    await Promise.all(writes)
    if (answer.accepted + answer.revised > 0) wake()

    if (refused.length > 0) {
      refused.sort((a, b) => a.rejection.index - b.rejection.index)
      answer.rejected = refused.map(({ rejection }) => rejection)
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
    }
    return answer
  }
}

type Read = { row: EventRow; item: IncomingItem }
type Refused = { item: IncomingItem; rejection: RejectedItem }

const refusal = (item: IncomingItem, problems: string[]): Refused => ({
  item,
  rejection: { index: item.index, documentIdentifier: getDocumentIdentifier(item.value), problems },
})

/** Documents that a call names more than once: which of their items wins is known only when all are read. */
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

/** Runs at most `count` pieces of work at once; the others wait in order. */
function limit(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= count) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

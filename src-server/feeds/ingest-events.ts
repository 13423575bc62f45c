import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type IngestAnswer, type RejectedItem } from '#shared/contract/feed.ts'
import type { Db } from '#shared/node/db/client.ts'
import type { Log } from '#shared/node/log.ts'
import type { Enqueue } from '#shared/node/queue.ts'
import type { EventRow } from './event.queries.ts'
import { createGatherer } from './gather.ts'
import { addToQuarantine } from './quarantine.queries.ts'
import { quarantineBody } from './quarantine-body.ts'
import { documentIdentifierOf, type ReadingFeed, readEvent } from './read-event.ts'
import { byDocument, type Exceptions, keyOf, storeEvents } from './store-events.ts'
import { createWaker } from './wake-matching.ts'

/** One item of a call as it was parsed. `problem` where it could not be; `sent` is what quarantine keeps, if not the value. */
export type IncomingItem = { index: number; value: unknown; problem?: string; sent?: unknown }

export type IngestDeps = { db: Db; pool: Pool; log: Log; enqueue: Enqueue; env: { COUNTY_TIME_ZONE: string } }

/** Takes the items of one call; answers after all of them are committed, in `event` or in `quarantine`. */
export type IngestEvents = (feed: ReadingFeed, items: IncomingItem[]) => Promise<IngestAnswer>

/** Calls of up to this many events are gathered with those of others; larger ones are written by themselves. */
const gatheredAtMost = 100
const rowsPerStatement = 2_000
/** Large calls being written at once; the pool has other work too. */
const writersAtOnce = 2
/** Other requests get their turn between slices of a large call. */
const sliceSize = 250

/** The one way into `event`, for the endpoint and for files. Made once a process, since it gathers across calls. */
export function createIngest({ db, pool, log, enqueue, env }: IngestDeps): IngestEvents {
  const gather = createGatherer((rows) => storeEvents(pool, rows))
  const writer = limit(writersAtOnce)
  const wake = createWaker(enqueue, log)

  const store = async (rows: EventRow[]): Promise<Exceptions> => {
    const exceptions: Exceptions = new Map()
    if (rows.length <= gatheredAtMost) {
      const outcomes = await Promise.all(rows.map(gather))
      for (const [place, outcome] of outcomes.entries())
        if (outcome !== 'accepted') exceptions.set(keyOf(rows[place]!), outcome)
      return exceptions
    }
    const sorted = rows.toSorted(byDocument)
    for (let start = 0; start < sorted.length; start += rowsPerStatement) {
      const part = await writer(() => storeEvents(pool, sorted.slice(start, start + rowsPerStatement)))
      for (const [key, outcome] of part) exceptions.set(key, outcome)
    }
    return exceptions
  }

  return async (feed, items) => {
    const answer: IngestAnswer = { accepted: 0, duplicates: 0, revised: 0, rejected: [] }
    const latest = new Map<string, { row: EventRow; item: IncomingItem }>()
    const refused: { item: IncomingItem; rejection: RejectedItem }[] = []
    const refuse = (item: IncomingItem, problems: string[]) =>
      refused.push({
        item,
        rejection: { index: item.index, documentIdentifier: documentIdentifierOf(item.value), problems },
      })

    for (const [count, item] of items.entries()) {
      if (count > 0 && count % sliceSize === 0) await nextTurn()
      const { row, problems } = item.problem
        ? { problems: [item.problem] }
        : readEvent(item.value, feed, env.COUNTY_TIME_ZONE)
      if (problems) refuse(item, problems)
      else {
        const key = keyOf(row)
        if (latest.has(key)) answer.duplicates++
        latest.set(key, { row, item })
      }
    }

    if (latest.size > 0) {
      const exceptions = await store(Array.from(latest.values(), ({ row }) => row))
      answer.accepted = latest.size - exceptions.size
      for (const [key, outcome] of exceptions) {
        if (outcome === 'duplicate') answer.duplicates++
        else if (outcome === 'revised') answer.revised++
        else refuse(latest.get(key)!.item, ['the database could not keep this event'])
      }
      if (answer.accepted + answer.revised > 0) wake()
    }

    if (refused.length > 0) {
      refused.sort((a, b) => a.item.index - b.item.index)
      answer.rejected = refused.map(({ rejection }) => rejection)
      await addToQuarantine(
        db,
        refused.map(({ item, rejection }) => ({
          feed_id: feed.id,
          document_id: rejection.documentIdentifier ?? '',
          body: quarantineBody(item.sent ?? item.value),
          problems: rejection.problems,
        })),
      )
    }
    return answer
  }
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

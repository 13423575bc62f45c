import type { Pool } from 'pg'
import { bisectOnError } from '#shared/node/platform/bisect-on-error.ts'
import { retryOnConflict, getSqlState } from '#shared/node/platform/database/retry.ts'
import { inClientTransaction } from '#shared/node/platform/database/transaction.ts'
import { type EventRow, findChangedDocuments, insertNewEvents, reviseEvents } from '../records/event.queries.ts'

/** The outcome of one event, which the feed gets as a count. */
export type Outcome = 'accepted' | 'duplicate' | 'revised' | 'refused'
/** The events by `documentKey` that were not simply accepted; usually empty. */
export type Exceptions = Map<string, Exclude<Outcome, 'accepted'>>

export const documentKey = (row: { feed_id: number; document_id: string }): string =>
  `${row.feed_id}:${row.document_id}`

/** By feed, then document id: every caller stores in this order, so that they cannot deadlock. */
export const compareDocuments = (a: EventRow, b: EventRow): number =>
  a.feed_id - b.feed_id || (a.document_id < b.document_id ? -1 : a.document_id > b.document_id ? 1 : 0)

/**
 * Stores events of different documents, sorted by `compareDocuments`; returns after the commit. It inserts new ones in
 * one statement, then stores those with changed content as revisions. If the database refuses a batch, it halves the
 * batch until it has isolated the refused event, and stores the others.
 * @throws the database's error if it is not about an event's content (no connection, shutting down)
 */
export async function storeEvents(pool: Pool, rows: EventRow[]): Promise<Exceptions> {
  const outcomes: Exceptions = new Map()
  const storeByHalves = (events: EventRow[], work: (part: EventRow[]) => Promise<void>) =>
    bisectOnError(events, {
      work: (part) => retryOnConflict(() => work(part ?? [])),
      failedItems: (error, tried) => (isContentError(error) ? tried : null),
      onBadItem: (row) => void outcomes.set(documentKey(row), 'refused'),
    })

  const existing = new Set<string>()
  await storeByHalves(rows, async (part) => {
    for (const found of await insertNewEvents(pool, part)) existing.add(documentKey(found))
  })
  if (existing.size === 0) return outcomes

  for (const key of existing) outcomes.set(key, 'duplicate')
  const known = rows.filter((row) => existing.has(documentKey(row)))
  const changed = await findChangedDocuments(pool, known)
  await storeByHalves(
    known.filter((row) => changed.has(documentKey(row))),
    async (part) => {
      for (const key of await inClientTransaction(pool, (client) => reviseEvents(client, part)))
        outcomes.set(key, 'revised')
    },
  )
  return outcomes
}

/** Data exceptions (22), constraint violations (23) and program limits (54) concern the content. */
const isContentError = (error: unknown) => ['22', '23', '54'].includes(getSqlState(error).slice(0, 2))

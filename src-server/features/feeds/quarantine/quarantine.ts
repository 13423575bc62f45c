import type { AuditActor } from '#server/platform/actor.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { by } from '../manage/manage-feeds.ts'
import type { IncomingItem, IngestEvents } from '../records/incoming-item.ts'
import { rowsToItem, type SheetRows } from '../records/parse-csv.ts'
import { parseEvent } from '../records/parse-event.ts'
import {
  arrivedSince,
  findOpenItem,
  listOpenItems,
  listOpenIds,
  queueForMatching,
  updateProblems,
  closeItem,
  isKnownRestricted,
} from './quarantine.queries.ts'
import { saysRestricted, toRestrictedText } from './restricted-item.ts'

/** A page of quarantined items, newest first; pages of 10, from 1. */
export const listQuarantine = (db: Db, { feedId, page = 1 }: { feedId?: number; page?: number } = {}) =>
  listOpenItems(db, { ...(feedId !== undefined && { feedId }), limit: 10, offset: (page - 1) * 10 })

const maxShownCharacters = 100_000

/** Spells out characters that are invisible or that change the text's direction, so that the reader finds the fault. */
const escapeInvisible = (text: string) =>
  text.replaceAll(/[\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`)

/**
 * A quarantined item as sent, as readable text; for a restricted record, only its number, type and day.
 * @throws AppError missing if it is already settled
 */
export async function getQuarantinedItem(
  db: Db,
  id: number,
): Promise<{ text: string; cut: boolean; restricted: boolean }> {
  const row = await findOpenItem(db, id)
  if (!row) throw new AppError('missing', messages.notFound)
  const item = toIncomingItem(row.body, row.column_mapping ?? undefined)
  if (saysRestricted(item) || (await isKnownRestricted(db, row)))
    return { text: toRestrictedText(item, row.document_id), cut: false, restricted: true }
  const text = escapeInvisible(typeof row.body === 'string' ? row.body : JSON.stringify(row.body, null, 2))
  return { text: text.slice(0, maxShownCharacters), cut: text.length > maxShownCharacters, restricted: false }
}

/**
 * Retries a quarantined item: one from ingest as a call of its feed, with the current mapping and limits; an event that
 * matching could not read by queueing it again.
 * @returns the problems that are left, kept with the row; an empty list if it was accepted
 * @throws AppError missing if it is already settled; refused if the document has arrived again since, or its feed is
 *   deleted
 */
export async function retryQuarantined(
  { db, ingest, countyZone }: { db: Db; ingest: IngestEvents; countyZone: string },
  actor: AuditActor | null,
  id: number,
): Promise<string[]> {
  const row = await findOpenItem(db, id)
  if (!row) throw new AppError('missing', messages.notFound)
  if (row.stage === 'matching' && row.event_id !== null) {
    const eventId = row.event_id
    await inTransaction(db, async (tx) => {
      await queueForMatching(tx, eventId)
      await closeItem(tx, id, 'retried')
      await writeAudit(tx, toAuditEntry(actor, 'Retried', row))
    })
    return []
  }
  if (row.feed_id === null) throw new AppError('refused', 'The feed of this record no longer exists.')
  const feed = { id: row.feed_id, timeZone: row.time_zone }
  const item = toIncomingItem(row.body, row.column_mapping ?? undefined)
  const read = item.problem ? { problems: [item.problem] } : parseEvent(item.value, feed, countyZone)
  if (read.problems) {
    await updateProblems(db, id, read.problems)
    return read.problems
  }
  // The later record is newer, and the old item must not replace it.
  if (await arrivedSince(db, { feed_id: feed.id, document_id: read.row.document_id, created_at: row.created_at }))
    throw new AppError('refused', 'We have since accepted a newer copy of this document. Discard this one.')
  const { rejected } = await ingest(feed, [item])
  const problems = rejected.flatMap((rejection) => rejection.problems)
  if (problems.length > 0) return problems
  // Ingest has committed: if this fails, another retry finds a duplicate and resolves it.
  await inTransaction(db, async (tx) => {
    if (await closeItem(tx, id, 'retried')) await writeAudit(tx, toAuditEntry(actor, 'Retried', row))
  })
  return []
}

/** Retrying all items may take longer than a caller waits. */
const maxRetryMs = 15_000
const retryBatchSize = 100

/**
 * Retries every open item, oldest first, for as long as a caller waits.
 * @returns how many were accepted, how many stay with their problems, and whether all were tried
 */
export async function retryAllQuarantined(
  deps: Parameters<typeof retryQuarantined>[0],
  actor: AuditActor | null,
  { feedId, forMs = maxRetryMs }: { feedId?: number | undefined; forMs?: number } = {},
): Promise<{ taken: number; stayed: number; all: boolean }> {
  const until = performance.now() + forMs
  const count = { taken: 0, stayed: 0 }
  for (let after = 0; ;) {
    const ids = await listOpenIds(deps.db, { feedId, after, limit: retryBatchSize })
    if (ids.length === 0) return { ...count, all: true }
    for (const id of ids) {
      if (performance.now() > until) return { ...count, all: false }
      after = id
      // Skips an item that another call resolves meanwhile, or whose document arrived again.
      const problems = await retryQuarantined(deps, actor, id).catch((error: unknown) => {
        if (error instanceof AppError) return [error.message]
        throw error
      })
      if (problems.length === 0) count.taken++
      else count.stayed++
    }
  }
}

/**
 * Discards a quarantined item; its row stays, with the stored outcome 'dismissed'.
 * @throws AppError missing if it is already settled
 */
export async function discardQuarantined(db: Db, actor: AuditActor | null, id: number): Promise<void> {
  const row = await findOpenItem(db, id)
  await inTransaction(db, async (tx) => {
    if (!row || !(await closeItem(tx, id, 'dismissed'))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, toAuditEntry(actor, 'Discarded', row))
  })
}

/** A quarantined item: a JSON value, the rows of a sheet, or a text that was not JSON. */
function toIncomingItem(body: unknown, mapping: Parameters<typeof rowsToItem>[1]): IncomingItem {
  if (typeof body === 'string') {
    try {
      return { index: 0, value: JSON.parse(body) as unknown }
    } catch {
      return { index: 0, value: undefined, problem: 'the line is not valid JSON', sent: body }
    }
  }
  const isSheet = typeof body === 'object' && body !== null && 'csv' in body && Array.isArray(body.csv)
  return isSheet ? { index: 0, ...rowsToItem(body as SheetRows, mapping) } : { index: 0, value: body, sent: body }
}

const toAuditEntry = (
  actor: AuditActor | null,
  did: string,
  row: { document_id: string; feed_name: string | null },
) => ({
  type: 'FEED' as const,
  ...by(actor),
  description: `${did} the quarantined document ${row.document_id || '(no ID)'} of the feed ${row.feed_name ?? '(gone)'}.`,
})

import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { standbyBarrier } from '#shared/node/platform/database/standby.ts'

type NewQuarantineRow = { feed_id: number; document_id: string; body: string; problems: string[] }

/** Stores refused items. An identical item that is already there is not added again: feeds repeat themselves. */
export async function addToQuarantine(db: Db | Tx, rows: NewQuarantineRow[]): Promise<void> {
  await sql`
    with kept as (
    insert into quarantine (feed_id, stage, document_id, body, problems)
    select distinct on (i.feed_id, i.document_id, i.body) i.feed_id, 'ingest', i.document_id, i.body::json, i.problems
    from json_to_recordset(${JSON.stringify(rows)}) as i(feed_id bigint, document_id text, body text, problems jsonb)
    where not exists (
      select from quarantine q where q.settled_at is null and q.stage = 'ingest'
        and q.feed_id = i.feed_id and q.document_id = i.document_id and q.body::text = i.body))
    select ${sql.raw(standbyBarrier)}`.execute(db)
}

const shownColumns = [
  'q.id',
  'q.stage',
  'q.feed_id',
  'q.event_id',
  'q.document_id',
  'q.body',
  'q.problems',
  'q.created_at',
] as const

/** Open rows, newest first. */
export async function listOpenItems(
  db: Db,
  { feedId, limit, offset }: { feedId?: number; limit: number; offset: number },
) {
  let open = db
    .selectFrom('quarantine as q')
    .leftJoin('feed as f', 'f.id', 'q.feed_id')
    .where('q.settled_at', 'is', null)
  if (feedId !== undefined) open = open.where('q.feed_id', '=', feedId)
  const rows = await open
    .select([...shownColumns, 'f.name as feed_name'])
    .orderBy('q.created_at', 'desc')
    .orderBy('q.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Whether the stored record of a quarantined item is restricted. */
export async function isKnownRestricted(
  db: Db,
  { feed_id, document_id }: { feed_id: number | null; document_id: string },
): Promise<boolean> {
  if (feed_id === null || document_id === '') return false
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('feed_id', '=', feed_id)
    .where('document_id', '=', document_id)
    .where('restricted', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** The oldest open rows after an id. */
export async function listOpenIds(
  db: Db,
  { feedId, after, limit }: { feedId?: number | undefined; after: number; limit: number },
): Promise<number[]> {
  let open = db.selectFrom('quarantine').select('id').where('settled_at', 'is', null).where('id', '>', after)
  if (feedId !== undefined) open = open.where('feed_id', '=', feedId)
  return (await open.orderBy('id').limit(limit).execute()).map((row) => row.id)
}

/** An open row with its feed's settings for files. */
export function findOpenItem(db: Db, id: number) {
  return db
    .selectFrom('quarantine as q')
    .leftJoin('feed as f', 'f.id', 'q.feed_id')
    .select([...shownColumns, 'f.name as feed_name', 'f.time_zone', 'f.column_mapping'])
    .where('q.id', '=', id)
    .where('q.settled_at', 'is', null)
    .executeTakeFirst()
}

/** @returns false if the row was already settled */
export async function closeItem(db: Db | Tx, id: number, outcome: 'retried' | 'dismissed'): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('quarantine')
    .set({ settled_at: new Date(), outcome })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateProblems(db: Db, id: number, problems: string[]): Promise<void> {
  await db
    .updateTable('quarantine')
    .set({ problems: JSON.stringify(problems) })
    .where('id', '=', id)
    .execute()
}

/** Whether the document was accepted after the item was quarantined. */
export async function arrivedSince(db: Db, row: { feed_id: number; document_id: string; created_at: Date }) {
  const found = await db
    .selectFrom('event')
    .select('id')
    .where('feed_id', '=', row.feed_id)
    .where('document_id', '=', row.document_id)
    .where('received_at', '>', row.created_at)
    .executeTakeFirst()
  return found !== undefined
}

/** Queues an event to be matched again. */
export async function queueForMatching(tx: Tx, eventId: number): Promise<void> {
  const firstTry = { attempts: 0, not_before: sql<Date>`now()` }
  await tx
    .insertInto('match_queue')
    .values({ event_id: eventId, ...firstTry })
    .onConflict((oc) => oc.column('event_id').doUpdateSet(firstTry))
    .execute()
  // An older worker that takes it cannot read a restricted record; then it is queued again.
  await tx.updateTable('restricted_content').set({ matched_at: null }).where('event_id', '=', eventId).execute()
}

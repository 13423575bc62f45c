import type { Pool, PoolClient } from 'pg'
import type { Party } from '#shared/contract/party.ts'
import type { SitusAddresses } from '#shared/contract/record-property.ts'
import { standbyBarrier } from '#shared/node/platform/database/standby.ts'
import type { MangledParcel } from '#shared/node/platform/database/types/feeds.ts'

/** One event ready to be stored, in the columns of `event`. Times are ISO texts, the hash is hexadecimal. */
export type EventRow = {
  feed_id: number
  document_id: string
  content_hash: string
  document_type: string
  document_description: string
  document_url: string
  legal_description: string
  recorded_at: string
  recorded_has_time: boolean
  recorded_on: string
  parties: Party[]
  parcels: string[]
  spoilt_parcels: MangledParcel[] | null
  situs_addresses: SitusAddresses | null
  restricted: boolean
  /** JSON text: it is kept as sent, even if the database could not read the characters in it. */
  extra: string | null
}

const contentColumns = [
  'document_type',
  'document_description',
  'document_url',
  'legal_description',
  'recorded_at',
  'recorded_has_time',
  'recorded_on',
  'parties',
  'parcels',
  'spoilt_parcels',
] as const
/** Content that almost no event has; events without it are inserted without these columns, which saves their cost. */
const rareColumns = ['situs_addresses', 'restricted'] as const
const allContentColumns = [...contentColumns, ...rareColumns] as const

// A batch travels as one JSON array per column: the cheapest form for the database to read among all that we measured
// (native arrays, one array of objects, COPY into a temporary table).
const usualColumns = ['feed_id', 'document_id', 'content_hash', ...contentColumns, 'extra'] as const
const allColumns = [...usualColumns, ...rareColumns] as const
type Column = (typeof allColumns)[number]
const jsonColumns = new Set<string>(['parties', 'parcels'])
const nullableJsonColumns = new Set<string>(['spoilt_parcels', 'situs_addresses'])
const casts: Record<string, string> = {
  feed_id: 'feed_id::bigint',
  content_hash: `decode(content_hash, 'hex')`,
  recorded_at: 'recorded_at::timestamptz',
  recorded_has_time: 'recorded_has_time::boolean',
  recorded_on: 'recorded_on::date',
  spoilt_parcels: 'spoilt_parcels::json',
  situs_addresses: 'situs_addresses::json',
  restricted: 'restricted::boolean',
  extra: 'extra::json',
}
const toInput = (columns: readonly Column[]) => {
  const arrays = columns.map(
    (name, place) => `json_array_elements${jsonColumns.has(name) ? '' : '_text'}($${place + 1}::json)`,
  )
  return `input as materialized (
  select ${columns.map((name) => (casts[name] ? `${casts[name]} as ${name}` : name)).join(', ')}
  from rows from (${arrays.join(', ')}) as x(${columns.join(', ')}))`
}
const input = toInput(allColumns)

const toParameters = (rows: EventRow[], columns: readonly Column[]): string[] =>
  columns.map((name) =>
    JSON.stringify(
      nullableJsonColumns.has(name)
        ? rows.map((row) => row[name] && JSON.stringify(row[name]))
        : rows.map((row) => row[name]),
    ),
  )

const toInsertNew = (columns: readonly Column[]) => `with ${toInput(columns)},
  new as (
    insert into event (${columns.join(', ')}) select ${columns.join(', ')} from input
    on conflict (feed_id, document_id) do nothing
    returning id, feed_id, document_id),
  queued as (insert into match_queue (event_id) select id from new)
  select i.feed_id, i.document_id from input i
  where (select count(*) from new) < (select count(*) from input) and not exists (select from new n where n.feed_id = i.feed_id and n.document_id = i.document_id)`
const insertUsual = { name: 'insert-new-events', columns: usualColumns, text: toInsertNew(usualColumns) }
const insertAll = { name: 'insert-new-events-with-property', columns: allColumns, text: toInsertNew(allColumns) }

/**
 * Stores those that are not there yet and queues them for matching, in one statement and so in one commit.
 * @param rows of different documents, sorted by feed and document id, so that callers cannot deadlock
 * @returns the documents that were there before
 */
export async function insertNewEvents(
  pool: Pool,
  rows: EventRow[],
): Promise<{ feed_id: number; document_id: string }[]> {
  const hasRare = rows.some((row) => row.restricted || row.situs_addresses !== null)
  const { name, text, columns } = hasRare ? insertAll : insertUsual
  const values = toParameters(rows, columns)
  const result = await pool.query<{ feed_id: number; document_id: string }>({ name, text, values })
  return result.rows
}

/**
 * Which of these documents differ in content from ours. When it answers, the others are durable: their commit may not
 * have reached its standby, so this one waits for it.
 */
export async function findChangedDocuments(pool: Pool, rows: EventRow[]): Promise<Set<string>> {
  const result = await pool.query<{ keys: string[] }>(
    `select ${standbyBarrier}, array(
       select e.feed_id || ':' || e.document_id
       from unnest($1::bigint[], $2::text[], $3::text[]) as i(feed_id, document_id, content_hash)
       join event e on e.feed_id = i.feed_id and e.document_id = i.document_id
       where e.content_hash <> decode(i.content_hash, 'hex')) as keys`,
    [rows.map((row) => row.feed_id), rows.map((row) => row.document_id), rows.map((row) => row.content_hash)],
  )
  return new Set(result.rows[0]?.keys)
}

const requeue = `with ${input}
  insert into match_queue (event_id)
  select e.id from input i join event e on e.feed_id = i.feed_id and e.document_id = i.document_id
  order by e.id
  on conflict (event_id) do update set attempts = 0, not_before = now()`

const lock = `with ${input}
  select e.id from input i join event e on e.feed_id = i.feed_id and e.document_id = i.document_id
  order by e.id for no key update of e`

const revise = `with ${input},
  kept as (
    insert into event_revision (event_id, revision, content_hash, body, received_at)
    select e.id, e.revision, e.content_hash,
      coalesce(r.body, json_build_object(${[...allContentColumns, 'extra'].map((name) => `'${name}', e.${name}`).join(', ')})), e.received_at
    from input i join event e on e.feed_id = i.feed_id and e.document_id = i.document_id
      left join restricted_content r on r.event_id = e.id
    where e.content_hash <> i.content_hash)
  update event e set revision = e.revision + 1, content_hash = i.content_hash, received_at = now(), extra = i.extra,
    ${allContentColumns.map((name) => `${name} = i.${name}`).join(', ')}
  from input i
  where e.feed_id = i.feed_id and e.document_id = i.document_id and e.content_hash <> i.content_hash
  returning e.feed_id || ':' || e.document_id as key`

/**
 * Replaces old content by new, keeps the old in `event_revision`, and queues the documents for matching again.
 *
 * First the queue, then the events, each by rising id: every caller and the worker take locks in this order. A document
 * that another caller has brought to the same content meanwhile stays as it is.
 * @returns the documents revised
 */
export async function reviseEvents(client: PoolClient, rows: EventRow[]): Promise<Set<string>> {
  const values = toParameters(rows, allColumns)
  await client.query(requeue, values)
  await client.query(lock, values)
  // A separate statement, so that it sees what was committed while we waited for the locks.
  const result = await client.query<{ key: string }>(revise, values)
  return new Set(result.rows.map((row) => row.key))
}

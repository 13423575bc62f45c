import { type RawBuilder, sql } from 'kysely'
import { maxCountedWithRows } from '#shared/contract/paging.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { type Condition, whereAll } from './search.queries.ts'

/** One of the control panel's lists: its table and its order, which an index holds. */
export type List = {
  table: RawBuilder<unknown>
  /** The name of a row in the conditions. */
  row: RawBuilder<unknown>
  /** The columns of the table that the order and the conditions read. */
  columns: RawBuilder<unknown>
  /** What rows are sorted by; rows with the same key, by id. */
  key: RawBuilder<unknown>
}

/**
 * Rows that meet all conditions and, if there are `parts`, one of those. Each part has its own index; all of them
 * together have none. `mayOverlap`: a row can meet several.
 */
export type Rows = { all: Condition[]; parts?: Condition[]; mayOverlap?: boolean }

/** How a list finds its rows. */
export type ListSearch =
  /** The filter leaves few rows: sorts them all. */
  | { by: 'narrow filter'; hits: Rows }
  /**
   * The text may be rare or common: `hits` uses the index of the text; `head` and `walked` check row by row in the
   * list's order.
   */
  | { by: 'text'; hits: Rows; head: Condition[]; walked: Rows }
  /** Reads the list in its order, which indexes hold for these rows. */
  | { by: 'order'; walked: Rows; counted: Rows }

/** How many rows a list reads for a page. */
export const listBounds = {
  /** Up to this many hits are counted with the page; those of a text are fetched whole and sorted. */
  counted: maxCountedWithRows,
  /** With more hits of a text, this many rows at the head of the list are looked through first. */
  walked: 50_000,
  /** If these hold too few, up to this many hits are sorted before the whole list is walked. */
  sorted: 30_000,
}

export type Window = { limit: number; offset: number }
/** Tests choose lower bounds. */
export type BoundedWindow = Window & { bounds?: typeof listBounds }
/** The ids of a page in the list's order; `total` is null if it needs a count of its own. */
export type ListPage = { ids: number[]; total: number | null }

/**
 * A page of a list: for a narrow filter or a rare text it sorts the hits; for a common text it walks the list, whose
 * index holds the order.
 */
export async function listPage(
  db: Db | Tx,
  list: List,
  search: ListSearch,
  { bounds = listBounds, ...window }: BoundedWindow,
): Promise<ListPage> {
  switch (search.by) {
    case 'narrow filter':
      return (await sortedPage(db, list, search.hits, window)) ?? { ids: [], total: 0 }
    case 'order': {
      const [ids, total] = await Promise.all([
        walkedPage(db, list, search.walked, window),
        countRows(db, list, search.counted, bounds.counted + 1),
      ])
      return { ids, total: total > bounds.counted ? null : total }
    }
    case 'text': {
      const few = await sortedPage(db, list, search.hits, { ...window, max: bounds.counted })
      if (few) return few
      const near = await headPage(db, list, search.head, { ...window, walked: bounds.walked })
      if (near.length === window.limit) return { ids: near, total: null }
      const many = await sortedPage(db, list, search.hits, { ...window, max: bounds.sorted })
      return { ids: many?.ids ?? (await walkedPage(db, list, search.walked, window)), total: null }
    }
  }
}

/** Counts rows, all of them or up to `max`. Parts must not overlap. */
export async function countRows(db: Db | Tx, list: List, rows: Rows, max?: number): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from (${selectRows(list, rows, { columns: sql`` })} ${limitTo(max)}) hit`.execute(db)
  return found.rows[0]?.n ?? 0
}

const limitTo = (max?: number) => (max === undefined ? sql`` : sql`limit ${max}`)
const byKey = ({ key, row }: List) => sql`order by ${key}, ${row}.id`
const sortColumns = ({ key, row }: List) => sql`${row}.id, ${key} as key`
const toIds = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id)

/** @param each how each part ends */
function selectRows(
  list: List,
  { all, parts = [], mayOverlap = false }: Rows,
  { columns = sortColumns(list), each = sql`` } = {},
): RawBuilder<unknown> {
  const select = (conditions: Condition[]) =>
    sql`select ${columns} from ${list.table} ${list.row} ${whereAll(conditions)} ${each}`
  if (parts.length === 0) return select(all)
  const selects = parts.map((part) => sql`(${select([...all, part])})`)
  return sql.join(selects, mayOverlap ? sql` union ` : sql` union all `)
}

/** Null if there are more hits than `max`; without `max` it sorts all. */
async function sortedPage(
  db: Db | Tx,
  list: List,
  hits: Rows,
  { limit, offset, max }: Window & { max?: number },
): Promise<{ ids: number[]; total: number } | null> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with hit as materialized (${selectRows(list, hits)} ${limitTo(max === undefined ? max : max + 1)})
    select (select count(*)::int from hit) as total,
      array(select id::float8 from hit order by key, id limit ${limit} offset ${offset}) as ids`.execute(db)
  const page = rows[0]
  return page && (max === undefined || page.total <= max) ? page : null
}

/** The page from the head of the list, or too little of it if the head holds too few hits. */
async function headPage(
  db: Db | Tx,
  list: List,
  conditions: Condition[],
  { limit, offset, walked }: Window & { walked: number },
): Promise<number[]> {
  const { table, row, columns } = list
  return toIds(
    await sql<{ id: number }>`
      select ${row}.id from (
        select ${columns} from ${table} ${row} ${byKey(list)} limit ${Math.max(walked, 4 * (offset + limit))}
      ) ${row} ${whereAll(conditions)} ${byKey(list)} limit ${limit} offset ${offset}`.execute(db),
  )
}

/** Each part reads its index no further than the page. */
async function walkedPage(db: Db | Tx, list: List, rows: Rows, { limit, offset }: Window): Promise<number[]> {
  const each = sql`${byKey(list)} limit ${limit + offset}`
  const from = rows.parts
    ? sql`select id from (${selectRows(list, rows, { each })}) hit order by key, id`
    : selectRows(list, rows, { columns: sql`${list.row}.id`, each: byKey(list) })
  return toIds(await sql<{ id: number }>`${from} limit ${limit} offset ${offset}`.execute(db))
}

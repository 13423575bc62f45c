import { escapeIdentifier, type Client } from 'pg'
import { isForBackup, isFree, isOwned } from '#shared/node/platform/migrate/ours.ts'
import type { Partition } from './backup-file.ts'

// cspell:ignore attgenerated attisdropped attname attnum attrelid inhparent inhrelid regnamespace relispartition relkind relname relnamespace relpartbound

export type StoredTable = {
  name: string
  partitioned: boolean
  /** The columns that can be written: generated ones are left out. */
  columns: string[]
  /** On disk, without indexes. */
  size: number
}

/** The tables that a backup reads, or that a restore may empty and fill. */
type Use = 'backup' | 'restore'
const isMeant: Record<Use, (alias: string) => string> = { backup: isForBackup, restore: isOwned }

/** Every table of the program, by name; partitions count as their table. pg-boss's own are in another schema. */
export async function listTables(client: Client, use: Use): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select c.relname as name, c.relkind = 'p' as partitioned,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      coalesce((select sum(pg_table_size(relid)) from pg_partition_tree(c.oid)), pg_table_size(c.oid))::float8 as size
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and ${isMeant[use]('c')}
    order by c.relname collate "C"`)
  return rows
}

/**
 * Tables of other programs that a backup leaves out, for the operator to know. An extension's tables are not data of
 * the county, so we do not list them.
 */
export async function listLeftOut(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and ${isFree('pg_class', 'c')} and not ${isForBackup('c')}
    order by c.relname collate "C"`)
  return rows.map(({ name }) => name)
}

/** The partitions of all tables, with their bounds. */
export async function listPartitions(client: Client, use: Use): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(`
    select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition
      and ${isMeant[use]('p')}
    order by c.relname collate "C"`)
  return rows
}

export type Sequence = { name: string; last: string; called: boolean }

/** The sequences of a backup with their values. Ids used after the snapshot only leave a gap. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows: names } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and ${isForBackup('c')}
    order by c.relname collate "C"`)
  const sequences: Sequence[] = []
  for (const { name } of names) {
    const { rows } = await client.query<Omit<Sequence, 'name'>>(
      `select last_value::text as last, is_called as called from ${qualify(name)}`,
    )
    sequences.push(...rows.map((row) => ({ name, ...row })))
  }
  return sequences
}

export const qualify = (name: string): string => `public.${escapeIdentifier(name)}`

export const joinColumns = (columns: string[]): string => columns.map((column) => escapeIdentifier(column)).join(', ')

/** Reads the rows in their order on disk. A partitioned table is read through a query: COPY refuses it. */
export const copyOut = ({ name, partitioned, columns }: Omit<StoredTable, 'size'>): string =>
  partitioned
    ? `copy (select ${joinColumns(columns)} from ${qualify(name)}) to stdout`
    : `copy ${qualify(name)} (${joinColumns(columns)}) to stdout`

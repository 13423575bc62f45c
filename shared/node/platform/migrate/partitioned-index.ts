import { type Client, escapeIdentifier } from 'pg'
import { buildIndex } from './build-index.ts'
import type { Step } from './outside-transaction.ts'

// cspell:ignore inhparent inhrelid indexrelid indrelid relkind relname

/** PostgreSQL cuts longer names off. */
const maxNameBytes = 63

type Create = Extract<Step, { kind: 'create' }>

export async function isPartitioned(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query(`select 1 from pg_class where oid = to_regclass($1) and relkind = 'p'`, [table])
  return rows.length > 0
}

/** Partitions that have no part of the index yet. */
const missing = `
  select p.relname as partition, t.relname as table, (select relname from pg_class where oid = to_regclass($2)) as index
  from pg_inherits i join pg_class p on p.oid = i.inhrelid join pg_class t on t.oid = i.inhparent
  where i.inhparent = to_regclass($1) and not exists (
    select from pg_index x join pg_inherits part on part.inhrelid = x.indexrelid
    where x.indrelid = p.oid and part.inhparent = to_regclass($2))
  order by p.relname limit 1`

/**
 * Builds an index on a partitioned table, which PostgreSQL cannot do concurrently: the table first gets it alone, so
 * that partitions made from now on have it, and then each partition its part. The index is valid once all have theirs.
 */
export async function buildOnPartitions(client: Client, { index, table, unique, definition }: Create): Promise<void> {
  if (unique) throw new Error(`${table} has partitions: add its unique index ${index} in a transaction.`)
  await client.query(`create index if not exists ${index} on only ${table} ${definition}`)
  for (;;) {
    const { rows } = await client.query<{ partition: string; table: string; index: string }>(missing, [table, index])
    const [next] = rows
    if (!next) return
    const name = `${next.index}_${next.partition.replace(`${next.table}_`, '')}`
    if (Buffer.byteLength(name) > maxNameBytes) throw new Error(`The name of index ${index} is too long: ${name}.`)
    const part = escapeIdentifier(name)
    await buildIndex(
      client,
      part,
      `create index concurrently if not exists ${part} on ${escapeIdentifier(next.partition)} ${definition}`,
    )
    await client.query(`alter index ${index} attach partition ${part}`)
  }
}

import type { Client } from 'pg'

// cspell:ignore conkey connamespace conrelid constraintdef contype indisprimary indkey proname pronamespace regnamespace relispartition

const readRows = async <T extends object>(client: Client, sql: string) => (await client.query<T>(sql)).rows

/** The keys of every row, by table. */
export type Snapshot = Record<string, string[]>
export async function listKeys(client: Client): Promise<Snapshot> {
  const tables = await readRows<{ name: string; key: string }>(
    client,
    `
    select c.oid::regclass::text as name, string_agg(format('t.%I::text', a.attname), ', ' order by a.attnum) as key
    from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
    where c.relnamespace = 'public'::regnamespace and not c.relispartition group by c.oid`,
  )
  const keys: Snapshot = {}
  for (const { name, key } of tables) {
    const rows = await readRows<{ key: string }>(
      client,
      `select concat_ws(' ', ${key}) as key from ${name} t order by 1`,
    )
    keys[name] = rows.map((row) => row.key)
  }
  return keys
}

/** Columns and functions that a process of the earlier program uses. */
export const listSchema = async (client: Client): Promise<string[]> =>
  (
    await readRows<{ item: string }>(
      client,
      `
      select format('%s.%s %s', table_name, column_name, data_type) as item from information_schema.columns
      where table_schema = 'public'
      union all
      select format('%s(%s) %s', proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid)) from pg_proc
      where pronamespace = 'public'::regnamespace`,
    )
  ).map(({ item }) => item)

/**
 * Not in the invented county: the dev inbox, copies and kinds of an audit entry, and a legacy migration that is
 * running.
 */
const notStates = /^(outbox_message|audit_|migration_|database_restore.noticed_by)/
/** Values that a column may have and that no row had. */
export async function listMissingStates(client: Client): Promise<string[]> {
  const checks = await readRows<{ table: string; column: string; definition: string }>(
    client,
    `
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1`,
  )
  const missing: string[] = []
  for (const { table, column, definition } of checks) {
    const values = [...definition.matchAll(/'([^']+)'::text/g)].map(([, value]) => value ?? '')
    const rows = await readRows<{ value: string }>(client, `select distinct ${column}::text as value from ${table}`)
    const present = new Set(rows.map(({ value }) => value))
    missing.push(...values.filter((value) => !present.has(value)).map((value) => `${table}.${column} ${value}`))
  }
  const jobs = await readRows<{ value: string }>(
    client,
    `
    select s.value::text from unnest(enum_range(null::pgboss.job_state)) as s(value)
    where not exists (select from pgboss.job j where j.state = s.value)`,
  )
  return [...missing.filter((name) => !notStates.test(name)), ...jobs.map(({ value }) => `job ${value}`)]
}

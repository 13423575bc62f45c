import { type Client, escapeIdentifier } from 'pg'
import { isFree, isOwned } from './ours.ts'

// The program only adds rows to these, so the application may not change them.
const onlyAdded = ['audit_log', 'audit_chain']

// cspell:ignore regprocedure proowner

/**
 * Rights on the tables, sequences and routines of these schemas that are ours: an extension's belong to its
 * administrator.
 */
const listGrants = `
  with ours as (
    select case when c.relkind = 'S' then 'usage, select on sequence ' else 'select, insert, update, delete on table ' end
      as rights, c.oid::regclass::text as name
    from pg_class c
    where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and c.relnamespace = any ($1::regnamespace[])
      and ${isOwned('c')}
    union all
    select 'execute on routine ', p.oid::regprocedure::text
    from pg_proc p
    where p.pronamespace = any ($1::regnamespace[]) and pg_has_role(p.proowner, 'usage')
      and ${isFree('pg_proc', 'p')}
  )
  select rights || string_agg(name, ', ') as granted from ours group by rights`

/**
 * Gives the application's role its rights on what the owner has. Runs within a transaction, because it grants rights on
 * all tables and then revokes some.
 */
export async function grantRights(client: Client, role: string, schemas: string[]): Promise<void> {
  const owner = (await client.query<{ user: string }>('select current_user as user')).rows[0]?.user
  if (owner === role) return
  for (const schema of schemas) await client.query(`grant usage on schema ${schema} to ${escapeIdentifier(role)}`)
  const { rows } = await client.query<{ granted: string }>(listGrants, [schemas])
  for (const { granted } of rows) await client.query(`grant ${granted} to ${escapeIdentifier(role)}`)
  for (const table of await existing(client, onlyAdded))
    await client.query(`revoke update, delete, truncate on ${table} from ${escapeIdentifier(role)}`)
  await client.query(`revoke insert, update, delete on schema_migration from ${escapeIdentifier(role)}`)
}

/** The tables of these that the migrations have created so far. */
async function existing(client: Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [tables],
  )
  return rows.map(({ name }) => name)
}

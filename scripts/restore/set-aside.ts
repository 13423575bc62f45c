import type { Client } from 'pg'
import { isOwned } from '#shared/node/platform/migrate/ours.ts'

// cspell:ignore conindid conname connamespace conparentid conrelid constraintdef contype indexdef indexrelid indisprimary indrelid regnamespace relispartition relkind relnamespace tgisinternal tgrelid

type Statement = { drop: string; create: string }

/** Foreign keys: rows arrive in no particular order, and checking all of them at the end costs a fraction. */
const foreignKeys = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as create
  from pg_constraint k join pg_class t on t.oid = conrelid
  where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 and ${isOwned('t')}
  order by conrelid::regclass::text, conname`

/** Indexes without a constraint; building each in one go costs a fraction. Those of partitioned tables stay. */
const indexes = `
  select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create
  from pg_index i join pg_class t on t.oid = i.indrelid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not t.relispartition and not i.indisprimary
    and ${isOwned('t')} and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  order by pg_relation_size(t.oid) desc, i.indexrelid::regclass::text`

/** Triggers: the rows already contain what they would do. */
const triggers = `
  select format('alter table %s disable trigger user', tgrelid::regclass) as drop,
    format('alter table %s enable trigger user', tgrelid::regclass) as create
  from (select distinct tgrelid from pg_trigger where not tgisinternal) g join pg_class t on t.oid = tgrelid
  where t.relnamespace = 'public'::regnamespace and ${isOwned('t')}
  order by tgrelid::regclass::text`

/**
 * Drops, in the caller's transaction, everything that would slow the loading of rows down or change them.
 * @returns the statements that restore it, which also check the rows; run them in order
 */
export async function setAside(client: Client): Promise<string[]> {
  const again: string[] = []
  // A foreign key may depend on an index, so it is dropped first and restored last.
  for (const list of [triggers, foreignKeys, indexes]) {
    const { rows } = await client.query<Statement>(list)
    for (const { drop } of rows) await client.query(drop)
    again.unshift(...rows.map(({ create }) => create))
  }
  return again
}

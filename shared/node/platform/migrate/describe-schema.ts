import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'
import { isFree, isOwned } from './ours.ts'

// cspell:ignore adbin adnum adrelid attrdef attgenerated attidentity attname attnotnull attnum attrelid attstorage
// cspell:ignore atttypid atttypmod attcollation collname conname conrelid constraintdef contype indexdef indexrelid
// cspell:ignore indrelid lanname proconfig prolang proname pronamespace proowner prosecdef prosrc provolatile
// cspell:ignore regnamespace reloptions relpersistence relispartition tgisinternal tgrelid triggerdef attisdropped

/**
 * The objects of the schema, each with a hash of everything the catalog says about it: a table with its columns,
 * constraints, indexes and triggers, but not the order of its columns. Partitions and the objects of others are left out.
 * @returns hashes by name, such as 'table alert' or 'function deliverable'
 */
export async function hashSchema(client: ClientBase): Promise<Record<string, string>> {
  const lines = Map.groupBy(await describeSchema(client), ({ object }) => object)
  return Object.fromEntries(
    [...lines].map(([object, of]) => {
      const hash = createHash('sha256').update(of.map(({ line }) => line).join('\n'))
      return [object, hash.digest('hex').slice(0, 16)]
    }),
  )
}

/** One line for each column, constraint, index, trigger, function, view and sequence, in a fixed order. */
export async function describeSchema(client: ClientBase): Promise<{ object: string; line: string }[]> {
  const { rows } = await client.query<{ object: string; line: string }>(`
    with ours as (
      select c.oid, c.relkind, case c.relkind when 'S' then 'sequence ' when 'v' then 'view ' else 'table ' end || c.relname as object,
        format('%s %s %s', c.relkind, c.relpersistence, c.reloptions) as line
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
        and c.relname <> 'schema_migration' and not c.relispartition and ${isOwned('c')}
    )
    select object, line from (
      select object, line from ours
      union all
      select o.object, format('column %s %s %s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when o.relkind in ('r', 'p') then format('%s %s %s %s %s %s', a.attnotnull, l.collname, a.attidentity, a.attstorage,
          a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) end)
      from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
      left join pg_collation l on l.oid = a.attcollation
      where o.relkind <> 'S'
      union all
      select o.object, format('constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
      from ours o join pg_constraint k on k.conrelid = o.oid where k.contype <> 'n'
      union all
      select o.object, pg_get_indexdef(i.indexrelid) from ours o join pg_index i on i.indrelid = o.oid
      union all
      select o.object, pg_get_triggerdef(t.oid) from ours o join pg_trigger t on t.tgrelid = o.oid where not t.tgisinternal
      union all
      select 'function ' || p.proname, format('%s returns %s %s %s %s %s %s', pg_get_function_arguments(p.oid),
        pg_get_function_result(p.oid), l.lanname, p.provolatile, p.prosecdef, p.proconfig, p.prosrc)
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and pg_has_role(p.proowner, 'usage') and ${isFree('pg_proc', 'p')}
    ) described order by object collate "C", line collate "C"`)
  return rows
}

import { withClient } from '#tests/helpers/with-client.ts'

// cspell:ignore conname connamespace conrelid constraintdef indexdef regnamespace relispartition relkind relnamespace relpartbound schemaname sequencename tgenabled tgisinternal triggerdef

/** The number of rows of each table, and a hash of them that depends neither on their order nor on that of the columns. */
export function hashTables(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const hashes: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, ' ' order by row)), '') as hash
         from (select md5(to_jsonb(t)::text) as row from ${name} t) hashed`,
      )
      hashes[name] = rows[0]?.hash ?? ''
    }
    return hashes
  })
}

/** Everything of the schema that a restore drops meanwhile, or creates itself. */
export function listSchemaObjects(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ object: string }>(`
      select 'index ' || indexdef as object from pg_indexes where schemaname = 'public'
      union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all select format('trigger %s %s', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
      union all select format('partition %s %s', oid::regclass, pg_get_expr(relpartbound, oid)) from pg_class where relispartition
      union all select format('sequence %s %s', sequencename, last_value) from pg_sequences where schemaname = 'public'
      union all select format('right %s %s %s', grantee, table_name, privilege_type) from information_schema.table_privileges
        where table_schema = 'public' and grantee = 'app'
      order by 1`)
    return rows.map(({ object }) => object)
  })
}

// cspell:ignore classid deptype objid relowner

/** SQL: whether this object belongs to no extension; an extension's objects belong to the administrator. */
export const isFree = (catalog: 'pg_class' | 'pg_proc', alias: string): string =>
  `not exists (select from pg_depend e where e.classid = '${catalog}'::regclass and e.objid = ${alias}.oid and e.deptype = 'e')`

/**
 * SQL on a row of `pg_class`: whether the current role may change this table, view or sequence. Schema public may have
 * others, of an administrator or an extension, which no migration, backup or restore may touch.
 */
export const isOwned = (alias: string): string =>
  `(pg_has_role(${alias}.relowner, 'usage') and ${isFree('pg_class', alias)})`

/**
 * SQL on a row of `pg_class`: whether a backup reads this table or sequence. The application's role owns none; an
 * administrator's may be closed to both roles. A backup must fail if it cannot read one of the program's own.
 */
export const isForBackup = (alias: string): string =>
  `((has_table_privilege(${alias}.oid, 'select') or ${alias}.relowner = (
      select m.relowner from pg_class m where m.oid = to_regclass('public.schema_migration')))
    and ${isFree('pg_class', alias)})`

import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Database } from '#shared/node/platform/database/types.ts'

type Cell = string | number | boolean | Date | null | object
type Row = Record<string, Cell>

/** Writes rows in one statement, as COPY would, ids included. All have the columns of the first. */
export async function insertRows(tx: Tx, table: keyof Database, rows: Row[]): Promise<void> {
  if (!rows[0]) return
  const columns = sql.join(Object.keys(rows[0]).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  )
}

/** Ids reserved for this caller, in rising order. */
export async function reserveIds(tx: Tx, table: keyof Database, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence(${`"${table}"`}, 'id')) as id from generate_series(1, ${count})`.execute(tx)
  return rows.map(({ id }) => id)
}

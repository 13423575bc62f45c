import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyOut, type StoredTable } from './tables.ts'

/**
 * Reads a table's rows as COPY's text into `work`. Resolves with their number when the connection is free again.
 * @param client openSession's
 */
export async function readRows(
  client: Client,
  table: Omit<StoredTable, 'size'>,
  work: (source: NodeJS.ReadableStream) => Promise<void>,
): Promise<number> {
  const isFree = new Promise((resolve) => client.once('drain', resolve))
  const source = client.query(copyTo(copyOut(table)))
  await work(source)
  await isFree
  return source.rowCount
}

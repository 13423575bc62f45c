import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyOut, type StoredTable } from './tables.ts'

/**
 * Reads a table's rows as COPY text into `work`. Resolves with their number when the connection is free again. If
 * `work` fails, the connection is closed: the rest of its rows has no reader, so a rollback would wait forever.
 * @param client openSession's
 */
export async function readRows(
  client: Client,
  table: Omit<StoredTable, 'size'>,
  work: (source: NodeJS.ReadableStream) => Promise<void>,
): Promise<number> {
  const isFree = new Promise((resolve) => client.once('drain', resolve))
  const source = client.query(copyTo(copyOut(table)))
  try {
    await work(source)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await isFree
  return source.rowCount
}

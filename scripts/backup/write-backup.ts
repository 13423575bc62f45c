import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { getSqlState } from '#shared/node/platform/database/retry.ts'
import { inTransactionOf } from '#shared/node/platform/database/transaction.ts'
import { findUnfinishedRestore, unfinishedRestoreProblem } from '#shared/node/platform/migrate/unfinished-restore.ts'
import { firstLine, formatManifest, formatSeal, type Manifest, type TableEntry } from './backup-file.ts'
import { startEncryption } from './encryption.ts'
import { createMeter } from './meter.ts'
import { readRows } from './read-rows.ts'
import { createSink, type Sink } from './sink.ts'
import { listPartitions, listSequences, listTables, qualify, type StoredTable } from './tables.ts'

/** Of compressed rows, in bytes. */
const chunkSize = 256 * 1024

type Progress = { step: string; /** 0 to 1 */ share: number }
type Options = {
  signal: AbortSignal
  /** The public key of the reader; without one, the backup is not encrypted. */
  recipient?: string | undefined
  onProgress?: (progress: Progress) => void
}

/**
 * Writes every table, as all of them were at one moment, to a file that appears under its name only when it is
 * complete. Memory use does not depend on the size.
 * @param client openSession's; reads only
 * @throws Error in plain words; the unfinished file is removed
 */
export async function writeBackup(client: Client, file: string, options: Options): Promise<Manifest> {
  const partial = `${file}.${process.pid}.partial`
  const handle = await fs.promises.open(partial, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`Cannot write ${partial} (${error.code}).`)
  })
  try {
    const write = (piece: Uint8Array) => handle.writeFile(piece)
    const encryption = options.recipient === undefined ? undefined : await startEncryption(options.recipient, write)
    const manifest = await readInSnapshot(client, createSink(encryption?.write ?? write), options)
    await encryption?.end()
    await handle.sync()
    await handle.close()
    await fs.promises.rename(partial, file)
    await syncFolder(path.dirname(file))
    return manifest
  } catch (error) {
    await handle.close().catch(() => {})
    await fs.promises.rm(partial, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    const folder = path.dirname(path.resolve(file))
    throw new Error(`The disk of ${folder} is full. Free space there, or choose another folder.`, { cause: error })
  }
}

/** Makes the new name survive a power cut. Windows cannot do it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.promises.open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

async function readInSnapshot(client: Client, sink: Sink, options: Options): Promise<Manifest> {
  const tables = await listTables(client, 'backup')
  if (!tables.some(({ name }) => name === 'schema_migration'))
    throw new Error('The database has no schema yet: there is nothing to back up.')
  if ((await findUnfinishedRestore(client)) !== undefined) throw new Error(unfinishedRestoreProblem)
  // Locked before the snapshot is taken, so that no table of it can be dropped or emptied while it is read.
  const lock = `lock table ${tables.map(({ name }) => qualify(name)).join(', ')} in access share mode`
  const opening = `set transaction isolation level repeatable read, read only; ${lock}`
  try {
    return await inTransactionOf(client, () => writeTables(client, tables, sink, options), { opening })
  } catch (error) {
    if (getSqlState(error) === '55P03')
      throw new Error('Another command, such as a migration, has locked a table. Try again later.', { cause: error })
    throw error
  }
}

async function writeTables(
  client: Client,
  locked: StoredTable[],
  sink: Sink,
  { signal, onProgress }: Options,
): Promise<Manifest> {
  const { rows } = await client.query<{ at: Date; postgres: string }>(
    `select now() as at, current_setting('server_version') as postgres`,
  )
  const tables = await listTables(client, 'backup')
  if (tables.map(({ name }) => name).join() !== locked.map(({ name }) => name).join())
    throw new Error('The tables changed meanwhile. Run the command again.')
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    `select version, name, to_jsonb(m) ->> 'checksum' as checksum from public.schema_migration m order by version`,
  )
  const sequences = await listSequences(client)
  const partitions = await listPartitions(client, 'backup')
  await sink.append(Buffer.from(firstLine))
  const total = tables.reduce((sum, { size }) => sum + size, 0) || 1
  const entries: TableEntry[] = []
  let done = 0
  for (const table of tables) {
    const onBytes = (bytes: number) =>
      onProgress?.({ step: table.name, share: (done + Math.min(bytes, table.size)) / total })
    entries.push(await writeTable(client, table, sink, { signal, onBytes }))
    done += table.size
  }
  const manifest: Manifest = {
    startedAt: (rows[0]?.at ?? new Date()).toISOString(),
    finishedAt: new Date().toISOString(),
    postgres: rows[0]?.postgres ?? '',
    migrations,
    tables: entries,
    partitions,
    sequences,
  }
  const text = Buffer.from(formatManifest(manifest))
  await sink.append(text)
  await sink.append(Buffer.from(formatSeal(text.length, sink.sha256())))
  return manifest
}

async function writeTable(
  client: Client,
  table: StoredTable,
  sink: Sink,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<TableEntry> {
  const offset = sink.offset()
  const meter = createMeter(onBytes)
  const rows = await readRows(client, table, (source) =>
    pipeline(source, meter.stream, createZstdCompress({ chunkSize }), sink.write, { signal }),
  )
  const length = sink.offset() - offset
  const { name, partitioned, columns } = table
  return { name, partitioned, columns, rows, bytes: meter.bytes(), sha256: meter.sha256(), offset, length }
}

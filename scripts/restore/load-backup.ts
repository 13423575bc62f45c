import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { inTransactionOf } from '#shared/node/platform/database/transaction.ts'
import { createSchema, createSchemaBefore } from '#shared/node/platform/migrate/create-schema.ts'
import { isOwned } from '#shared/node/platform/migrate/ours.ts'
import { isOfBefore } from '#shared/node/platform/migrate/take-over.ts'
import { markUnfinishedRestore } from '#shared/node/platform/migrate/unfinished-restore.ts'
import { type BackupFile, readVersion, type TableEntry } from '../backup/backup-file.ts'
import { createMeter } from '../backup/meter.ts'
import { joinColumns, listPartitions, listTables, qualify, type StoredTable } from '../backup/tables.ts'
import { setAside } from './set-aside.ts'

export type LoadProgress = { step: string; /** 0 to 1 */ share: number }
type Options = { signal: AbortSignal; onProgress?: (progress: LoadProgress) => void }

/**
 * Loads a backup into an empty database, with the schema that it was made with: all of it in one transaction, so that a
 * restore that is cut off here leaves the database empty. Ends with the mark of a restore that has not finished.
 * @param client openSession's, as the owner of the tables
 * @returns tables of the backup that this program does not know, and did not load
 * @throws Error in plain words
 */
export async function loadBackup(
  client: Client,
  backup: BackupFile,
  appRole: string,
  options: Options,
): Promise<{ unknown: string[] }> {
  return inTransactionOf(client, async () => {
    const { manifest } = backup
    if (isOfBefore(manifest.migrations)) await createSchemaBefore(client, manifest.migrations)
    else await createSchema(client, readVersion(manifest))
    await matchPartitions(client, manifest.partitions)
    const tables = await listTables(client, 'restore')
    const again = await setAside(client)
    await client.query(`truncate ${tables.map(({ name }) => qualify(name)).join(', ')}`)
    const unknown = await loadTables(client, backup, tables, options)
    // Sequences of tables that this program does not know are missing here, or belong to another program.
    for (const { name, last, called } of manifest.sequences)
      await client.query(
        `select setval(c.oid::regclass, $2, $3) from pg_class c where c.oid = to_regclass($1) and ${isOwned('c')}`,
        [qualify(name), last, called],
      )
    for (const [index, statement] of again.entries()) {
      options.signal.throwIfAborted()
      options.onProgress?.({ step: 'Indexes', share: index / again.length })
      await client.query(statement)
    }
    // Without statistics the first queries would use slow plans.
    await client.query(`analyze ${tables.map(({ name }) => qualify(name)).join(', ')}`)
    await markUnfinishedRestore(client, backup.sha256, appRole)
    return { unknown }
  })
}

const isSamePartition = (one: Bounded, other: Bounded) => one.name === other.name && one.bound === other.bound
type Bounded = { name: string; bound: string }

/** The migrations created today's partitions; the backup has those of its own time. */
async function matchPartitions(client: Client, wanted: BackupFile['manifest']['partitions']): Promise<void> {
  const made = await listPartitions(client, 'restore')
  for (const partition of made)
    if (!wanted.some((other) => isSamePartition(partition, other)))
      await client.query(`drop table ${qualify(partition.name)}`)
  const parents = new Set((await listTables(client, 'restore')).map(({ name }) => name))
  for (const { name, parent, bound } of wanted)
    if (parents.has(parent) && !made.some((other) => isSamePartition({ name, bound }, other)))
      await client.query(`create table ${qualify(name)} partition of ${qualify(parent)} ${bound}`)
}

async function loadTables(
  client: Client,
  backup: BackupFile,
  tables: StoredTable[],
  { signal, onProgress }: Options,
): Promise<string[]> {
  const entries = backup.manifest.tables
  const missing = tables.filter(({ name }) => !entries.some((entry) => entry.name === name))
  if (missing.length > 0)
    throw new Error(`The backup lacks tables of its schema: ${missing.map(({ name }) => name).join(', ')}.`)
  const unknown: string[] = []
  for (const entry of entries) {
    const table = tables.find(({ name }) => name === entry.name)
    if (!table) {
      unknown.push(entry.name)
      continue
    }
    const onBytes = (bytes: number) => onProgress?.({ step: entry.name, share: (entry.offset + bytes) / backup.size })
    await loadTable(client, backup, entry, { partitioned: table.partitioned, signal, onBytes })
  }
  return unknown
}

async function loadTable(
  client: Client,
  { path }: BackupFile,
  entry: TableEntry,
  { partitioned, signal, onBytes }: { partitioned: boolean; signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<void> {
  // No other session sees the rows before the commit, so they can be frozen already.
  const freeze = partitioned ? '' : ' (freeze)'
  const target = client.query(
    copyFrom(`copy ${qualify(entry.name)} (${joinColumns(entry.columns)}) from stdin${freeze}`),
  )
  const { offset, length } = entry
  const source = fs.createReadStream(path, { start: offset, end: offset + length - 1, highWaterMark: 256 * 1024 })
  const meter = createMeter(() => onBytes(source.bytesRead))
  await pipeline(source, createZstdDecompress({ chunkSize: 256 * 1024 }), meter.stream, target, { signal })
  if (target.rowCount !== entry.rows || meter.sha256() !== entry.sha256)
    throw new Error(`The rows of ${escapeIdentifier(entry.name)} are not those of the backup: ${path} is damaged.`)
}

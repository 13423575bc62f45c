import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import type { BackupFile } from '../backup/backup-file.ts'
import { createMeter } from '../backup/meter.ts'
import { readRows } from '../backup/read-rows.ts'
import type { LoadProgress } from './load-backup.ts'

/**
 * Compares each loaded table with the backup, by the number and the hash of its rows. It must have just been loaded: the
 * hash covers the order of rows on disk.
 * @param client openSession's
 * @returns one line for each table that differs
 */
export async function compareTables(
  client: Client,
  { manifest }: BackupFile,
  { unknown, signal, onProgress }: { unknown: string[]; signal: AbortSignal; onProgress: (p: LoadProgress) => void },
): Promise<string[]> {
  const differing: string[] = []
  const entries = manifest.tables.filter(({ name }) => !unknown.includes(name))
  for (const [index, entry] of entries.entries()) {
    onProgress({ step: entry.name, share: index / entries.length })
    const meter = createMeter()
    const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
    const rows = await readRows(client, entry, (source) => pipeline(source, meter.stream, nowhere, { signal }))
    if (rows !== entry.rows) differing.push(`${entry.name} has ${rows} rows instead of ${entry.rows}`)
    else if (meter.sha256() !== entry.sha256) differing.push(`${entry.name} has other rows`)
  }
  return differing
}

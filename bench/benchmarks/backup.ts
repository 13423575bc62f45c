import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countRows, openBackup } from '#scripts/backup/backup-file.ts'
import { readRows } from '#scripts/backup/read-rows.ts'
import { openSession } from '#scripts/backup/session.ts'
import { listTables } from '#scripts/backup/tables.ts'
import type { BenchContext, BenchmarkResult } from '../support/benchmark.ts'
import type { BenchDatabase } from '../support/database.ts'
import { fillHistory } from '../support/fill-history.ts'
import { fillAlerts } from '../support/fill.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'
import { runCommand } from '../support/run-command.ts'

const alerts = 100_000
const history = 1_000_000
/** Memory must not grow with the county. */
const maxPeakBytes = 300e6

/**
 * Bar 15: `npm run backup` of a county compared with reading the same tables and throwing the rows away; then
 * `npm run restore` into an empty database, and a drill.
 */
export async function backUpCounty({ cluster, population, print }: BenchContext): Promise<BenchmarkResult> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-backup-'))
  const source = await cluster.create('backup_source')
  const target = await cluster.create('backup_target', 'empty')
  const file = (run: number) => path.join(folder, `${run}.backup`)
  const faults: string[] = []
  const peaks: number[] = []
  const run = async (script: string, args: string[], database: BenchDatabase) => {
    const env = { DATABASE_URL: database.url, MIGRATE_DATABASE_URL: database.ownerUrl }
    const { peakBytes, seconds: took, output } = await runCommand(script, args, env)
    peaks.push(peakBytes)
    if (peakBytes > maxPeakBytes) faults.push(`${script} took ${megabytes(peakBytes)} MB of memory`)
    return { took, output, peak: `${megabytes(peakBytes)} MB of memory` }
  }
  try {
    await fillAlerts(source, population, alerts)
    await fillHistory(source, history)
    print('   backups …')
    const sides = await measureInterleaved(
      3,
      async (n) => (await run('backup.ts', [file(n)], source)).took,
      () => readAll(source),
    )
    const backup = await openBackup(file(0))
    const backupPeak = Math.max(...peaks)
    print('   restore …')
    const restore = await run('restore.ts', [file(0)], target)
    print('   drill …')
    const drill = await run('restore.ts', ['--drill', file(0)], source)
    if (!drill.output.includes('Every table is as in the backup.')) faults.push(`the drill said: ${drill.output}`)
    const bytes = backup.manifest.tables.reduce((sum, table) => sum + table.bytes, 0)
    return {
      promised: `${countRows(backup.manifest).toLocaleString('en-US')} rows, ${megabytes(backup.size)} MB: ${took('backup', sides.ours)}, ${took('restore', restore.took)}, ${took('drill', drill.took)}; at most ${megabytes(Math.max(...peaks))} MB of memory; every table equal`,
      lines: [
        {
          ...sides,
          what: `backup ÷ reading the same rows, ${alerts.toLocaleString('en-US')} alerts, ${history.toLocaleString('en-US')} rows of history`,
          unit: 's',
          floor: null,
          aim: null,
          better: 'lower',
        },
      ],
      faults,
      notes: [
        `${countRows(backup.manifest).toLocaleString('en-US')} rows, ${megabytes(bytes)} MB of text, ${megabytes(backup.size)} MB in the file. The backup takes ${sides.ours.toFixed(1)} s and ${megabytes(backupPeak)} MB of memory, the restore with all indexes ${restore.took.toFixed(1)} s and ${restore.peak}, the drill ${drill.took.toFixed(1)} s and ${drill.peak}. The limit reads every table by COPY on one connection and throws the rows away.`,
      ],
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
    await source.drop()
    await target.drop()
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6).toLocaleString('en-US')

const readAll = (database: BenchDatabase): Promise<number> =>
  seconds(async () => {
    const client = await openSession(database.ownerUrl, 'backup')
    try {
      for (const table of await listTables(client, 'backup'))
        await readRows(client, table, (source) =>
          pipeline(source, new Writable({ write: (_piece, _encoding, done) => done() })),
        )
    } finally {
      await client.end()
    }
  })

const took = (what: string, seconds: number) => `${what} ${seconds.toFixed(0)} s`

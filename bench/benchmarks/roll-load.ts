import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { copyIn, copyOut } from '#scripts/made-up/copy.ts'
import type { BenchContext, BenchmarkResult, Line } from '../support/benchmark.ts'
import { type BenchDatabase, withOwner } from '../support/database.ts'
import { measureInterleaved, seconds } from '../support/measure.ts'
import { writeRollFile } from '../support/roll-file.ts'
import { runCommand } from '../support/run-command.ts'

/** A roll to load; `maxSeconds` where the load has a time. */
type Size = { parcels: number; runs: number; maxSeconds: number | null }
const quickSizes: Size[] = [{ parcels: 20_000, runs: 1, maxSeconds: null }]
const sizes: Size[] = [
  { parcels: 500_000, runs: 3, maxSeconds: 60 },
  { parcels: 1_000_000, runs: 1, maxSeconds: null },
]
/** Memory may hardly grow with the roll. */
const maxPeakBytes = 300e6

const format = (count: number) => count.toLocaleString('en-US')
const megabytes = (bytes: number) => format(Math.round(bytes / 1e6))

/**
 * Bar 16: `npm run roll` of half a million and of a million parcels, in a process of its own with the service's limits,
 * compared with COPY of the rows that it stores.
 */
export async function loadRolls({ cluster, quick, print }: BenchContext): Promise<BenchmarkResult> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-roll-'))
  const result = { lines: [] as Line[], faults: [] as string[], notes: [] as string[] }
  try {
    for (const size of quick ? quickSizes : sizes) {
      print(`   ${format(size.parcels)} parcels …`)
      const database = await cluster.create(`roll_${size.parcels}`)
      const { line, faults, note } = await loadSize(database, folder, size).finally(() => database.drop())
      result.lines.push(line)
      result.faults.push(...faults)
      result.notes.push(note)
    }
    const how =
      'The command reads the file, checks every row, compares it with the roll in use, and puts it into use. COPY brings the rows that it stored, made into text beforehand, to the same tables and indexes on one connection, and fills what the search needs.'
    return { ...result, notes: [...result.notes, how] }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function loadSize(
  database: BenchDatabase,
  folder: string,
  { parcels, runs, maxSeconds }: Size,
): Promise<{ line: Line; faults: string[]; note: string }> {
  const file = path.join(folder, `${parcels}.csv`)
  const bytes = await writeRollFile(file, parcels)
  const loads: { seconds: number; peakBytes: number }[] = []
  const faults: string[] = []
  const load = async () => {
    const run = await runCommand('roll.ts', [file, '--yes'], { DATABASE_URL: database.url })
    loads.push(run)
    const inUse = await withOwner(database, countInUse)
    if (inUse !== parcels) faults.push(`${format(inUse)} of ${format(parcels)} parcels are in use`)
    return run.seconds
  }
  // The first load is ours, so there are rows to copy.
  const sides = await measureInterleaved(runs, load, () => withOwner(database, (client) => copyRoll(client, parcels)))
  const peak = Math.max(...loads.map(({ peakBytes }) => peakBytes))
  const slowest = Math.max(...loads.map((run) => run.seconds))
  if (peak > maxPeakBytes) faults.push(`${format(parcels)} parcels took ${megabytes(peak)} MB of memory`)
  if (maxSeconds !== null && slowest > maxSeconds)
    faults.push(`${format(parcels)} parcels took ${slowest.toFixed(0)} s, more than ${maxSeconds}`)
  const took = loads.map((run, n) => `${run.seconds.toFixed(1)} s ${n === 0 ? 'as the first roll' : 'beside another'}`)
  return {
    line: {
      ...sides,
      what: `npm run roll ÷ COPY of the same rows, ${format(parcels)} parcels`,
      unit: 's',
      floor: null,
      aim: null,
      better: 'lower',
    },
    faults,
    note: `${format(parcels)} parcels in ${megabytes(bytes)} MB of CSV, ten columns: ${took.join(', ')}; at most ${megabytes(peak)} MB of memory (limit ${megabytes(maxPeakBytes)} MB${maxSeconds === null ? '' : `, ${maxSeconds} s`}).`,
  }
}

async function countInUse(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from parcel where roll_id = (select id from roll where state = 'current')`,
  )
  return rows[0]?.count ?? 0
}

/** What the command itself writes; finish_roll fills the other tables. */
const copied = {
  parcel: `line, parcel_id, parcel_key, address, city, zip, legal_description, owner_name, mail_address, mail_city,
    mail_state, mail_zip, place_id, house_number, numbers, units`,
  parcel_place: 'id, words, length',
}

/**
 * Copies the roll in use into another, which is dropped again.
 * @returns seconds that the copy took
 */
async function copyRoll(client: Client, parcels: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into roll (state, parcels) values ('loading', $1) returning id`,
    [parcels],
  )
  const id = rows[0]?.id ?? 0
  const tables: { into: string; chunks: Buffer[] }[] = []
  for (const [table, columns] of Object.entries(copied)) {
    const source = `select ${id}, ${columns} from ${table} where roll_id = (select id from roll where state = 'current')`
    tables.push({
      into: `copy ${table} (roll_id, ${columns}) from stdin`,
      chunks: await copyOut(client, `copy (${source}) to stdout`),
    })
  }
  const took = await seconds(async () => {
    await client.query('select prepare_roll($1)', [id])
    for (const { into, chunks } of tables) await copyIn(client, into, chunks)
    await client.query('select finish_roll($1)', [id])
  })
  await client.query(`update roll set state = 'removed' where id = $1`, [id])
  await client.query('select drop_roll($1)', [id])
  return took
}

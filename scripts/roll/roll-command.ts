import { SingleBar } from 'cli-progress'
import fs from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findVersion, findVersionIn, listProblems, type RollRow } from '#server/features/roll/roll-versions.queries.ts'
import { discardRoll } from '#server/features/roll/upload-roll.ts'
import { returnToRoll, useRoll } from '#server/features/roll/use-roll.ts'
import {
  describeProblem,
  losesMany,
  type RollComparison,
  type RollProblem,
  rollProblemKinds,
  rollProblemTexts,
  leftOutKinds,
} from '#shared/contract/roll-load.ts'
import { type RollMapping, rollMappingSchema } from '#shared/contract/roll-mapping.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { openDatabase } from '../readers/open-database.ts'
import { loadRollFile } from './load-roll-file.ts'

const help = `Loads the county's parcel roll, in the database at DATABASE_URL or in the running demo.

  npm run roll -- FILE [options]   reads a roll, says what would change, and asks before it is used
  npm run roll -- --back           goes back to the version before the one in use

FILE is a CSV, with or without gzip. Columns, in any order:
PARCEL_ID (needed), SITUS_ADDRESS (needed), SITUS_CITY, SITUS_ZIP, LEGAL_DESCRIPTION, OWNER_NAME, MAIL_ADDRESS,
MAIL_CITY, MAIL_STATE, MAIL_ZIP.

  --mapping FILE   for a file with other columns, as JSON:
                   {"parcelId": "PIN", "address": ["HOUSE_NO", "STREET"], "city": "TOWN"}
  --yes            answers every question with yes
`

const options = {
  mapping: { type: 'string' },
  yes: { type: 'boolean' },
  back: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Terminal = {
  print: (text: string) => void
  /** Asks a question; true for yes. */
  ask: (question: string) => Promise<boolean>
}

/**
 * `npm run roll`. Returns the exit status: 0 done, 1 if the roll was not read or the operator answered no, 2 invalid
 * arguments.
 */
export async function rollCommand(args: string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal)
  } catch (error) {
    terminal.print(error instanceof Error ? error.message : String(error))
    return 1
  }
}

async function run(args: string[], { print, ask }: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [file] = positionals
  if (values.help || positionals.length !== (values.back ? 0 : 1)) {
    print(help)
    return values.help ? 0 : 2
  }
  const mapping = values.mapping === undefined ? null : await readRollMapping(values.mapping)
  const terminal = { print, ask: values.yes ? async () => true : ask }
  const { db, end } = await openDatabase()
  try {
    if (file === undefined) return await goBack(db, terminal)
    await dropWaiting(db, terminal)
    const loaded = await loadWithBar(db, file, mapping)
    return await putIntoUse(db, loaded, terminal)
  } finally {
    await end()
  }
}

async function readRollMapping(file: string): Promise<RollMapping> {
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw new Error(`Mapping ${file} not found.`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`The mapping ${file} is not valid JSON.`)
  }
  const checked = rollMappingSchema.safeParse(value)
  if (checked.success) return checked.data
  const faults = checked.error.issues.map((issue) => `  - ${issue.path.join('.') || 'the mapping'}: ${issue.message}`)
  throw new Error(`The mapping ${file} has errors:\n${faults.join('\n')}`)
}

/** An unanswered version would block the next one. */
async function dropWaiting(db: Db, { ask }: Terminal): Promise<void> {
  const waiting = await inTransaction(db, (tx) => findVersionIn(tx, ['loaded']))
  if (waiting && (await ask(`The roll ${waiting.fileName} is still waiting for an answer. Discard it?`)))
    await discardRoll(db, null, waiting.id)
}

async function loadWithBar(db: Db, file: string, mapping: RollMapping | null) {
  const bar = new SingleBar({
    format: `${file}  {bar}  {percentage} %, {lines} lines`,
    hideCursor: true,
    noTTYOutput: false,
  })
  bar.start(100, 0, { lines: '0' })
  try {
    const onProgress = ({ share, lines }: { share: number; lines: number }) =>
      bar.update(Math.floor(share * 100), { lines: lines.toLocaleString('en-US') })
    return await loadRollFile(db, file, { mapping, onProgress })
  } finally {
    bar.stop()
  }
}

type LoadedRoll = { id: number; comparison: RollComparison }

async function putIntoUse(db: Db, { id, comparison }: LoadedRoll, { print, ask }: Terminal): Promise<number> {
  const version = await findVersion(db, id)
  if (!version) throw new Error('The roll was dropped meanwhile.')
  print(summarize(version, comparison, await listProblems(db, id)))
  const { gone, changed, same } = comparison
  const kept = `Nothing changed. The roll waits for an answer on the Parcel roll page.`
  if (!(await ask('Use this roll?'))) {
    print(kept)
    return 1
  }
  const isLargeLoss = losesMany(gone, gone + changed + same)
  if (isLargeLoss && !(await ask(`${format(gone)} parcels, more than a tenth, would be gone. Use it anyway?`))) {
    print(kept)
    return 1
  }
  await useRoll({ db, log: createLog('roll', 'error') }, null, { id, ...(isLargeLoss && { gone }) })
  print('The roll is in use.')
  return 0
}

async function goBack(db: Db, { print, ask }: Terminal): Promise<number> {
  const { former, current } = await inTransaction(db, async (tx) => ({
    former: await findVersionIn(tx, ['former']),
    current: await findVersionIn(tx, ['current']),
  }))
  if (!former) throw new Error('There is no earlier version to go back to.')
  const fewer = Math.max(0, (current?.parcels ?? 0) - former.parcels)
  const fewerText = fewer > 0 ? `, ${format(fewer)} fewer than now` : ''
  if (!(await ask(`Go back to ${former.fileName} with ${format(former.parcels)} parcels${fewerText}?`))) {
    print('Nothing changed.')
    return 1
  }
  await returnToRoll({ db, log: createLog('roll', 'error') }, null, { id: former.id, gone: fewer })
  print('The earlier roll is in use again.')
  return 0
}

const format = (count: number) => count.toLocaleString('en-US')
const figure = (count: number, text: string) => `${format(count).padStart(12)} ${text}`
const problemsShown = 5

function summarize(
  version: RollRow,
  { added, gone, changed, same, samples }: RollComparison,
  problems: RollProblem[],
): string {
  const { windowsLines = 0, encoding } = version.details
  const lines = [
    `${version.fileName}:`,
    figure(version.lines, 'lines read'),
    figure(version.parcels, 'parcels'),
    figure(version.setAside, 'lines left out'),
    'Compared with the roll in use:',
    figure(added, 'new'),
    figure(gone, 'gone'),
    figure(changed, 'changed'),
    figure(same, 'the same'),
  ]
  for (const [what, list] of Object.entries(samples))
    for (const { parcelId, address, change } of list)
      lines.push(`  ${what === 'added' ? 'new' : what}: ${parcelId}  ${address}${change ? `  (${change})` : ''}`)
  if (encoding && windowsLines === 0) lines.push(`The file is in ${encoding}.`)
  if (windowsLines === 1) lines.push('1 line is not UTF-8. We read it as Windows-1252.')
  if (windowsLines > 1) lines.push(`${format(windowsLines)} lines are not UTF-8. We read them as Windows-1252.`)
  for (const kind of rollProblemKinds) {
    const count = version.problemCounts[kind] ?? 0
    if (count === 0) continue
    const effect = leftOutKinds.some((leftOut) => leftOut === kind) ? 'left out' : 'kept'
    lines.push(`${figure(count, rollProblemTexts[kind])} (${effect}):`)
    const listed = problems.filter((problem) => problem.kind === kind).slice(0, problemsShown)
    for (const problem of listed) lines.push(`               line ${format(problem.line)}: ${describeProblem(problem)}`)
    if (count > listed.length) lines.push('               …')
  }
  return lines.join('\n')
}

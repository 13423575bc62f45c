import { recordFigure } from '#scripts/promises/record-figure.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { type FaultName, faultKinds, faultNames } from './faults/fault-kinds.ts'
import type { FaultCounts } from './faults/plan.ts'
import { type ChaosReport, runChaos } from './harness/chaos.ts'
import { runRestore } from './harness/restore.ts'
import { type ChaosOptions, defaultChaosOptions } from './options/options.ts'
import { type ChaosSize, fullSizes, usualSize } from './options/sizes.ts'
import type { Breach } from './oracle/check.ts'
import { endCommand, readCount } from './support/command.ts'

const numbers = {
  seed: 1 + (Date.now() % 100_000),
  records: defaultChaosOptions.records,
  servers: defaultChaosOptions.servers,
  workers: defaultChaosOptions.workers,
  alerts: defaultChaosOptions.alerts,
  rounds: 1,
  'answer-ms': defaultChaosOptions.answerMs,
  'refuse-each': defaultChaosOptions.refuseEvery,
  'fail-each': defaultChaosOptions.failEvery,
  'fail-after-each': defaultChaosOptions.failAfterEvery,
  replies: defaultChaosOptions.replies,
}
type NumberName = keyof typeof numbers
/** With fewer than one of each, a run does nothing and thus keeps every promise. */
const atLeastOne: NumberName[] = ['records', 'servers', 'workers', 'alerts']

const labels = faultNames.map((name) => `  ${faultKinds[name].label}`).join('\n')
const values: Record<string, string | boolean | undefined> = readOptions(
  `Injects faults while feeds post records, providers take emails and texts and report about them, and people stop their
messages; then compares every promise with the database, with what the providers took and with what callers saw. If the
service broke a promise, it lists the ids and exits with status 1. The faults:
${labels}
Meanwhile the providers answer late, refuse calls, fail before and after they took a message, and lose, repeat and reorder
their reports; 50 callers post the same records, calls are cut off, and records change and become restricted. Last, it
replaces the database with a backup taken during delivery, posts the records again, and compares once more.

  npm run chaos -- ${Object.entries(numbers)
    .map(([name, usual]) => `[--${name} ${name === 'seed' ? 'N' : usual}]`)
    .join(' ')} [--restart-database] [--smtp] [--no-restore]
  npm run chaos -- --full [--seed N]

Other outages, each with a --help of its own:
  --cluster   the primary of a cluster of three PostgreSQL fails
  --mutants   plants faults into a copy of the product, which this must notice
  --rolling   replaces servers and workers behind HAProxy, and upgrades them

The seed decides the people, their records, what the providers do, and the faults with their order and victims. It is
printed; the same seed repeats the same plan. --rounds repeats all faults. --restart-database restarts PostgreSQL where it
would be killed. With --smtp, emails go through a mail server. --no-restore leaves out the backup. --full takes
${fullSizes.map(({ text }) => text).join(', then ')}.`,
  {
    ...Object.fromEntries(Object.keys(numbers).map((name) => [name, { type: 'string' as const }])),
    // The name of --records in earlier versions.
    deliveries: { type: 'string' as const },
    'restart-database': { type: 'boolean' as const },
    smtp: { type: 'boolean' as const },
    'no-restore': { type: 'boolean' as const },
    full: { type: 'boolean' as const },
  },
)
const readNumber = (name: NumberName): number => {
  const given = values[name] ?? (name === 'records' ? values.deliveries : undefined)
  return readCount(name, typeof given === 'string' ? given : numbers[name], atLeastOne.includes(name) ? 1 : 0)
}

const notWithFull = ['records', 'deliveries', 'alerts', 'rounds', 'replies', 'restart-database', 'no-restore']
const refused = values.full ? notWithFull.filter((name) => values[name] !== undefined) : []
if (refused.length > 0) {
  console.error(`--full has sizes of its own. Leave out --${refused.join(', --')}.`)
  process.exit(2)
}

function readFaults(): FaultCounts {
  const rounds = readNumber('rounds')
  const { 'postgres-killed': killed = 0, 'postgres-restarted': restarted = 0 } = usualSize.faults
  const counts: FaultCounts = values['restart-database']
    ? { ...usualSize.faults, 'postgres-killed': 0, 'postgres-restarted': killed + restarted }
    : usualSize.faults
  return Object.fromEntries(faultNames.map((name) => [name, (counts[name] ?? 0) * rounds]))
}

const print = (line: string) => console.log(line)
const seed = readNumber('seed')
const options: Partial<ChaosOptions> = {
  seed,
  answerMs: readNumber('answer-ms'),
  servers: readNumber('servers'),
  workers: readNumber('workers'),
  email: values.smtp ? 'smtp' : 'sendgrid',
  refuseEvery: readNumber('refuse-each'),
  failEvery: readNumber('fail-each'),
  failAfterEvery: readNumber('fail-after-each'),
  print,
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)
const inWords = (count: number) => count.toLocaleString('en-US')

function printReport(report: ChaosReport): void {
  const lines = [
    `seed ${report.seed}: ${inWords(report.records)} records, ${report.faults.length} faults, ${inWords(report.notices)} notices expected`,
    `${inWords(report.messages)} messages taken, ${inWords(report.texts)} of them texts, ${report.weekly} weekly emails, ${report.duplicates} twice, ${report.markedDuplicates} marked 'possibly sent twice', ${report.foundByLookUp} texts known after asking`,
    `${inWords(report.reports)} reports of providers, ${report.stopped} addresses stopped, ${report.repeatedCalls} calls repeated by feeds`,
    `${report.changed} records changed, some of them restricted before or after`,
    `${report.written} replies written, ${report.lostWebhooks} of their webhooks lost`,
    `all ended ${seconds(report.quietAfterMs)} s after the last fault`,
  ]
  for (const line of lines) console.log(line)
}

async function run(size: ChaosSize): Promise<ChaosReport> {
  const report = await runChaos({ ...options, ...size })
  printReport(report)
  return report
}

const countFaults = ({ faults }: ChaosReport, names: FaultName[]) =>
  faults.filter(({ name }) => names.includes(name)).length
const kills: FaultName[] = ['worker-killed', 'server-killed', 'postgres-killed']

async function restoreBackup(): Promise<Breach[]> {
  const restore = await runRestore({
    deliveries: readNumber('records'),
    alerts: readNumber('alerts'),
    answerMs: readNumber('answer-ms'),
    deliveryClock: defaultChaosOptions.deliveryClock,
    seed,
    print,
  })
  console.log(
    `restore from a backup: ${restore.sentSince} messages sent after the backup, ${restore.again} messages sent again`,
  )
  return restore.breaches
}

async function runUsual(): Promise<Breach[]> {
  const size = { ...usualSize, records: readNumber('records'), alerts: readNumber('alerts'), faults: readFaults() }
  const report = await run({ ...size, replies: readNumber('replies') })
  const breaches = [...report.breaches, ...(values['no-restore'] ? [] : await restoreBackup())]
  const isWhole = size.records >= usualSize.records && readNumber('rounds') > 0 && !values['no-restore']
  if (breaches.length === 0 && isWhole)
    recordFigure({
      command: 'npm run chaos',
      figure: `${inWords(report.records)} records, ${report.faults.length} faults with ${countFaults(report, kills)} kills: none lost`,
    })
  return breaches
}

async function runFull(): Promise<Breach[]> {
  const reports: ChaosReport[] = []
  for (const { size } of fullSizes) reports.push(await run(size))
  const breaches = reports.flatMap((report) => report.breaches)
  const sum = (count: (report: ChaosReport) => number) => reports.reduce((all, report) => all + count(report), 0)
  if (breaches.length === 0)
    recordFigure({
      command: 'npm run chaos -- --full',
      figure:
        `${inWords(sum(({ records }) => records))} records, ${inWords(sum(({ messages }) => messages))} messages; ` +
        `${sum((report) => countFaults(report, ['postgres-killed', 'postgres-restarted']))} database stops, ` +
        `${sum((report) => countFaults(report, ['server-killed']))} server kills, ` +
        `${sum((report) => countFaults(report, ['worker-killed', 'worker-paused']))} worker kills and pauses: ` +
        `0 lost, 0 doubled in history, all ended within ${seconds(Math.max(...reports.map(({ quietAfterMs }) => quietAfterMs)))} s`,
    })
  return breaches
}

endCommand(await (values.full ? runFull() : runUsual()), seed)

import { readOptions } from '#shared/node/platform/command-line.ts'
import { runChaos, defaultChaosOptions } from './chaos.ts'
import { faultLabels } from './faults.ts'
import { runRestore } from './restore.ts'

const numbers = {
  deliveries: defaultChaosOptions.deliveries,
  rounds: defaultChaosOptions.rounds,
  servers: defaultChaosOptions.servers,
  workers: defaultChaosOptions.workers,
  alerts: defaultChaosOptions.alerts,
  'answer-ms': defaultChaosOptions.answerMs,
  'refuse-each': defaultChaosOptions.refuseEvery,
  'fail-after-each': defaultChaosOptions.failAfterEvery,
  replies: defaultChaosOptions.replies,
  seed: defaultChaosOptions.seed,
}
const values: Record<string, string | boolean | undefined> = readOptions(
  `Injects faults while the service sends emails and texts and residents reply. In each round, it kills a worker, a server
and PostgreSQL, pauses a worker past its lease (SIGSTOP), and restarts the servers one after the other (SIGTERM). The
providers refuse some calls, and fail some after they accepted the message. Then it reconciles what was sent with what is
stored. Last, it replaces the database with a backup taken during delivery, posts the records again, and reconciles once
more. If the service broke a promise, it lists the ids and exits with status 1.

  npm run chaos -- ${Object.entries(numbers)
    .map(([name, usual]) => `[--${name} ${usual}]`)
    .join(' ')} [--restart-database]

With --restart-database, it restarts PostgreSQL instead of killing it.`,
  {
    ...Object.fromEntries(
      Object.entries(numbers).map(([name, usual]) => [name, { type: 'string' as const, default: String(usual) }]),
    ),
    'restart-database': { type: 'boolean' as const },
  },
)
const readNumber = (name: keyof typeof numbers): number => {
  const value = Number(values[name])
  if (Number.isFinite(value) && value >= 0) return value
  console.error(`--${name} must be a number.`)
  process.exit(2)
}

const print = (line: string) => console.log(line)
const common = {
  deliveries: readNumber('deliveries'),
  alerts: readNumber('alerts'),
  answerMs: readNumber('answer-ms'),
  seed: readNumber('seed'),
  print,
}
const report = await runChaos({
  ...common,
  rounds: readNumber('rounds'),
  servers: readNumber('servers'),
  workers: readNumber('workers'),
  restartDatabase: values['restart-database'] === true,
  refuseEvery: readNumber('refuse-each'),
  failAfterEvery: readNumber('fail-after-each'),
  replies: readNumber('replies'),
})
const restore = await runRestore({ ...common, deliveryClock: defaultChaosOptions.deliveryClock })
const breaches = [...report.breaches, ...restore.breaches]
for (const { victim, kind, acceptedSoFar, inDoubt } of report.kills)
  console.log(`${faultLabels[kind]} of the ${victim} at ${acceptedSoFar} messages: ${inDoubt} calls in doubt`)
console.log(
  `${report.deliveries} deliveries, ${report.messages} messages taken, ${report.texts} of them texts, ${report.duplicates} twice, ` +
    `${report.markedDuplicates} marked 'possibly sent twice', ${report.foundByLookUp} texts known after asking, ` +
    `${report.repeatedCalls} calls repeated by the recorder, ` +
    `${report.failedDuringGentleRestart} of them in gentle restarts, ${report.written} replies written, ` +
    `${report.lostWebhooks} of their webhooks lost`,
)
console.log(
  `restore from a backup: ${restore.sentSince} messages sent after the backup, ${restore.again} messages sent again`,
)
for (const { what, ids } of breaches)
  console.error(`NOT KEPT: ${what}: ${ids.length} (${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''})`)
console.log(breaches.length === 0 ? 'All promises kept.' : 'Promises were broken.')
process.exit(breaches.length === 0 ? 0 : 1)

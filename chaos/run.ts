import { readOptions } from '#shared/node/command-line.ts'
import { runChaos, usualChaos } from './chaos.ts'

const numbers = {
  deliveries: usualChaos.deliveries,
  rounds: usualChaos.rounds,
  servers: usualChaos.servers,
  workers: usualChaos.workers,
  alerts: usualChaos.alerts,
  'answer-ms': usualChaos.answerMs,
  'refuse-each': usualChaos.refuseEach,
  seed: usualChaos.seed,
}
const values: Record<string, string | boolean | undefined> = readOptions(
  `Kills a worker, a server and PostgreSQL in turn, \`rounds\` times, while emails and texts are being sent; then
reconciles. Ends with 1 and the ids where anything promised was not kept.

  npm run chaos -- ${Object.entries(numbers)
    .map(([name, usual]) => `[--${name} ${usual}]`)
    .join(' ')} [--restart-database]

With --restart-database PostgreSQL is not killed but restarted.`,
  {
    ...Object.fromEntries(
      Object.entries(numbers).map(([name, usual]) => [name, { type: 'string' as const, default: String(usual) }]),
    ),
    'restart-database': { type: 'boolean' as const },
  },
)
const given = (name: keyof typeof numbers): number => {
  const value = Number(values[name])
  if (Number.isFinite(value) && value >= 0) return value
  console.error(`--${name} must be a number.`)
  process.exit(2)
}

const report = await runChaos({
  deliveries: given('deliveries'),
  rounds: given('rounds'),
  servers: given('servers'),
  workers: given('workers'),
  restartDatabase: values['restart-database'] === true,
  alerts: given('alerts'),
  answerMs: given('answer-ms'),
  refuseEach: given('refuse-each'),
  seed: given('seed'),
  say: (line) => console.log(line),
})
for (const { victim, ended, acceptedSoFar, inDoubt } of report.kills)
  console.log(
    `${ended === 'killed' ? 'kill -9' : 'restart'} of the ${victim} at ${acceptedSoFar} messages: ${inDoubt} calls in doubt`,
  )
console.log(
  `${report.deliveries} deliveries, ${report.messages} messages taken, ${report.texts} of them texts, ${report.twice} twice, ` +
    `${report.marked} marked 'possibly sent twice', ${report.asked} texts known after asking, ` +
    `${report.repeatedCalls} calls repeated by the recorder`,
)
for (const { what, ids } of report.breaches)
  console.error(`NOT KEPT: ${what}: ${ids.length} (${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''})`)
console.log(report.breaches.length === 0 ? 'All promises kept.' : 'Promises were broken.')
process.exit(report.breaches.length === 0 ? 0 : 1)

import fs from 'node:fs'
import path from 'node:path'
import { makePopulation } from '#scripts/made-up/population.ts'
import { recordFigure } from '#scripts/promises/record-figure.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { benchmarks } from './benchmarks.ts'
import { denver, isDenverDataPresent } from './denver.ts'
import { lists, listsSection } from './lists/lists.ts'
import { formatMarkdown, formatText, describeMachine, type MeasuredBenchmark } from './report.ts'
import { type BenchmarkResult, type BenchContext, meetsFloor } from './support/benchmark.ts'
import { type BenchDatabase, startCluster } from './support/database.ts'
import { fillAlerts } from './support/fill.ts'
import { seconds } from './support/measure.ts'

const flags = readOptions(
  `Measures each part beside its limit, or beside the same job done by a well-known queue, in the same run. Exits with
status 1 if a part misses its floor, or if counts do not reconcile.

  npm run bench                  every bar, alone on the machine; writes bench/RESULTS.md
  npm run bench -- --quick       in under two minutes, with fewer alerts and without bars 11, 15 and 17; fails only below 0.8 of a
                                 floor; writes nothing
  npm run bench -- --only 3,6    some bars (7 runs 3, 4 and 6 too), 'denver' or 'lists'; writes nothing`,
  { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
)
const only = flags.only?.split(',')
const names = [...benchmarks.map(({ number }) => String(number)), 'denver', 'lists']
const unknown = only?.filter((name) => !names.includes(name)) ?? []
if (unknown.length > 0) {
  console.error(`There is no bar ${unknown.join(', ')}. Bars: ${names.join(', ')}.`)
  process.exit(2)
}
const asked = benchmarks.filter(({ number, fullOnly }) =>
  only ? only.includes(String(number)) : !(flags.quick && fullOnly),
)
const needed = new Set(asked.flatMap(({ needs = [] }) => needs))
const chosen = benchmarks.filter((benchmark) => asked.includes(benchmark) || needed.has(benchmark.number))
/** A quick run fails only where a noisy machine is no excuse. */
const slack = flags.quick ? 0.8 : 1
const start = performance.now()
const print = (line: string) => console.log(line)

const cluster = await startCluster()
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopped.abort()
    void cluster.stop().finally(() => process.exit(130))
  })

let ok = true
try {
  const machine = describeMachine(cluster)
  print(
    `PostgreSQL ${machine.postgres} (${machine.durability}), Node ${machine.node}, ${machine.cores}, ${machine.memory}`,
  )
  const context = makeContext()
  const measured: MeasuredBenchmark[] = []
  for (const { number, title, run } of chosen) {
    print(`${number}. ${title} …`)
    const result = await run(context).catch((error: unknown): BenchmarkResult => {
      console.error(error)
      return { lines: [], notes: [], faults: [`bar ${number} could not be measured`] }
    })
    measured.push({ number, title, result })
    for (const note of result.notes) print(`   ${note}`)
    for (const { what, ours, ratio, shown } of result.lines)
      print(`   ${what}: ${shown ? (shown.ours ?? ours.toFixed(3)) : ratio.toFixed(3)}`)
  }
  const withDenver = only ? only.includes('denver') : !flags.quick
  if (withDenver && !isDenverDataPresent()) print('Skipped the records of Denver: they are not on this machine.')
  const county = withDenver && isDenverDataPresent() ? await denver(context) : undefined
  const withLists = only ? only.includes('lists') : !flags.quick
  if (withLists) print('Lists of a large county …')
  const large = withLists ? await lists(context) : undefined
  print(`\n${formatText(measured)}\n`)
  const faults = [...measured.map(({ result }) => result), ...(county ? [county] : [])].flatMap((part) => part.faults)
  for (const fault of faults) print(`DOES NOT RECONCILE: ${fault}`)
  for (const line of county?.notes ?? []) print(line)
  if (large) print(`\n${listsSection(large)}`)
  for (const { number, result } of measured)
    if (!flags.quick && result.promised && result.faults.length === 0)
      recordFigure({ command: `npm run bench -- --only ${number}`, figure: result.promised })
  const missed = large?.missed ?? []
  ok =
    faults.length === 0 &&
    missed.length === 0 &&
    measured.every(({ result }) => result.lines.every((line) => meetsFloor(line, slack)))
  print(`Took ${((performance.now() - start) / 60_000).toFixed(1)} minutes.`)
  if (!flags.quick && !only) {
    const section = county
      ? [['## The records of one county', ...county.notes.map((note) => `- ${note}`)].join('\n')]
      : []
    fs.writeFileSync(
      path.join(import.meta.dirname, 'RESULTS.md'),
      formatMarkdown(measured, machine, [...section, ...(large ? [listsSection(large)] : [])]),
    )
    print('Wrote bench/RESULTS.md.')
  }
} catch (error) {
  if (!stopped.signal.aborted) throw error
} finally {
  if (!stopped.signal.aborted) await cluster.stop()
}
// Exits explicitly: children of a failed benchmark end with this process.
process.exit(ok ? 0 : 1)

function makeContext(): BenchContext {
  const population = makePopulation()
  const filled = new Map<number, Promise<BenchDatabase>>()
  const limits = new Map<number, number>()
  const fill = async (alerts: number) => {
    const database = await cluster.create(`alerts_${alerts}`)
    const took = await seconds(() => fillAlerts(database, population, alerts))
    print(`   ${alerts.toLocaleString('en-US')} alerts made in ${Math.round(took)} s`)
    return database
  }
  return {
    cluster,
    quick: flags.quick,
    population,
    print,
    keepLimit: (bar, perSecond) => void limits.set(bar, perSecond),
    limitOf: (bar) => {
      const limit = limits.get(bar)
      if (limit === undefined) throw new Error(`The limit of bar ${bar} was not measured.`)
      return limit
    },
    filled: (alerts) => {
      if (!filled.has(alerts)) filled.set(alerts, fill(alerts))
      return filled.get(alerts)!
    },
  }
}

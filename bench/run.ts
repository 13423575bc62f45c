import fs from 'node:fs'
import path from 'node:path'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { type BarResult, type BenchContext, meetsFloor } from './bar.ts'
import { bars } from './bars.ts'
import { denver, denverIsThere } from './denver.ts'
import { makePopulation } from '#scripts/made-up/population.ts'
import { lists, listsSection } from './lists/lists.ts'
import { asMarkdown, asText, machineOf, type Measured } from './report.ts'
import { type BenchDatabase, startCluster } from './support/database.ts'
import { fillAlerts } from './support/fill.ts'

const flags = readOptions(
  `Measures each part beside its limit in the same run. Ends with 1 where a floor is missed or counts do not reconcile.

  npm run bench                  every bar; writes bench/RESULTS.md
  npm run bench -- --quick       in about a minute, with fewer alerts; writes nothing
  npm run bench -- --only 3,6    some bars, 'denver' or 'lists'; writes nothing`,
  { quick: { type: 'boolean', default: false }, only: { type: 'string' } },
)
const only = flags.only?.split(',')
const names = [...bars.map(({ number }) => String(number)), 'denver', 'lists']
const unknown = only?.filter((name) => !names.includes(name)) ?? []
if (unknown.length > 0) {
  console.error(`There is no bar ${unknown.join(', ')}. Bars: ${names.join(', ')}.`)
  process.exit(2)
}
const chosen = bars.filter(({ number }) => !only || only.includes(String(number)))
const say = (line: string) => console.log(line)

const cluster = await startCluster()
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopped.abort()
    void cluster.stop().finally(() => process.exit(130))
  })

let ok = true
try {
  const machine = machineOf(cluster)
  say(
    `PostgreSQL ${machine.postgres} (${machine.durability}), Node ${machine.node}, ${machine.cores}, ${machine.memory}`,
  )
  const context = makeContext()
  const measured: Measured[] = []
  for (const { number, title, run } of chosen) {
    say(`${number}. ${title} …`)
    const result = await run(context).catch((error: unknown): BarResult => {
      console.error(error)
      return { lines: [], notes: [], faults: [`bar ${number} could not be measured`] }
    })
    measured.push({ number, title, result })
    for (const note of result.notes) say(`   ${note}`)
    for (const { what, ratio } of result.lines) say(`   ${what}: ${ratio.toFixed(3)}`)
  }
  const withDenver = only ? only.includes('denver') : !flags.quick
  if (withDenver && !denverIsThere()) say('The records of the county of Denver are not here: not measured.')
  const county = withDenver && denverIsThere() ? await denver(context) : undefined
  const withLists = only ? only.includes('lists') : !flags.quick
  if (withLists) say('Lists of a large county …')
  const large = withLists ? await lists(context) : undefined
  say(`\n${asText(measured)}\n`)
  const faults = [...measured.map(({ result }) => result), ...(county ? [county] : [])].flatMap((part) => part.faults)
  for (const fault of faults) say(`DOES NOT RECONCILE: ${fault}`)
  for (const line of county?.notes ?? []) say(line)
  if (large) say(`\n${listsSection(large)}`)
  const missed = large?.missed ?? []
  ok =
    faults.length === 0 &&
    missed.length === 0 &&
    measured.every(({ result }: { result: BarResult }) => result.lines.every(meetsFloor))
  if (!flags.quick && !only) {
    const section = county
      ? [['## The records of one county', ...county.notes.map((note) => `- ${note}`)].join('\n')]
      : []
    fs.writeFileSync(
      path.join(import.meta.dirname, 'RESULTS.md'),
      asMarkdown(measured, machine, [...section, ...(large ? [listsSection(large)] : [])]),
    )
    say('Written to bench/RESULTS.md.')
  }
} catch (error) {
  if (!stopped.signal.aborted) throw error
} finally {
  if (!stopped.signal.aborted) await cluster.stop()
}
// Children of a bar that failed end with us.
process.exit(ok ? 0 : 1)

function makeContext(): BenchContext {
  const population = makePopulation()
  const filled = new Map<number, Promise<BenchDatabase>>()
  const fill = async (alerts: number) => {
    const database = await cluster.create(`alerts_${alerts}`)
    const start = performance.now()
    await fillAlerts(database, population, alerts)
    say(`   ${alerts.toLocaleString('en-US')} alerts made in ${Math.round((performance.now() - start) / 1000)} s`)
    return database
  }
  return {
    cluster,
    quick: flags.quick,
    population,
    say,
    filled: (alerts) => {
      if (!filled.has(alerts)) filled.set(alerts, fill(alerts))
      return filled.get(alerts)!
    },
  }
}

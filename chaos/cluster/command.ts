import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { recordFigure } from '#scripts/promises/record-figure.ts'
import { readOptions } from '#shared/node/platform/command-line.ts'
import { endCommand, readCount } from '../support/command.ts'
import { installPackages } from '../support/debian-packages.ts'
import { drawOutages } from './chart.ts'
import { clusterPackages } from './database-cluster.ts'
import { outages } from './outages.ts'
import { type ClusterReport, defaultClusterOptions, runCluster } from './run-cluster.ts'

const { failovers: usualFailovers } = defaultClusterOptions
const chart = path.join(import.meta.dirname, '../../docs/outages.svg')

const usage = `Runs three PostgreSQL under Patroni with etcd and HAProxy (Debian's packages, which it installs) on this machine, and
takes the primary away again and again while a feed posts and workers send: ${outages.map(({ label }) => label).join(', ')}.
The seed draws whether the network is cut, cut one way (nobody hears the primary), or too slow for heartbeats. Then both
standbys stop answering. Last, it compares every promise with the result. If the service broke a promise, it
lists the ids and exits with status 1. Where the packages cannot be installed, it says why and does nothing.

  npm run chaos -- --cluster [--failovers ${usualFailovers}] [--seed N] [--asynchronous]

With --asynchronous, commits do not wait for a standby, and records are lost: the proof that the command would notice.
A full run (${usualFailovers} or more) that kept every promise draws docs/outages.svg.`

const print = (line: string) => console.log(line)

/** `npm run chaos -- --cluster`: runs it, prints the result and ends the process. */
export async function runClusterCommand(): Promise<never> {
  const values = readOptions(usage, {
    cluster: { type: 'boolean' },
    failovers: { type: 'string', default: String(usualFailovers) },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    asynchronous: { type: 'boolean' },
  })
  const [failovers, seed] = [readCount('failovers', values.failovers, 1), readCount('seed', values.seed)]
  const problem = await installPackages(clusterPackages)
  if (problem) {
    print(`Skipped: ${problem}`)
    process.exit(0)
  }
  print(`Seed ${seed}: ${failovers} outages.`)
  const isSynchronous = values.asynchronous !== true
  const report = await runCluster({ failovers, seed, isSynchronous, print })
  print(toFigure(report))
  print(`${report.messages} messages sent, ${report.laterCalls} calls of the feed answered by 503`)
  if (report.breaches.length === 0 && failovers >= usualFailovers) publish(report)
  endCommand(report.breaches, seed)
}

const toFigure = ({ outages: happened, records, duplicates, breaches }: ClusterReport): string => {
  const lost = breaches.find(({ what }) => what === lostRecords)?.ids.length ?? 0
  const longest = outages
    .map(({ kind, label }) => {
      const seconds = happened.filter((outage) => outage.kind === kind).map((outage) => outage.seconds)
      return `${label} ${Math.max(0, ...seconds).toFixed(0)} s`
    })
    .join(', ')
  return (
    `${happened.length} failovers, ${records.toLocaleString('en-US')} records acknowledged, ${lost} lost, ` +
    `${duplicates} messages twice and marked; longest outage: ${longest}`
  )
}

/** The breach of records that were acknowledged and are gone (../oracle/record-checks.ts). */
const lostRecords = 'records acknowledged and not stored'

function publish(report: ClusterReport): void {
  writeFileSync(chart, drawOutages(report.outages))
  recordFigure({ command: 'npm run chaos -- --cluster', figure: toFigure(report) })
}

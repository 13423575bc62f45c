import { withClient } from '#tests/helpers/with-client.ts'
import type { DatabaseUrls } from '../../bench/support/database.ts'
import type { FaultEvent } from '../faults/inject.ts'
import type { Breach } from '../oracle/check.ts'
import { observeRun } from '../oracle/observe-run.ts'
import { countInDoubt, findBreaches } from '../oracle/oracle.ts'
import { auditCheck } from '../oracle/service-checks.ts'
import { runAndUndo, type Undo } from '../support/undo.ts'
import { until } from '../support/until.ts'
import { isAllDone } from '../support/work-left.ts'
import { expectOutcome } from '../world/expected.ts'
import { type DatabaseCluster, startDatabaseCluster } from './database-cluster.ts'
import { type Feed, startFeed } from './feed.ts'
import { type Outage, outages, type OutageReport, planOutages, sufferOutage } from './outages.ts'
import { pauseStandbys } from './paused-standbys.ts'
import { createProductDatabase, type Product, startProduct } from './product.ts'

type ClusterOptions = {
  /** How many outages; their kinds take turns. */
  failovers: number
  /** Without synchronous replication, acknowledged records are lost: the proof that the test would notice. */
  isSynchronous: boolean
  /** Also lets both standbys stop answering, which takes about a minute. */
  pausesStandbys: boolean
  alerts: number
  servers: number
  workers: number
  /** Speeds up the delivery clock by this factor. */
  deliveryClock: number
  /** Whether an outage that lasts longer than promised is a breach: not on a machine that does other work too. */
  limitsOutages: boolean
  seed: number
  print: (line: string) => void
}

export const defaultClusterOptions: ClusterOptions = {
  failovers: 30,
  isSynchronous: true,
  pausesStandbys: true,
  alerts: 5_000,
  servers: 2,
  workers: 2,
  deliveryClock: 10,
  limitsOutages: true,
  seed: 1,
  print: () => {},
}

export type ClusterReport = {
  breaches: Breach[]
  outages: OutageReport[]
  records: number
  messages: number
  /** Messages that a provider got again; each says so. */
  duplicates: number
  /** Calls answered by 503 with Retry-After. */
  laterCalls: number
}

const maxQuietMs = 180_000

/** Loses the primary again and again while a feed posts and workers send; then compares every promise with the result. */
export function runCluster(overrides: Partial<ClusterOptions> = {}): Promise<ClusterReport> {
  return runAndUndo((undo) => run({ ...defaultClusterOptions, ...overrides }, undo))
}

async function run(options: ClusterOptions, undo: Undo): Promise<ClusterReport> {
  const { failovers, isSynchronous, print } = options
  const cluster = await startDatabaseCluster({ isSynchronous, print })
  undo.push(cluster.stop)
  const urls = await createProductDatabase(cluster)
  const product = await startProduct(urls, options, undo)
  const feed = startFeed(product)
  undo.push(feed.abandon)
  const happened = await sufferOutages(planOutages(failovers, options.seed), { cluster, feed, print })
  await feed.end()
  const unconfirmed = isSynchronous && options.pausesStandbys ? await loseStandbys(cluster, product, print) : []
  print(`${feed.records()} records acknowledged; waiting until everything is sent …`)
  // Without synchronous replication, delivery may pause, because the database is older than it was.
  if (isSynchronous) await waitUntilSent(urls.ownerUrl, print)
  const ledger = product.providers.readLedger()
  return {
    breaches: [
      ...findFeedBreaches(feed),
      ...(options.limitsOutages ? findLongOutages(happened) : []),
      ...unconfirmed,
      ...(await compare(urls, { product, feed, happened })),
    ],
    outages: happened,
    records: feed.records(),
    messages: ledger.length,
    duplicates: ledger.length - new Set(ledger.map(({ notice }) => notice)).size,
    laterCalls: feed.laterCalls(),
  }
}

function loseStandbys(
  cluster: DatabaseCluster,
  { addresses, key }: Product,
  print: (line: string) => void,
): Promise<Breach[]> {
  print('Both standbys are paused …')
  const [address = ''] = addresses
  const parties = [{ role: 'GRANTOR', name: 'NOBODY WATCHED' }]
  const event = { documentIdentifier: 'UNCONFIRMED', recordedAt: '2026-01-02', parties }
  return pauseStandbys(cluster, { address, key }, event)
}

/** Whatever is still open after this time is listed by the checks. */
const waitUntilSent = (url: string, print: (line: string) => void): Promise<void> =>
  withClient(url, (client) => until('all work is done', () => isAllDone(client), maxQuietMs)).catch((error: Error) =>
    print(error.message),
  )

type Observed = { product: Product; feed: Feed; happened: OutageReport[] }

/** Compares every promise of a run with faults (../oracle/) with what the database and the providers have. */
const compare = (urls: DatabaseUrls, { product, feed, happened }: Observed): Promise<Breach[]> =>
  withClient(urls.ownerUrl, async (client) => {
    const faults = happened.map(toFault)
    const observed = observeRun(product.providers, product.processes)
    await countInDoubt(client, { faults, stalls: observed.stalls })
    return findBreaches(
      client,
      {
        ...observed,
        expected: expectOutcome(product.world, feed.records()),
        acknowledged: feed.acknowledged,
        faults,
        failedCalls: [],
      },
      [auditCheck(urls.url)],
    )
  })

async function sufferOutages(
  plan: Outage[],
  { cluster, feed, print }: { cluster: DatabaseCluster; feed: Feed; print: (line: string) => void },
): Promise<OutageReport[]> {
  const happened: OutageReport[] = []
  for (const [place, outage] of plan.entries()) {
    const report = await sufferOutage(outage, cluster, feed)
    happened.push(report)
    const moved = report.from === report.to ? `${report.to} came back` : `${report.to} took over from ${report.from}`
    print(
      `${place + 1} of ${plan.length}, ${outage.label}: ${report.seconds.toFixed(1)} s without acknowledgment, ${moved}`,
    )
  }
  return happened
}

/** For servers and workers, each outage is one of PostgreSQL. */
const toFault = ({ at, until: back }: OutageReport): FaultEvent => ({
  name: 'postgres-killed',
  place: 0,
  at,
  until: back,
  inDoubt: 0,
})

const findFeedBreaches = ({ faults }: Feed): Breach[] =>
  faults.length > 0
    ? [{ what: 'calls of the feed that failed otherwise than by 503 with Retry-After', ids: faults }]
    : []

/** Outages that took longer than their kind may. */
function findLongOutages(happened: OutageReport[]): Breach[] {
  const ids = outages.flatMap(({ kind, label, limit }) =>
    happened
      .filter((outage) => outage.kind === kind && outage.seconds > limit)
      .map(({ seconds }) => `${label}: ${seconds.toFixed(1)} s, allowed ${limit} s`),
  )
  return ids.length > 0 ? [{ what: 'outages that took too long', ids }] : []
}

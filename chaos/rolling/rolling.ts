import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { watchDatabase } from '../harness/watch-database.ts'
import { type Breach, onlyBroken } from '../oracle/check.ts'
import { observeRun } from '../oracle/observe-run.ts'
import { findBreaches } from '../oracle/oracle.ts'
import { auditCheck } from '../oracle/service-checks.ts'
import type { Stall } from '../processes/observations.ts'
import type { RunningProcess } from '../processes/start-process.ts'
import { installPackages } from '../support/debian-packages.ts'
import { findHaproxy } from '../support/haproxy.ts'
import { ringJob } from '../support/ring-job.ts'
import { runAndUndo, type Undo } from '../support/undo.ts'
import { until } from '../support/until.ts'
import { isAllDone, isQuiet } from '../support/work-left.ts'
import { expectOutcome } from '../world/expected.ts'
import { hasBrowser, startReaders } from './browsers.ts'
import { openCast, type RollingCast } from './cast.ts'
import { buildPages } from './checkouts.ts'
import { isHeldUp, listUnexcused } from './held-up.ts'
import { type Member, startMember } from './member.ts'
import { startProxy } from './proxy.ts'
import { startSteadyFeed } from './steady-feed.ts'

type RollingOptions = {
  recordsPerSecond: number
  /** How often every server and worker is restarted in turn. */
  rounds: number
  /** After an upgrade, only one server and one worker are restarted. */
  isShort: boolean
  /** Whether people have pages open meanwhile. */
  browsers: boolean
  seed: number
  /** The folder of the program that takes the place of this version; then nothing is upgraded. */
  root?: string
  print: (line: string) => void
}

export const defaultRollingOptions: RollingOptions = {
  recordsPerSecond: 50,
  rounds: 1,
  isShort: false,
  browsers: hasBrowser(),
  seed: 1,
  print: () => {},
}

type RollingReport = {
  breaches: Breach[]
  records: number
  messages: number
  replacements: number
  /** What people did on their pages. */
  pageRounds: number
  slowestMs: number
  /** Why there was no upgrade, or '' if there was. */
  noUpgrade: string
}

/** Calls whose body takes longer than a server drains. */
const slowCalls = 4
/** Calm before the first replacement and after the last. */
const calmMs = 3_000
const quietWithinMs = 300_000
const matchWithinMs = 120_000

/** @returns why the command cannot run here, or null */
export async function findObstacle(): Promise<string | null> {
  return findHaproxy() ? null : installPackages(['haproxy'])
}

/**
 * Replaces two servers and two workers behind HAProxy one after the other, as operators do: an upgrade from the earlier
 * version with its migrations, then restarts of the present version, under a steady feed and with people on their pages.
 * No user and no feed may notice.
 */
export function runRolling(overrides: Partial<RollingOptions> = {}): Promise<RollingReport> {
  return runAndUndo((undo) => run({ ...defaultRollingOptions, ...overrides }, undo))
}

async function run(options: RollingOptions, undo: Undo): Promise<RollingReport> {
  const { print, recordsPerSecond } = options
  const cast = await openCast(options, undo)
  if (options.browsers) {
    print('Building the pages …')
    await buildPages(cast.checkouts)
  }
  const members = await startMembers(cast, undo)
  const proxy = await startProxy(cast.publicPort, cast.serverPorts)
  undo.push(proxy.stop)
  const databaseWatch = watchDatabase(cast.ownerUrl)
  undo.push(databaseWatch.stop)
  const { publicUrl: url, feedKey: key, world } = cast
  const feed = startSteadyFeed({ url, key, world, recordsPerSecond, slowCalls })
  undo.push(feed.stop)
  const readers = options.browsers ? await startReaders(url, cast, undo) : undefined
  await wait(calmMs)
  const idle = await findIdleWorkers(cast)
  const replacements = await replaceEverything(cast, members, options)
  await wait(calmMs)
  await readers?.stop()
  const records = await feed.stop()
  const processes = members.map(({ process }) => process)
  const stalls = () => [...databaseWatch.stalls, ...processes.flatMap((process) => process.stalls)]
  const found: Breach[] = [
    { what: 'calls of feeds that failed', ids: listUnexcused(feed.failures, stalls()) },
    { what: 'workers that matched nothing before the first replacement', ids: idle },
    { what: 'what people saw on their pages', ids: readers?.faults ?? [] },
    {
      what: 'servers and workers that did not stop cleanly',
      ids: processes.flatMap(({ uncleanStops }) => uncleanStops),
    },
    ...(await judge(cast, { records, acknowledged: feed.answered, processes, stalls })),
  ]
  return {
    breaches: onlyBroken(found),
    records,
    messages: cast.providers.readLedger().length,
    replacements,
    pageRounds: readers?.rounds() ?? 0,
    slowestMs: feed.slowestMs(),
    noUpgrade: cast.checkouts.reason,
  }
}

/** An upgrade is tried only if the workers that are replaced were at work. */
async function findIdleWorkers({ client }: RollingCast): Promise<string[]> {
  const hasMatched = async () => (await client.query('select from event_match limit 1')).rowCount === 1
  return until('the workers match', hasMatched, matchWithinMs).then(
    () => [],
    () => ['all'],
  )
}

/** @returns how many processes were replaced */
async function replaceEverything(
  { checkouts, migrate }: RollingCast,
  members: Member[],
  { rounds, isShort, print }: RollingOptions,
): Promise<number> {
  let replaced = 0
  const replaceEach = async (chosen: Member[]) => {
    for (const member of chosen) {
      await member.replaceWith(checkouts.present)
      replaced++
      print(`  ${member.name}`)
    }
  }
  if (checkouts.earlier !== undefined) {
    print('Upgrade …')
    await migrate(checkouts.present)
    await replaceEach(members)
  }
  const restarted = isShort && checkouts.earlier !== undefined ? members.filter(({ place }) => place === 0) : members
  for (let round = 0; round < rounds; round++) {
    print('Restart of each …')
    await replaceEach(restarted)
  }
  return replaced
}

/** In the order of their replacement, as the guide says: servers before workers. */
const places = [
  ['server', 0],
  ['server', 1],
  ['worker', 0],
  ['worker', 1],
] as const

const startMembers = (cast: RollingCast, undo: Undo): Promise<Member[]> =>
  Promise.all(
    places.map(async ([kind, place]) => {
      const env = cast.env(kind === 'server' ? cast.serverPorts[place] : undefined)
      const member = await startMember(cast.first, { kind, place, env })
      undo.push(member.process.stop)
      return member
    }),
  )

type JudgedRun = {
  records: number
  acknowledged: Set<string>
  processes: RunningProcess[]
  stalls: () => Stall[]
}

/** Waits until all work is done, and compares every promise with the result. */
async function judge(cast: RollingCast, { records, acknowledged, processes, stalls }: JudgedRun): Promise<Breach[]> {
  const { client, world, providers } = cast
  // The checks list by id whatever is still open after this time.
  const settled = (what: string, holds: (client: Client) => Promise<boolean>) =>
    until(what, () => holds(client), quietWithinMs).catch(() => {})
  await settled('all messages are sent and reported', isQuiet)
  await providers.idle()
  await settled('all reports are applied', isQuiet)
  await ringJob(cast.url, 'chainAudit')
  await settled('the audit chain is extended', isAllDone)
  const breaches = await findBreaches(
    client,
    {
      ...observeRun(providers, processes),
      expected: expectOutcome(world, records),
      acknowledged,
      faults: [],
      failedCalls: [],
    },
    [auditCheck(cast.url)],
  )
  // Not every report is repeated; one that the proxy refuses, it refuses together with calls of the feed.
  const lost = providers
    .readCallbacks()
    .filter(({ end, status, at }) => end !== 'acknowledged' && !(status === 503 && isHeldUp(stalls(), new Date(at))))
  const { rows: inDoubt } = await client.query<{ id: string }>(
    `select notice_id::text as id from notice_attempt where outcome in ('in_doubt', 'perhaps_taken')
     union
     -- We know it only from the provider's report.
     select id::text from notice n where state in ('accepted', 'delivered') and not exists (
       select from notice_attempt a where a.notice_id = n.id and a.outcome = 'accepted')`,
  )
  return [
    ...breaches,
    {
      what: 'reports of providers that were not accepted',
      ids: lost.map(({ provider, at, status }) => `${provider} ${new Date(at).toISOString()} ${status}`),
    },
    { what: 'calls whose answer was not recorded, though nothing was killed', ids: inDoubt.map(({ id }) => id) },
  ]
}

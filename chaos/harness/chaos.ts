import type { Client } from 'pg'
import { type FaultEvent, injectFaults } from '../faults/inject.ts'
import { describeFault, planFaults, type PlannedFault } from '../faults/plan.ts'
import { type ChaosOptions, defaultChaosOptions } from '../options/options.ts'
import { backOffCheck } from '../oracle/back-off.ts'
import type { Breach } from '../oracle/check.ts'
import { theFeed } from '../oracle/facts.ts'
import { listMachineStalls } from '../oracle/interruptions.ts'
import { createLeaseChecks } from '../oracle/leases.ts'
import { awaitLevels, type Levels, measureLevels } from '../oracle/levels.ts'
import { observeRun } from '../oracle/observe-run.ts'
import { countFoundByLookUp, countInDoubt, findBreaches } from '../oracle/oracle.ts'
import { awaitRest } from '../oracle/rest.ts'
import { auditCheck, findCrowdBreaches, stopsCheck } from '../oracle/service-checks.ts'
import { weeklyChecks } from '../oracle/weekly-checks.ts'
import type { Stall } from '../processes/observations.ts'
import type { RunningProcess } from '../processes/start-process.ts'
import { type FakeClock, openFakeClock } from '../support/fake-clock.ts'
import { runAndUndo, type Undo } from '../support/undo.ts'
import { until } from '../support/until.ts'
import { expectChanges, type Expected, expectOutcome } from '../world/expected.ts'
import { composeWorld } from '../world/world.ts'
import { type StartedCast, startCast } from './cast.ts'
import { type Load, startLoad } from './load.ts'
import { unansweredReplies } from './replies.ts'
import { findLateUses, openSettings, type SettingChange } from './setting-change.ts'
import { settle } from './settle.ts'
import { watchDatabase } from './watch-database.ts'
import { startWeeks, type Weeks } from './weeks.ts'

export type ChaosReport = {
  seed: number
  plan: PlannedFault[]
  breaches: Breach[]
  faults: FaultEvent[]
  records: number
  /** Records that were revised. */
  changed: number
  /** Notices that had to be sent. */
  notices: number
  messages: number
  texts: number
  /** Weekly emails that were made. */
  weekly: number
  /** Notices of which a provider took more than one message, and notices marked 'possibly sent twice'. */
  duplicates: number
  markedDuplicates: number
  /** Texts in doubt that Twilio, when queried, reported as sent. */
  foundByLookUp: number
  /** People who stopped their messages during the run. */
  stopped: number
  /** Reports about messages that were due. */
  reports: number
  /** Calls that the feeds repeated. */
  repeatedCalls: number
  /** Texts that residents sent, and how many of their webhooks failed. */
  written: number
  lostWebhooks: number
  /** Milliseconds from the end of the last fault, and of the last call of a feed, until everything had ended. */
  quietAfterMs: number
}

/**
 * Kills, pauses and cuts off servers, workers and PostgreSQL while they work, while the providers fail now and then and
 * people stop their messages; then compares every promise with the result. Repairs nothing by hand.
 */
export function runChaos(overrides: Partial<ChaosOptions> = {}): Promise<ChaosReport> {
  return runAndUndo((undo) => run({ ...defaultChaosOptions, ...overrides }, undo))
}

async function run(options: ChaosOptions, undo: Undo): Promise<ChaosReport> {
  const { seed, records, feeds, print } = options
  const clock = await openClock(options)
  const plan = planFaults({ ...options, counts: { ...options.faults, ...(!clock && { 'clock-jumped': 0 }) } })
  print(`Seed ${seed}: ${records} records, ${plan.length} faults.`)
  for (const fault of plan) print(`  planned ${describeFault(fault)}`)
  const world = composeWorld(options)
  const posted = records + feeds.crowd + feeds.cutOff
  const expected = expectOutcome(world, posted)
  const cast = await startCast(options, world, { undo, clock })
  const processes = [...cast.servers, ...cast.workers]
  const levelsBefore = await cast.database.asOwner((owner) => measureLevels(owner, processes))
  const databaseWatch = watchDatabase(cast.database.embedded.ownerUrl())
  undo.push(databaseWatch.stop)

  const { sendgrid, twilio, smtp } = cast.providers
  const countTaken = () => sendgrid.ledger.length + smtp.ledger.length + twilio.ledger.length
  // Messages for each record, at least: some are never sent, because their recipients sent STOP or unsubscribed.
  const pace = (surelySent * expected.notices.required.size) / posted
  const sentFor = () => countTaken() / pace
  const weeks = startWeeks(cast.database, cast.database.embedded.appUrl())
  undo.push(weeks.stop)
  const load = startLoad(options, { cast, world, plan, sentFor }, undo)
  const context = {
    options,
    cast,
    load,
    weeks,
    processes,
    expected,
    levelsBefore,
    databaseStalls: databaseWatch.stalls,
  }
  const renameCounty = await openSettings(cast.addresses, cast.administrator)
  const happening = (async () => {
    await until('sending has begun', () => countTaken() > 0)
    const change = await renameCounty()
    const progress = () => Math.min(sentFor(), load.acknowledged())
    return { change, faults: await injectFaults(plan, { cast, progress, print, onBegun: load.onFault }) }
  })()
  const [, { change, faults }] = await Promise.all([load.posted, happening])
  await weeks.stop()
  const quietFrom = performance.now()
  const writtenUntil = await load.end()
  expectChanges(expected, { changes: load.changes, changed: load.changed, personAt: world.personAt })
  const judged = await cast.database.asOwner((client) =>
    judge(client, { ...context, faults, change, quietFrom, writtenUntil }),
  )
  const notices = expected.notices.required.size
  return { seed, plan, faults, records: posted + feeds.changing, changed: load.changed.size, notices, ...judged }
}

type Happened = {
  options: ChaosOptions
  cast: StartedCast
  load: Load
  weeks: Weeks
  processes: RunningProcess[]
  expected: Expected
  faults: FaultEvent[]
  change: SettingChange
  levelsBefore: Levels
  /** When the last fault had ended and the feeds had posted everything, by the monotonic clock. */
  quietFrom: number
  /** When residents last wrote. */
  writtenUntil: Date
  databaseStalls: Stall[]
}

/** Waits until everything has ended, and compares every promise with the result. */
async function judge(
  client: Client,
  happened: Happened,
): Promise<Omit<ChaosReport, 'seed' | 'plan' | 'faults' | 'records' | 'changed' | 'notices'>> {
  const { options, cast, load, processes, expected, faults, change, levelsBefore, databaseStalls } = happened
  const { providers } = cast
  const url = cast.database.embedded.appUrl()
  const { breaches: unsettled, endedAt } = await settle(client, providers, { ...happened, url })
  const observed = observeRun(providers, processes)
  const { ledger } = observed
  const { report: reports = [], refusal: refusals = [] } = Object.groupBy(providers.readStops(), ({ by }) => by)
  const told = [...load.stopped, ...reports.map(({ to }) => to)]
  const refused = refusals.map(({ to }) => to)
  const stopped = new Set([...told, ...refused])
  const raised = await awaitLevels(levelsBefore, () => measureLevels(client, processes))
  const stalls = [...databaseStalls, ...observed.stalls]
  const restless = await awaitRest(client, processes)
  await countInDoubt(client, { faults, stalls })
  const run = {
    ...observed,
    expected,
    faults,
    acknowledged: load.answered(),
    stalls,
    failedCalls: [...load.failedCalls().map((call) => ({ ...call, caller: theFeed })), ...load.failedPages],
  }
  const checks = [
    auditCheck(url),
    stopsCheck(told, refused),
    backOffCheck(providers, options),
    ...weeklyChecks,
    ...createLeaseChecks(options),
  ]
  const { rows } = await client.query<{ marked: number; weekly: number }>(
    `select (select count(*)::int from notice where possible_duplicate) as marked,
       (select count(*)::int from weekly_email) as weekly`,
  )
  const texts = providers.twilio.ledger
  return {
    breaches: [
      ...(await findBreaches(client, run, checks)),
      ...unsettled,
      ...raised,
      ...restless,
      ...findCrowdBreaches(load.crowd, load.cutOff),
      ...findLateUses(change, ledger, listMachineStalls(run)),
      ...(await unansweredReplies(client, load.replies, new Set(texts.map(({ to }) => to)))),
    ],
    messages: ledger.length,
    texts: texts.length,
    weekly: rows[0]?.weekly ?? 0,
    duplicates: [...Map.groupBy(ledger, ({ notice }) => notice).values()].filter(({ length }) => length > 1).length,
    markedDuplicates: rows[0]?.marked ?? 0,
    foundByLookUp: await countFoundByLookUp(client),
    stopped: stopped.size,
    reports: providers.readCallbacks().length,
    repeatedCalls: load.failedCalls().length,
    written: load.replies.written(),
    lostWebhooks: load.replies.lost(),
    quietAfterMs: endedAt - happened.quietFrom,
  }
}

/** The least part of the expected messages that is sent, however many residents stop. */
const surelySent = 0.85

/** Undefined if no clock of the plan jumps, or none can: that is printed. */
async function openClock({ faults, print }: ChaosOptions): Promise<FakeClock | undefined> {
  if (!faults['clock-jumped']) return undefined
  const clock = await openFakeClock()
  if (!('why' in clock)) return clock
  print(`No clock jumps: ${clock.why}`)
  return undefined
}

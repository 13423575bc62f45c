import { setTimeout as wait } from 'node:timers/promises'
import { type Random, randomAt } from '#scripts/made-up/random.ts'
import { callOnce, type Failure, type FuzzOptions, type Run } from './call-once.ts'
import { type Caller, callers } from './calls/call.ts'
import { type CallMaker, openCallMaker } from './calls/make-call.ts'
import { makePeople } from './calls/people.ts'
import type { Lane } from './calls/procedure-calls.ts'
import type { Figures } from './children/messages.ts'
import { completeDoors, type Missing } from './complete.ts'
import { type Breach, findBreaches, findBusyConnections } from './invariants.ts'
import { findLeaks, type MemorySample } from './memory.ts'
import { openSender } from './send.ts'
import { settle } from './settle.ts'
import { countCalls, makeTally, type Tally } from './tally.ts'
import { type FuzzWorld, openFuzzWorld } from './world.ts'

export type FuzzReport = {
  tally: Tally
  failures: Failure[]
  /** Endpoints that were not done as often as the floor. */
  missing: Missing[]
  floor: number
  breaches: Breach[]
  /** The server's memory after each tenth of the calls. */
  memory: MemorySample[]
  longestHoldMs: number
  /** The worker that did what the calls left. */
  worker: Figures
  /** Events of the server's log at level warn, with how often each came. */
  warnings: Map<string, number>
  /** Calls that were sent again since the server closed their kept connection. */
  resent: number
  /** Seconds of the calls, without what prepares and checks them. */
  seconds: number
}

/** Sessions of each caller that call concurrently. */
const lanesPerCaller = 3
/** Calls after which a lane gets new people: its calls may have deleted the old. */
const callsPerPeople = 50
/** How often what holds up all callers is undone, in milliseconds. */
const calmEveryMs = 1_500
/** Failures after which a run stops. */
const maxFailures = 20
/** How often each endpoint must be done, at 10,000 calls a caller. */
const fullFloor = 20
export const fullCalls = 10_000
/** Parts of the calls; after each the server is measured at rest. */
const parts = 10
/** The share of calls whose kept connection the server may have closed just then. */
const maxResentShare = 0.001
/** The longest that one call may hold up all others, in milliseconds of processor time. */
const maxHoldMs = 1_000

type Group = { caller: Caller; lanes: Lane[]; make: CallMaker; made: number; random: (call: number) => Random }

/**
 * Sends calls of every caller in parallel to a server of its own, adds calls that were made too seldom, lets a worker
 * finish what the calls left, and compares every promise with the answers, the server and the database.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const world = await openFuzzWorld()
  const sender = openSender(world.server.address, lanesPerCaller * callers.length)
  const run: Run = { world, sender, options, tally: makeTally(), failures: [] }
  const onInterrupt = () => void world.stop().finally(() => process.exit(130))
  process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt)
  try {
    return await Promise.race([callAndCheck(run), world.server.ended])
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
    await sender.close()
    await world.stop()
  }
}

async function callAndCheck(run: Run): Promise<FuzzReport> {
  const {
    world,
    options: { print, calls },
  } = run
  const begun = performance.now()
  const { measured, memory } = await callInParts(run)
  const seconds = (performance.now() - begun) / 1000
  const floor = Math.max(1, Math.floor((fullFloor * calls) / fullCalls))
  print(`all calls made; completing what was done less than ${floor} times …`)
  const missing = await completeDoors(run, { floor, last: false })
  print('a worker does what the calls left …')
  const before = await findBreaches(world.ownerUrl)
  const settled = await settle(world)
  const breaches = [...before, ...settled.breaches, ...(await findBreaches(world.ownerUrl))]
  print('what replaces the whole database …')
  missing.push(...(await completeDoors(run, { floor, last: true })))
  const all = [...measured, await measureAtRest(world)]
  const log = world.server.takeLog()
  const warnings = new Map<string, number>()
  for (const { event } of log) warnings.set(event, (warnings.get(event) ?? 0) + 1)
  breaches.push(
    { rule: 'the log has no error', ids: log.filter(({ level }) => level === 'error').map(({ text }) => text) },
    { rule: 'no rejection, exception or warning of Node', ids: all.flatMap(({ faults }) => faults) },
    { rule: 'no connection or transaction is left behind', ids: await findLeftBehind(world, all) },
    { rule: 'connections stay open', ids: findResent(run) },
    { rule: 'memory does not grow', ids: findLeaks(memory) },
    { rule: 'no call holds up the others', ids: findHolds(measured) },
  )
  return {
    tally: run.tally,
    failures: run.failures,
    missing,
    floor,
    breaches: breaches.filter(({ ids }) => ids.length > 0),
    memory,
    worker: settled.worker,
    longestHoldMs: Math.max(...measured.map(({ longestHoldMs }) => longestHoldMs)),
    warnings,
    resent: run.sender.countResent(),
    seconds,
  }
}

/** Makes the calls of all callers; measures the server after each part of them, when it is at rest. */
async function callInParts(run: Run): Promise<{ measured: Figures[]; memory: MemorySample[] }> {
  const { world, options, failures } = run
  const groups = await openGroups(run)
  const measured: Figures[] = []
  const memory: MemorySample[] = []
  for (let part = 1; part <= parts; part++) {
    const calls = (options.calls * part) / parts
    await withCalm(world, () => Promise.all(groups.map((group) => callUpTo(run, group, calls))))
    const figures = await measureAtRest(world)
    measured.push(figures)
    memory.push({ calls: countCalls(run.tally), used: figures.used, rss: figures.rss })
    if (part % 2 === 0 && part < parts)
      options.print(`${(100 * part) / parts} % of the calls, ${failures.length} failures …`)
  }
  return { measured, memory }
}

async function openGroups({ world, options: { caller, seed, only } }: Run): Promise<Group[]> {
  const chosen = callers.filter((one) => caller === undefined || one === caller)
  return Promise.all(
    chosen.map(async (one) => {
      const place = callers.indexOf(one) + 1
      const lanes: Lane[] = []
      while (lanes.length < lanesPerCaller) {
        const people = await makePeople(world.records, one)
        lanes.push({ caller: one, people, address: `10.${place}.${lanes.length}.9` })
      }
      const random = (call: number) => randomAt(seed, place * 10_000_000 + call)
      const make = await openCallMaker(world, { caller: one, only, random: random(9_999_999) })
      return { caller: one, lanes, make, made: 0, random }
    }),
  )
}

/** Undoes at times what holds up all callers. */
async function withCalm(world: FuzzWorld, work: () => Promise<unknown>): Promise<void> {
  const end = new AbortController()
  const calming = (async () => {
    while (!end.signal.aborted) {
      await world.calm()
      await wait(calmEveryMs, undefined, { signal: end.signal }).catch(() => {})
    }
  })()
  try {
    await work()
  } finally {
    end.abort()
    await calming
  }
}

async function callUpTo(run: Run, group: Group, calls: number): Promise<void> {
  await Promise.all(
    group.lanes.map(async (lane) => {
      for (let own = 1; group.made < calls && run.failures.length < maxFailures; own++) {
        const random = group.random(group.made++)
        if (own % callsPerPeople === 0) {
          lane.people = await makePeople(run.world.records, lane.caller)
          lane.address = `10.${random.below(100)}.${random.below(250)}.9`
        }
        await callOnce(run, await group.make(lane, random))
      }
    }),
  )
}

/** Measures once the server's connections are free: what a call left running would still hold one. */
async function measureAtRest({ server }: FuzzWorld): Promise<Figures> {
  let figures = await server.measure()
  const { longestHoldMs } = figures
  const faults = [...figures.faults]
  for (let tries = 0; tries < 50 && figures.busyConnections + figures.waitingForConnection > 0; tries++) {
    await wait(100)
    figures = await server.measure()
    faults.push(...figures.faults)
  }
  return { ...figures, longestHoldMs, faults }
}

async function findLeftBehind({ ownerUrl }: FuzzWorld, measured: Figures[]): Promise<string[]> {
  const pools = measured
    .filter(({ busyConnections, waitingForConnection }) => busyConnections + waitingForConnection > 0)
    .map(
      (figures) => `${figures.busyConnections} connections busy, ${figures.waitingForConnection} calls waiting for one`,
    )
  return [...pools, ...(await findBusyConnections(ownerUrl))]
}

const findResent = ({ sender, tally }: Run): string[] => {
  const resent = sender.countResent()
  return resent > Math.max(2, countCalls(tally) * maxResentShare) ? [`${resent} calls had to be sent again`] : []
}

const findHolds = (measured: Figures[]): string[] =>
  measured.flatMap(({ longestHoldMs }) => (longestHoldMs > maxHoldMs ? [`${longestHoldMs} ms`] : []))

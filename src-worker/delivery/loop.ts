import { setTimeout as sleep } from 'node:timers/promises'
import type { Loop, WorkerDeps } from '../platform/deps.ts'
import type { Transports } from '#shared/node/providers/common/transport.ts'
import { type BatchContext, callMarked, carry, isPlain, markRules } from './batch.ts'
import { textBudget } from './budget.ts'
import { type Claimed, claim, release } from './claim.queries.ts'
import { clockOf } from './clock.ts'
import { startLease } from './lease.ts'
import { settleAndMark } from './commit-calls.queries.ts'
import { collectOutcomes, type Settle } from './outcomes.ts'
import { isAccepted, type Outcome, settle, settleOthers } from './outcome.queries.ts'
import { openPlanned } from './prepared.queries.ts'
import { watchProviders } from './provider-watch.ts'
import { slots } from './slots.ts'

/** Calls made at the same time. */
export const concurrentCalls = 50
/** Calls that are committed and not yet written down: as many as a kill can leave in doubt. */
const callsInDoubtAtMost = 100
const markAtOnce = 50
// Small enough that the next marks are committed before a provider of 50 ms has used up the last.
const markNotBelow = 25
const claimAtOnce = 500
const claimBelow = 250

/** Claims nothing of a database that is older than it was: what became of that is unknown (shared/node/domain/restore). */
async function claimKnown(deps: WorkerDeps, most: number, leaseMs: number): Promise<Claimed[]> {
  const seen = deps.watch?.seen() ?? 0
  const claimed = await claim(deps, most, leaseMs)
  if (claimed.every(({ position }) => position >= seen)) return claimed
  await release(deps.db, claimed)
  await deps.watch?.look()
  return []
}

/**
 * Sends what is due: claims rows with a lease, reads their state again as it commits each call, calls the providers,
 * and writes outcomes in sets. Calls, marks and claims overlap, so that the provider is what is waited for.
 * @param providers those that the configuration names (openTransports); the loop closes them when it stops
 */
export function startDelivery(given: WorkerDeps, providers: Transports): Loop {
  const { db, log, options } = given
  const watch = watchProviders(providers, given)
  const { transports } = watch
  const pool = openPlanned(given.env.DATABASE_URL)
  const deps = { ...given, pool }
  const clock = clockOf(options.deliveryClock)
  const marks = slots(callsInDoubtAtMost)
  const calls = slots(concurrentCalls)
  const state = { stopped: false, wait: new AbortController() }
  // Outcomes are written with the marks of as many new calls, where those need nothing else first.
  const settleAndGoOn: Settle = async (settled) => {
    const accepted = settled.filter(isAccepted)
    const next = state.stopped || accepted.length < markNotBelow ? [] : takePlain(accepted.length)
    if (next.length === 0) return { written: await settle(deps, settled), passedOn: 0 }
    try {
      const others = settled.filter((outcome) => !isAccepted(outcome))
      const written = await settleOthers(deps, others)
      const lease = startLease(clock)
      const done = await settleAndMark(deps, accepted, next, markRules(context))
      void begin(next, (its) => {
        its.free(next.length - done.marked.length)
        return callMarked(done.marked, lease, its)
      })
      return { written: written + done.settled, passedOn: next.length }
    } catch (error) {
      // The outcomes are tried again without them. What is called all the same, they find by their leases.
      await release(db, next).catch(() => undefined)
      throw error
    }
  }
  const outcomes = collectOutcomes(settleAndGoOn, log, { onSettled: marks.give, stopping: () => state.stopped })
  const context: BatchContext = {
    deps,
    transports,
    clock,
    calls,
    quietUntil: { EMAIL: 0, PHONE: 0 },
    budgetSpent: textBudget(db, deps.env.COUNTY_TIME_ZONE),
    outcomes,
    free: marks.give,
  }

  let held: Claimed[] = []
  let mayBeMore = true
  let claiming: Promise<void> | undefined

  const refill = async () => {
    mayBeMore = false
    try {
      // With nothing in hand a short claim comes first: the calls begin while the next one is read.
      const most = held.length === 0 ? callsInDoubtAtMost : claimAtOnce
      const claimed = await claimKnown(deps, most, clock.leaseMs)
      if (claimed.length === most) mayBeMore = true
      // What somebody waits for goes before what was claimed earlier.
      held = [...held, ...claimed].toSorted((a, b) => a.lane - b.lane)
    } catch (error) {
      log.error('delivery.claim_failed', error)
    } finally {
      claiming = undefined
    }
  }
  const refillIfLow = () => {
    if (mayBeMore && held.length < claimBelow) claiming ??= refill()
  }
  const takePlain = (most: number): Claimed[] => {
    const end = held.slice(0, most).findIndex((one) => !isPlain(one, context))
    const taken = held.splice(0, end < 0 ? most : end)
    refillIfLow()
    return taken
  }
  const wait = async () => {
    state.wait = new AbortController()
    await sleep(options.pollMs, undefined, { signal: state.wait.signal }).catch(() => undefined)
  }
  const begin = (batch: Claimed[], work: (its: BatchContext) => Promise<void>) => {
    // Places that the batch still holds, should it fail before its calls begin.
    let left = batch.length
    const free = (count: number) => {
      left -= count
      marks.give(count)
    }
    const add = (outcome: Outcome) => {
      left--
      outcomes.add(outcome)
    }
    return work({ ...context, free, outcomes: { add } }).catch(async (error: unknown) => {
      log.error('delivery.batch_failed', error, { count: batch.length })
      // What is not being called is given back; where even that fails, its lease ends.
      await release(db, batch, clock.retryMs[0]).catch(() => undefined)
      marks.give(left)
    })
  }

  const run = async () => {
    while (!state.stopped) {
      refillIfLow()
      if (held.length === 0) {
        if (claiming) await claiming
        else if (!mayBeMore) {
          await wait()
          mayBeMore = true
        }
        continue
      }
      const room = await marks.take(Math.min(markAtOnce, held.length), Math.min(markNotBelow, held.length))
      if (state.stopped) marks.give(room)
      else {
        const batch = held.splice(0, room)
        // The exchange of outcomes may have taken some of them meanwhile.
        if (batch.length < room) marks.give(room - batch.length)
        void begin(batch, (its) => carry(batch, its))
      }
    }
    await claiming
    await marks.allFree()
    await release(db, held).catch((error: unknown) => log.error('delivery.claims_not_released', error))
    await Promise.all(Object.values(transports).map((transport) => transport?.close()))
    await watch.stop()
    await pool.end()
  }
  const running = run()

  return {
    wake() {
      mayBeMore = true
      state.wait.abort()
    },
    async stop() {
      state.stopped = true
      state.wait.abort()
      await running
    },
  }
}

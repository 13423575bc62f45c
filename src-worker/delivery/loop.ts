import { setTimeout as sleep } from 'node:timers/promises'
import type { Loop, WorkerDeps } from '../platform/deps.ts'
import type { Transports } from '#shared/node/providers/common/transport.ts'
import { type BatchContext, sendOrSkip, processBatch, canCommitDirectly, getCommitRules } from './batch.ts'
import { createTextBudget } from './budget.ts'
import { type ClaimedNotice, claimNotices, releaseClaims } from './claim.queries.ts'
import { scaledClock } from './clock.ts'
import { startLease } from './lease.ts'
import { recordAndCommitNext } from './commit-calls.queries.ts'
import { createOutcomeBatcher, type RecordOutcomes } from './outcomes.ts'
import { isAccepted, type Outcome, recordOutcomes, recordOtherOutcomes } from './outcome.queries.ts'
import { openPreparedPool } from './prepared-pool.queries.ts'
import { watchProviders } from './provider-watch.ts'
import { createSemaphore } from './semaphore.ts'

/** Calls that run at the same time. */
export const concurrentCalls = 50
/** Committed calls without a recorded outcome: the most that a killed worker can leave in doubt. */
const maxCallsInDoubt = 100
const maxCommitBatch = 50
// Small enough to commit the next calls before a provider that answers in 50 ms has used up the last.
const minCommitBatch = 25
const claimBatch = 500
const claimBelow = 250

/** Claims nothing from a database that was restored from a backup: its notices may have been sent (shared/node/domain/restore). */
async function claimFromCurrentDatabase(deps: WorkerDeps, limit: number, leaseMs: number): Promise<ClaimedNotice[]> {
  const seen = deps.watch?.seen() ?? 0
  const claimed = await claimNotices(deps, limit, leaseMs)
  if (claimed.every(({ position }) => position >= seen)) return claimed
  await releaseClaims(deps.db, claimed)
  await deps.watch?.check()
  return []
}

/**
 * Sends what is due: claims rows with a lease, reads their state again as it commits each call, calls the providers and
 * records outcomes in batches. Claims, commits and calls overlap, so that only the provider's speed limits delivery.
 * @param providers the configured ones (openTransports); the loop closes them when it stops
 */
export function startDelivery(baseDeps: WorkerDeps, providers: Transports): Loop {
  const { db, log, options } = baseDeps
  const watch = watchProviders(providers, baseDeps)
  const { transports } = watch
  const pool = openPreparedPool(baseDeps.env.DATABASE_URL)
  const deps = { ...baseDeps, pool }
  const clock = scaledClock(options.deliveryClock)
  const commitSlots = createSemaphore(maxCallsInDoubt)
  const callSlots = createSemaphore(concurrentCalls)
  const state = { stopped: false, wait: new AbortController() }
  // Records outcomes together with the commits of as many new calls, if those need no other check.
  const recordAndRefill: RecordOutcomes = async (recorded) => {
    const accepted = recorded.filter(isAccepted)
    const next = state.stopped || accepted.length < minCommitBatch ? [] : takeDirect(accepted.length)
    if (next.length === 0) return { written: await recordOutcomes(deps, recorded), refilled: 0 }
    try {
      const others = recorded.filter((outcome) => !isAccepted(outcome))
      const written = await recordOtherOutcomes(deps, others)
      const lease = startLease(clock)
      const done = await recordAndCommitNext(deps, accepted, next, getCommitRules(context))
      void begin(next, (batchContext) => {
        batchContext.freeSlots(next.length - done.committed.length)
        return sendOrSkip(done.committed, lease, batchContext)
      })
      return { written: written + done.settled, refilled: next.length }
    } catch (error) {
      // The outcomes are retried alone. If the commit took effect after all, the leases of the new calls expire.
      await releaseClaims(db, next).catch(() => undefined)
      throw error
    }
  }
  const outcomes = createOutcomeBatcher(recordAndRefill, log, {
    onRecorded: commitSlots.release,
    stopping: () => state.stopped,
  })
  const context: BatchContext = {
    deps,
    transports,
    clock,
    callSlots: callSlots,
    retryAfterUntil: { EMAIL: 0, PHONE: 0 },
    isBudgetSpent: createTextBudget(db, deps.env.COUNTY_TIME_ZONE),
    outcomes,
    freeSlots: commitSlots.release,
  }

  let claimedQueue: ClaimedNotice[] = []
  let mayBeMore = true
  let claiming: Promise<void> | undefined

  const refill = async () => {
    mayBeMore = false
    try {
      // With nothing in hand, a short claim comes first: its calls begin while the next claim is read.
      const limit = claimedQueue.length === 0 ? maxCallsInDoubt : claimBatch
      const claimed = await claimFromCurrentDatabase(deps, limit, clock.leaseMs)
      if (claimed.length === limit) mayBeMore = true
      // Interactive messages go before anything claimed earlier.
      claimedQueue = [...claimedQueue, ...claimed].toSorted((a, b) => a.priority - b.priority)
    } catch (error) {
      log.error('delivery.claim_failed', error)
    } finally {
      claiming = undefined
    }
  }
  const refillIfLow = () => {
    if (mayBeMore && claimedQueue.length < claimBelow) claiming ??= refill()
  }
  const takeDirect = (limit: number): ClaimedNotice[] => {
    const end = claimedQueue.slice(0, limit).findIndex((claim) => !canCommitDirectly(claim, context))
    const taken = claimedQueue.splice(0, end < 0 ? limit : end)
    refillIfLow()
    return taken
  }
  const wait = async () => {
    state.wait = new AbortController()
    await sleep(options.pollMs, undefined, { signal: state.wait.signal }).catch(() => undefined)
  }
  const begin = (batch: ClaimedNotice[], work: (batchContext: BatchContext) => Promise<void>) => {
    // Slots that the batch still holds, in case it fails before its calls begin.
    let heldSlots = batch.length
    const freeSlots = (count: number) => {
      heldSlots -= count
      commitSlots.release(count)
    }
    const add = (outcome: Outcome) => {
      heldSlots--
      outcomes.add(outcome)
    }
    return work({ ...context, freeSlots, outcomes: { add } }).catch(async (error: unknown) => {
      log.error('delivery.batch_failed', error, { count: batch.length })
      // Notices without a call are released; if that fails too, their leases expire.
      await releaseClaims(db, batch, clock.retryMs[0]).catch(() => undefined)
      commitSlots.release(heldSlots)
    })
  }

  const run = async () => {
    while (!state.stopped) {
      refillIfLow()
      if (claimedQueue.length === 0) {
        if (claiming) await claiming
        else if (!mayBeMore) {
          await wait()
          mayBeMore = true
        }
        continue
      }
      const room = await commitSlots.acquire(
        Math.min(maxCommitBatch, claimedQueue.length),
        Math.min(minCommitBatch, claimedQueue.length),
      )
      if (state.stopped) commitSlots.release(room)
      else {
        const batch = claimedQueue.splice(0, room)
        // recordAndRefill may have taken some of them in the meantime.
        if (batch.length < room) commitSlots.release(room - batch.length)
        void begin(batch, (batchContext) => processBatch(batch, batchContext))
      }
    }
    await claiming
    await commitSlots.whenIdle()
    await releaseClaims(db, claimedQueue).catch((error: unknown) => log.error('delivery.claims_not_released', error))
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

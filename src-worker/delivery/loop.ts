import { createSemaphore } from '#shared/node/platform/concurrency/semaphore.ts'
import type { Transports } from '#shared/node/providers/common/transport.ts'
import type { Loop, WorkerDeps } from '../platform/deps.ts'
import { endWithoutCall } from './call.ts'
import { type ClaimedNotice, releaseClaims } from './claim.queries.ts'
import { claimDue, createClaimQueue } from './claim.ts'
import { scaledClock } from './clock.ts'
import { commitBatch } from './commit.ts'
import { openContext, type StageContext } from './context.ts'
import { describeRecords } from './describe-records.ts'
import { filterClaims, splitByDoubt } from './filter.ts'
import { liftRefusals } from './lift-refusals.ts'
import { type Outcome, recordOutcomes } from './outcome.queries.ts'
import { createOutcomeQueue, recordBatch } from './record.ts'
import { sendCalls } from './send.ts'

/** Calls that run at the same time. */
export const concurrentCalls = 50
/** Committed calls without a recorded outcome: the most that a killed worker can leave in doubt. */
const maxInDoubt = 100
const maxBatch = 50
// Small enough to commit the next calls before a provider that answers in 50 ms has used up the last.
const minBatch = 25

/**
 * Sends what is due, in stages: claim → filter → commit → send → record. Each claim takes one of `maxInDoubt` places
 * when it leaves the queue, and gives it back when its outcome is recorded, or when it was released without one. The
 * stages of several batches overlap, so that only the provider's speed limits delivery.
 * @param providers the configured ones (openTransports); the loop closes them when it stops
 * @param clock only tests set it
 */
export function startDelivery(
  workerDeps: WorkerDeps,
  providers: Transports,
  clock = scaledClock(workerDeps.options.deliveryClock, workerDeps.options.shortestLeaseMs),
): Loop {
  const { context, close } = openContext(workerDeps, providers, {
    clock,
    concurrentCalls,
    onFreed: () => claims.wake(),
    isStopping: () => stopping !== undefined,
  })
  const { db, log, options } = workerDeps
  const claims = createClaimQueue((limit) => claimDue(limit, context), { pollMs: options.pollMs, log })
  const outcomes = createOutcomeQueue()
  const places = createSemaphore(maxInDoubt)
  let stopping: Promise<void> | undefined

  const send = async (batch: ClaimedNotice[]) => {
    const passed = await passStages(batch, context)
    places.release(batch.length - passed.length)
    for (const outcome of passed) void Promise.resolve(outcome).then(outcomes.put)
  }
  const sendClaims = async () => {
    for (let waiting = await claims.whenFilled(); waiting > 0; waiting = await claims.whenFilled()) {
      const room = await places.acquire(Math.min(maxBatch, waiting), { atLeast: Math.min(minBatch, waiting) })
      const batch = claims.take(room)
      places.release(room - batch.length)
      for (const part of splitByDoubt(batch, context)) void send(part)
    }
  }
  const recordAll = async () => {
    for (let batch = await outcomes.take(); batch.length > 0; batch = await outcomes.take()) {
      await recordBatch(batch, recordOutcomes.bind(null, context.deps), { log, isStopping: context.isStopping })
      places.release(batch.length)
      if (batch.some(({ refusedFor }) => refusedFor)) await lift()
    }
  }
  // The sweep repeats it.
  const lift = () =>
    liftRefusals(workerDeps).catch((error: unknown) => log.error('delivery.refusals_not_lifted', error))
  const sending = sendClaims()
  const recording = recordAll()
  const finish = async () => {
    const left = await claims.close()
    await sending
    await places.whenIdle()
    outcomes.close()
    await recording
    await releaseClaims(db, left).catch((error: unknown) => log.error('delivery.claims_not_released', error))
    await close()
  }

  return {
    wake: claims.wake,
    stop: () => (stopping ??= finish()),
  }
}

/**
 * Takes a batch of claims through filter, commit and send.
 * @returns an outcome for each, some of which are still to come; none for claims that were released or taken over. If a
 *   stage fails, all are given back as outcomes: so their places stay taken while the database is unreachable, and the
 *   claims that wait do not fail too, one batch after the other.
 */
async function passStages(batch: ClaimedNotice[], context: StageContext): Promise<(Outcome | Promise<Outcome>)[]> {
  const { deps, clock } = context
  try {
    const { ready, ended } = await filterClaims(batch, context)
    const committed = await commitBatch(ready, context)
    const calls = await describeRecords(committed.calls, committed.settings, context)
    return [...ended, ...committed.ended, ...sendCalls({ ...committed, calls }, context)]
  } catch (error) {
    deps.log.error('delivery.batch_failed', error, { count: batch.length })
    // Calls are the last thing to begin, so none has, even if their commit took effect and we did not hear of it.
    const waitMs = clock.retryMs[0] ?? 0
    return batch.map(({ id, fence, doubtSince }) =>
      endWithoutCall({ id, fence, possiblyTwice: false }, { state: doubtSince ? 'in_doubt' : 'waiting', waitMs }),
    )
  }
}

import { createSemaphore, type Semaphore } from '#shared/node/platform/concurrency/semaphore.ts'
import type { Transports } from '#shared/node/providers/common/transport.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { type BackOff, createBackOff } from './back-off.ts'
import { countTextsThisMonth } from './budget.queries.ts'
import { createTextBudget } from './budget.ts'
import { type ClaimOwner, startClaimOwner } from './claim-owner.ts'
import type { Clock } from './clock.ts'
import { openPreparedPool } from './prepared-pool.queries.ts'
import { watchProviders } from './provider-watch.ts'

/** What the stages of delivery share. */
export type StageContext = {
  deps: WorkerDeps
  transports: Transports
  clock: Clock
  owner: Pick<ClaimOwner, 'current' | 'opened'>
  /** Limits the calls that run at the same time. */
  callSlots: Semaphore
  backOff: BackOff
  isBudgetSpent(max: number): Promise<boolean>
  isStopping(): boolean
}

type ContextOptions = {
  clock: Clock
  concurrentCalls: number
  /** Called when a dead worker's claims were freed. */
  onFreed: () => void
  isStopping: () => boolean
}

/**
 * Opens what the stages need.
 * @returns the context, and what ends everything in it
 */
export function openContext(
  deps: WorkerDeps,
  providers: Transports,
  { clock, concurrentCalls, onFreed, isStopping }: ContextOptions,
): { context: StageContext; close: () => Promise<void> } {
  const { db, env, log } = deps
  const watch = watchProviders(deps, providers)
  const { transports } = watch
  const pool = openPreparedPool(env.DATABASE_URL)
  const owner = startClaimOwner({ url: env.DATABASE_URL, clock, log, onFreed })
  const context = {
    deps: { ...deps, pool },
    transports,
    clock,
    owner,
    callSlots: createSemaphore(concurrentCalls),
    backOff: createBackOff(),
    isBudgetSpent: createTextBudget(() => countTextsThisMonth(db, env.COUNTY_TIME_ZONE)),
    isStopping,
  }
  const close = async () => {
    await Promise.all(Object.values(transports).map((transport) => transport?.close()))
    await watch.stop()
    await pool.end()
    await owner.stop()
  }
  return { context, close }
}

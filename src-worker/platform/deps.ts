import type pg from 'pg'
import type { Env } from '#shared/node/configuration/env.ts'
import type { DatabaseWatch } from '#shared/node/domain/restore/watch.ts'
import type { SettingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { Enqueue } from '#shared/node/platform/queue/queue.ts'

/**
 * Overrides of the product's own figures. Only entry files under bench/, chaos/ and tests/ pass any; no environment
 * variable reaches them.
 */
export type WorkerOptions = {
  /** Milliseconds between the polls of a loop that nothing wakes: the longest that work waits if a wake is lost. */
  pollMs: number
  /** Records matched in one transaction. */
  batchSize: number
  /** Connections of the pool. */
  connections: number
  /** Divides every wait of delivery: leases, retries, the wait for an answer. */
  deliveryClock: number
  /** Milliseconds that a lease lasts at least, whatever the clock: a busy machine loses shorter ones. */
  shortestLeaseMs: number
  /** Notices per county day, beyond which the rest are held; null for the setting. */
  floodNoticesPerDay: number | null
  /** Called for each event before it is read; if it throws, the event cannot be matched. */
  beforeReading: ((eventId: number) => void) | null
}

export const defaultOptions: WorkerOptions = {
  pollMs: 10_000,
  batchSize: 1000,
  connections: 10,
  deliveryClock: 1,
  shortestLeaseMs: 2_000,
  floodNoticesPerDay: null,
  beforeReading: null,
}

/** What every part of the worker needs. */
export type WorkerDeps = {
  db: Db
  pool: pg.Pool
  env: Env
  log: Log
  settings: SettingsStore
  enqueue: Enqueue
  options: WorkerOptions
  /** Detects a restored database; absent in tests of single parts. */
  watch?: Pick<DatabaseWatch, 'seen' | 'check'>
  /** Aborted when the worker begins to stop: a job that takes long ends then, and runs again elsewhere. */
  stopping?: AbortSignal
}

/** A loop that polls for work and can be woken. */
export type Loop = {
  /** Look for work now. */
  wake(): void
  /** Finishes the current batch, releases its leases and ends. */
  stop(): Promise<void>
}

export type Loops = { matching: Loop; delivery: Loop; callbacks: Loop; rolls: Loop }

/** What a job's handler receives. */
export type HandlerContext = WorkerDeps & { loops: Loops }

import { setTimeout as sleep } from 'node:timers/promises'
import { trackBackgroundWork } from '#server/platform/background-work.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { RunFailed } from './run-failed.ts'
import {
  deleteStaged,
  endLegacyRun,
  releaseRunLock,
  insertRun,
  saveProgress,
  type RunCounts,
  type RunKind,
  type RunPhase,
  type RunProgress,
  failLostRuns,
  takeRunLock,
} from './run.queries.ts'

/** What a run's work receives. */
export type ActiveRun = {
  id: number
  /** The run's own connection, which holds its lock, so that the work and the lock end together. */
  connection: Db
  counts: RunCounts
  /** Reports progress, which is saved twice a second. Throws RunFailed if the server is stopping. */
  report(phase: RunPhase, done: number, total: number | null): Promise<void>
  /** The progress, with the message of its end. */
  progress(message: string): RunProgress
  signal: AbortSignal
}

type NewRun = {
  kind: RunKind
  restores: number | null
  startedBy: number
  /** Does everything and marks the run done in its own last transaction. */
  work: (run: ActiveRun) => Promise<void>
  /** Releases resources, however the run ended. */
  finish: () => void
  /** Cleans up after another run may already begin. */
  afterwards?: () => Promise<void>
  /** Called after a failure is stored with the run. */
  onFailure: (message: string) => Promise<void>
}

const saveEveryMs = 500
const lockTries = 5
const lockEveryMs = 200
const texts = {
  running: 'A migration is already running. Please wait until it finishes.',
  stopped: 'The server was stopped. Nothing was changed.',
  failed: 'Migration failed. Nothing was changed.',
}

type Deps = Pick<ServerDeps, 'db' | 'log'>
type Place = Pick<RunProgress, 'phase' | 'done' | 'total'>
const beginning: Place = { phase: 'reading', done: 0, total: null }

const noCounts = (): RunCounts => ({
  emailsRead: 0,
  alertsRead: 0,
  emailsTaken: 0,
  alertsTaken: 0,
  emailsSkipped: 0,
  alertsSkipped: 0,
  emailsJoined: 0,
  emailsUnverified: 0,
  otherCountyEmails: 0,
  otherCountyAlerts: 0,
  emailsWiped: 0,
  alertsWiped: 0,
  emailsRestored: 0,
  alertsRestored: 0,
})

/**
 * Begins a run and returns its number immediately; the work continues in this process. Only one runs at a time, across
 * all servers. If its process dies, the next look marks it failed.
 * @throws AppError `refused` if one is running
 */
export async function beginRun(deps: Deps, run: NewRun): Promise<number> {
  const begun = Promise.withResolvers<number>()
  const stop = new AbortController()
  const whole = deps.db.connection().execute(async (connection) => {
    if (!(await acquireLock(connection))) throw new AppError('refused', texts.running)
    try {
      await failLostRuns(connection)
      const id = await insertRun(connection, { ...run, progress: { ...beginning, counts: {}, message: '' } })
      begun.resolve(id)
      await executeRun(deps, run, { id, connection, signal: stop.signal })
    } finally {
      await releaseRunLock(connection).catch(() => deps.log.warn('legacy.lock_lost'))
    }
    await run.afterwards?.().catch((error: unknown) => deps.log.error('legacy.cleanup_failed', error))
  })
  const ended = whole.catch((error: unknown) => begun.reject(error)).finally(run.finish)
  trackBackgroundWork(deps.db, { stop, ended })
  return begun.promise
}

/** A run releases the lock a moment after it is marked done. */
async function acquireLock(connection: Db): Promise<boolean> {
  for (let tries = 0; tries < lockTries; tries += 1) {
    if (await takeRunLock(connection)) return true
    await sleep(lockEveryMs)
  }
  return false
}

async function executeRun(
  { db, log }: Deps,
  run: NewRun,
  { id, connection, signal }: Pick<ActiveRun, 'id' | 'connection' | 'signal'>,
): Promise<void> {
  const counts = noCounts()
  let now = beginning
  let keptAt = performance.now()
  const progress = (message: string): RunProgress => ({ ...now, counts, message })
  const report: ActiveRun['report'] = async (phase, done, total) => {
    if (signal.aborted) throw new RunFailed(texts.stopped)
    const sameAsBefore = phase === now.phase
    now = { phase, done, total }
    if (sameAsBefore && performance.now() - keptAt < saveEveryMs) return
    keptAt = performance.now()
    // On another connection: no other session sees what the run's own transaction writes.
    await saveProgress(db, id, progress(''))
  }
  try {
    await run.work({ id, connection, counts, report, progress, signal })
    log.info('legacy.run_completed', { run: id, kind: run.kind })
  } catch (error) {
    const message = signal.aborted ? texts.stopped : error instanceof RunFailed ? error.message : texts.failed
    log.error('legacy.run_failed', toLoggable(error), { run: id, kind: run.kind })
    await deleteStaged(db, id).catch((failure: unknown) => log.error('legacy.staged_rows_not_deleted', failure))
    const ended = await endLegacyRun(db, id, 'failed', progress(message)).catch(() => false)
    if (ended) await run.onFailure(message).catch((failure: unknown) => log.error('legacy.result_not_sent', failure))
  }
}

/** The legacy server's own text may contain what an administrator typed, so we log only its code. */
function toLoggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as Error & { code?: string }
  return Object.assign(new Error(error instanceof RunFailed ? error.message : error.name), { code, stack: error.stack })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/contract/errors.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { trackBackgroundWork } from '#server/platform/background-work.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { RunFailed } from './run-failed.ts'
import {
  deleteStaged,
  endRun,
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

/** What the work of a run is given. */
export type ActiveRun = {
  id: number
  /** The run's own connection: its lock is on it, so that the work and the lock end together. */
  connection: Db
  counts: RunCounts
  /** Tells how far the work is; it is kept twice a second. Throws RunFailed where the server is being stopped. */
  report(phase: RunPhase, done: number, total: number | null): Promise<void>
  /** How far it came, with the words of its end. */
  progress(message: string): RunProgress
  signal: AbortSignal
}

type NewRun = {
  kind: RunKind
  restores: number | null
  startedBy: number
  /** Does everything and calls the run done in its own last transaction. */
  work: (run: ActiveRun) => Promise<void>
  /** What is let go of, however it ended. */
  finish: () => void
  /** What may be left for later, once another run may begin. */
  afterwards?: () => Promise<void>
  /** After a failure, once the run says so. */
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
 * Begins a run and answers its number at once; the work goes on in this process, whoever goes on looking. There is one
 * at a time, on all servers together. A run that is lost with its process is called failed by the next look.
 * @throws AppError `refused` where one is running
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

/** A run that has just said that it is done lets go of the lock a moment later. */
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
    // On another connection: what stands in the run's own transaction nobody sees.
    await saveProgress(db, id, progress(''))
  }
  try {
    await run.work({ id, connection, counts, report, progress, signal })
    log.info('legacy.run_completed', { run: id, kind: run.kind })
  } catch (error) {
    const message = signal.aborted ? texts.stopped : error instanceof RunFailed ? error.message : texts.failed
    log.error('legacy.run_failed', toLoggable(error), { run: id, kind: run.kind })
    await deleteStaged(db, id).catch((failure: unknown) => log.error('legacy.staged_rows_not_deleted', failure))
    const ended = await endRun(db, id, 'failed', progress(message)).catch(() => false)
    if (ended) await run.onFailure(message).catch((failure: unknown) => log.error('legacy.result_not_sent', failure))
  }
}

/** The legacy server's own words may hold what an administrator typed: its code alone is kept. */
function toLoggable(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as Error & { code?: string }
  return Object.assign(new Error(error instanceof RunFailed ? error.message : error.name), { code, stack: error.stack })
}

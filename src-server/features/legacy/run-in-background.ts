import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#shared/contract/errors.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { RunFailed } from './run-failed.ts'
import {
  deleteStaged,
  endRun,
  giveRunLock,
  insertRun,
  keepProgress,
  type RunCounts,
  type RunKind,
  type RunPhase,
  type RunProgress,
  settleLostRuns,
  takeRunLock,
} from './run.queries.ts'

/** What the work of a run is given. */
export type RunInHand = {
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
  work: (run: RunInHand) => Promise<void>
  /** What is let go of, however it ended. */
  finish: () => void
  /** What may be left for later, once another run may begin. */
  afterwards?: () => Promise<void>
  /** After a failure, once the run says so. */
  onFailure: (message: string) => Promise<void>
}

const keepEveryMs = 500
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

/** Runs of each server in this process, for its stop. */
const inHand = new WeakMap<Db, Set<{ stop: AbortController; ended: Promise<void> }>>()

/** Ends the run of this server, if one is under way, and waits until nothing of it is left. */
export async function stopRun({ db }: Pick<ServerDeps, 'db'>): Promise<void> {
  const runs = [...(inHand.get(db) ?? [])]
  for (const { stop } of runs) stop.abort()
  await Promise.all(runs.map(({ ended }) => ended))
}

/**
 * Begins a run and answers its number at once; the work goes on in this process, whoever goes on looking. There is one
 * at a time, on all servers together. A run that is lost with its process is called failed by the next look.
 * @throws AppError `refused` where one is running
 */
export async function beginRun(deps: Deps, run: NewRun): Promise<number> {
  const begun = Promise.withResolvers<number>()
  const stop = new AbortController()
  const whole = deps.db.connection().execute(async (connection) => {
    if (!(await takeLock(connection))) throw new AppError('refused', texts.running)
    try {
      await settleLostRuns(connection)
      const id = await insertRun(connection, { ...run, progress: { ...beginning, counts: {}, message: '' } })
      begun.resolve(id)
      await carryOut(deps, run, { id, connection, signal: stop.signal })
    } finally {
      await giveRunLock(connection).catch(() => deps.log.warn('The lock of a migration went with its connection.'))
    }
    await run.afterwards?.().catch((error: unknown) => deps.log.error('Something of a run is left over.', error))
  })
  const ended = whole.catch((error: unknown) => begun.reject(error)).finally(run.finish)
  keepInHand(deps.db, { stop, ended })
  return begun.promise
}

/** A run that has just said that it is done lets go of the lock a moment later. */
async function takeLock(connection: Db): Promise<boolean> {
  for (let tries = 0; tries < lockTries; tries += 1) {
    if (await takeRunLock(connection)) return true
    await sleep(lockEveryMs)
  }
  return false
}

function keepInHand(db: Db, run: { stop: AbortController; ended: Promise<void> }): void {
  const runs = inHand.get(db) ?? new Set()
  inHand.set(db, runs.add(run))
  void run.ended.then(() => runs.delete(run))
}

async function carryOut(
  { db, log }: Deps,
  run: NewRun,
  { id, connection, signal }: Pick<RunInHand, 'id' | 'connection' | 'signal'>,
): Promise<void> {
  const counts = noCounts()
  let now = beginning
  let keptAt = performance.now()
  const progress = (message: string): RunProgress => ({ ...now, counts, message })
  const report: RunInHand['report'] = async (phase, done, total) => {
    if (signal.aborted) throw new RunFailed(texts.stopped)
    const sameAsBefore = phase === now.phase
    now = { phase, done, total }
    if (sameAsBefore && performance.now() - keptAt < keepEveryMs) return
    keptAt = performance.now()
    // On another connection: what stands in the run's own transaction nobody sees.
    await keepProgress(db, id, progress(''))
  }
  try {
    await run.work({ id, connection, counts, report, progress, signal })
    log.info('A run of the migration is done.', { run: id, kind: run.kind })
  } catch (error) {
    const message = signal.aborted ? texts.stopped : error instanceof RunFailed ? error.message : texts.failed
    log.error('A run of the migration failed; nothing was changed.', plain(error), { run: id, kind: run.kind })
    await deleteStaged(db, id).catch((failure: unknown) => log.error('What was put aside is left over.', failure))
    const ended = await endRun(db, id, 'failed', progress(message)).catch(() => false)
    if (ended) await run.onFailure(message).catch((failure: unknown) => log.error('It could not be told.', failure))
  }
}

/** The legacy server's own words may hold what an administrator typed: its code alone is kept. */
function plain(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code } = error as Error & { code?: string }
  return Object.assign(new Error(error instanceof RunFailed ? error.message : error.name), { code, stack: error.stack })
}

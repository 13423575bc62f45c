import { AppError } from '#shared/contract/errors.ts'
import type { RollComparison } from '#shared/contract/roll-load.ts'
import { loadRoll } from '#shared/node/domain/roll/load/load-roll.ts'
import {
  claimNextRoll,
  failAbandonedLoads,
  failRoll,
  hasTooManyAttempts,
  readChunks,
  releaseRoll,
  type RollClaim,
  RollClaimLost,
} from '#shared/node/domain/roll/load/roll-load.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Loop, WorkerDeps } from '../platform/deps.ts'
import { startLoop } from '../platform/loop.ts'
import { deleteUnneededChunks, dropEndedRolls, failAbandonedUploads, hasRollWork } from './roll.queries.ts'

type Deps = Pick<WorkerDeps, 'db' | 'log' | 'settings'>

const failures = {
  upload: 'The upload was cut off. Choose the file again.',
  command: 'The command was stopped before it had read the file. Run it again.',
  attempts: 'We tried to read this file several times, and each time the worker stopped. Ask for a smaller file.',
}

/**
 * Reads uploaded parcel rolls, and deletes the remains of versions that ended. A worker that stops returns the file,
 * and any worker starts it again.
 */
export function startRollLoader(deps: WorkerDeps): Loop {
  const stopping = new AbortController()
  const loop = startLoop({
    name: 'rolls',
    everyMs: 3 * deps.options.pollMs,
    log: deps.log,
    step: () => loadNextRoll(deps, stopping.signal),
  })
  return {
    wake: loop.wake,
    stop: () => {
      stopping.abort()
      return loop.stop()
    },
  }
}

/**
 * One look for work.
 * @returns true if a file was read, since another may be waiting
 */
export async function loadNextRoll(deps: Deps, signal: AbortSignal): Promise<boolean> {
  const { db, log } = deps
  if (!(await hasRollWork(db))) return false
  await removeLeftovers(deps)
  if (signal.aborted) return false
  const { parcelMask } = (await deps.settings.current()).service
  const claim = await claimNextRoll(db, parcelMask)
  if (!claim) return false
  if (hasTooManyAttempts(claim)) {
    await endInFailure(deps, claim, failures.attempts)
    return true
  }
  log.info('roll.load_started', { roll: claim.id, attempt: claim.attempt })
  try {
    const file = { pieces: readChunks(db, claim.id), bytes: claim.bytes ?? 0 }
    const comparison = await loadRoll(db, claim, file, { signal })
    const { samples: _, ...counts } = comparison
    await auditLoaded(deps, claim, counts)
    log.info('roll.loaded', { roll: claim.id, parcels: comparison.parcels })
    return true
  } catch (error) {
    return handleFailure(deps, claim, { error, signal })
  }
}

async function removeLeftovers({ db, log }: Deps): Promise<void> {
  const uploads = await failAbandonedUploads(db, failures.upload)
  const loads = await failAbandonedLoads(db, failures.command)
  for (const roll of [...uploads, ...loads]) log.warn('roll.abandoned', { roll })
  await deleteUnneededChunks(db)
  for (const roll of await dropEndedRolls(db)) log.info('roll.removed', { roll })
}

type Failed = { error: unknown; signal: AbortSignal }

async function handleFailure(deps: Deps, claim: RollClaim, { error, signal }: Failed): Promise<boolean> {
  const { db, log } = deps
  if (error instanceof RollClaimLost) return true
  if (error instanceof AppError) {
    await endInFailure(deps, claim, error.message)
    return true
  }
  // Another worker, or this one after a restart, begins again; so many times that a file cannot end every worker.
  await releaseRoll(db, claim)
  if (signal.aborted) log.info('roll.load_released', { roll: claim.id })
  else log.warn('roll.load_retried', { roll: claim.id, error: error instanceof Error ? error.name : 'unknown' })
  return false
}

async function endInFailure({ db, log }: Deps, claim: RollClaim, failure: string): Promise<void> {
  if (!(await failRoll(db, claim, failure))) return
  // The message may quote the file, so the log has only the number of the version.
  log.error('roll.load_failed', new Error('The file cannot be read.'), { roll: claim.id })
  await writeAudit(db, {
    type: 'FEED',
    description: `Parcel roll: could not load ${claim.fileName}.`,
    newValue: { roll: claim.id, failure },
  })
}

async function auditLoaded(
  { db }: Deps,
  { id, fileName }: RollClaim,
  counts: Omit<RollComparison, 'samples'>,
): Promise<void> {
  await writeAudit(db, {
    type: 'FEED',
    description: `Parcel roll: read ${fileName}.`,
    newValue: { roll: id, ...counts },
  })
}

import { BatchFailed, type BatchResult, type MatchDeps, matchOnce } from './batch.ts'
import { describeFault, isTransient, isStatementTimeout } from '../platform/faults.ts'
import { noteFailure } from './quarantine.queries.ts'

const add = (one: BatchResult, other: BatchResult): BatchResult => ({
  events: one.events + other.events,
  matches: one.matches + other.matches,
  notices: one.notices + other.notices,
  ...((one.behind || other.behind) && { behind: true }),
})

const nothing: BatchResult = { events: 0, matches: 0, notices: 0 }

/**
 * Matches the next records of the queue, each batch in one transaction with everything it yields (decisions,
 * section 6). A batch that throws is halved, so that one bad record does not hold up the others; a record that still
 * throws after three tries goes to quarantine with its reason; one that takes too long has more.
 * @param limit records at most
 * @throws NewerRule when keys are of a newer rule than this worker's
 * @throws Error of the database when it cannot be reached; nothing is lost
 */
export function matchBatch(deps: MatchDeps, limit: number = deps.options.batchSize): Promise<BatchResult> {
  return matchOrHalve(deps, limit, null)
}

async function matchOrHalve(deps: MatchDeps, limit: number, only: number[] | null): Promise<BatchResult> {
  try {
    return await matchOnce(deps, limit, only)
  } catch (error) {
    if (!(error instanceof BatchFailed) || isTransient(error.cause)) throw error
    const ids = error.eventIds
    if (ids.length === 1) return setAside(deps, ids[0] as number, error.cause)
    const middle = Math.ceil(ids.length / 2)
    const first = await matchOrHalve(deps, middle, ids.slice(0, middle))
    return add(first, await matchOrHalve(deps, middle, ids.slice(middle)))
  }
}

/** Tries of a record before it goes to quarantine; half an hour of them where a stalled database may be the cause. */
const tries = { usual: 3, tookTooLong: 8 }

async function setAside({ pool, log }: MatchDeps, eventId: number, cause: unknown): Promise<BatchResult> {
  const most = isStatementTimeout(cause) ? tries.tookTooLong : tries.usual
  const quarantined = await noteFailure(pool, eventId, describeFault(cause), most)
  if (quarantined) log.error('matching.record_quarantined', cause, { eventId })
  else log.warn('matching.record_retried', { eventId })
  return nothing
}

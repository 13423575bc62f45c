import { bisectOnError } from '#shared/node/platform/bisect-on-error.ts'
import { describeFault, isTransient, isStatementTimeout } from '../platform/errors.ts'
import { BatchError, type BatchResult, LostBatchesError, type MatchDeps, matchInTransaction } from './batch.ts'
import { findDueRecords, separateLostRecords } from './lost-batches.queries.ts'
import { recordFailure } from './quarantine.queries.ts'

const addResults = (first: BatchResult, second: BatchResult): BatchResult => ({
  events: first.events + second.events,
  matches: first.matches + second.matches,
  notices: first.notices + second.notices,
  ...((first.possible || second.possible) && { possible: (first.possible ?? 0) + (second.possible ?? 0) }),
  ...((first.hasStaleKeys || second.hasStaleKeys) && { hasStaleKeys: true }),
})

const emptyResult: BatchResult = { events: 0, matches: 0, notices: 0 }

/** Records of lost batches that are matched, one at a time, after a batch of the others. */
const maxAlone = 100

/**
 * Matches the next records of the queue, each batch in one transaction. A batch that throws is halved, so that one bad
 * record does not hold up the others. A record that still throws after three tries goes to quarantine with the reason;
 * a record that takes too long gets more tries. After a batch whose worker died, each of its records is matched alone,
 * after the others, until the one that kills its worker has had its tries.
 * @param limit maximum records
 * @throws NewerRuleError if keys belong to a newer rule than this worker's
 * @throws the database's error if it cannot be reached; nothing is lost
 */
export async function matchBatch(deps: MatchDeps, limit: number = deps.options.batchSize): Promise<BatchResult> {
  const due = await findDueRecords(deps.pool, Math.min(limit, maxAlone))
  let result = emptyResult
  if (due.any) result = await matchOrSeparate(deps, limit, null)
  for (const id of due.alone) result = addResults(result, await matchOrSeparate(deps, 1, [id]))
  return result
}

/** As often as lost batches are found: each time, there are fewer. */
async function matchOrSeparate(deps: MatchDeps, limit: number, only: number[] | null): Promise<BatchResult> {
  for (;;) {
    try {
      return await matchAndHalve(deps, limit, only)
    } catch (error) {
      if (!(error instanceof LostBatchesError)) throw error
      await separateBatches(deps, error.batchIds)
    }
  }
}

async function matchAndHalve(deps: MatchDeps, limit: number, only: number[] | null): Promise<BatchResult> {
  const results = await bisectOnError<number, BatchResult>(only, {
    work: (ids) => matchInTransaction(deps, ids?.length ?? limit, ids),
    failedItems: (error) => (error instanceof BatchError && !isTransient(error.cause) ? error.eventIds : null),
    onBadItem: (id, error) => recordFailedEvent(deps, id, error instanceof BatchError ? error.cause : error),
  })
  return results.reduce(addResults, emptyResult)
}

async function separateBatches(deps: MatchDeps, batchIds: number[]): Promise<void> {
  const costly = await separateLostRecords(deps.pool, batchIds)
  deps.log.warn('matching.batch_lost')
  for (const id of costly)
    await recordFailedEvent(deps, id, new Error('The worker ended while it matched this record.'))
}

/** Tries before a record goes to quarantine; half an hour of them if a stalled database may be the cause. */
const maxTries = { usual: 3, tookTooLong: 8 }

async function recordFailedEvent({ pool, log }: MatchDeps, eventId: number, cause: unknown): Promise<BatchResult> {
  const most = isStatementTimeout(cause) ? maxTries.tookTooLong : maxTries.usual
  const quarantined = await recordFailure(pool, eventId, describeFault(cause), most)
  if (quarantined) log.error('matching.record_quarantined', cause, { eventId })
  else log.warn('matching.record_retried', { eventId })
  return emptyResult
}

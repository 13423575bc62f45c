import { bisectOnError } from '#shared/node/platform/bisect-on-error.ts'
import { BatchError, type BatchResult, type MatchDeps, matchInTransaction } from './batch.ts'
import { describeFault, isTransient, isStatementTimeout } from '../platform/errors.ts'
import { recordFailure } from './quarantine.queries.ts'

const addResults = (first: BatchResult, second: BatchResult): BatchResult => ({
  events: first.events + second.events,
  matches: first.matches + second.matches,
  notices: first.notices + second.notices,
  ...((first.hasStaleKeys || second.hasStaleKeys) && { hasStaleKeys: true }),
})

const emptyResult: BatchResult = { events: 0, matches: 0, notices: 0 }

/**
 * Matches the next records of the queue, each batch in one transaction (decisions, section 6). A batch that throws is
 * halved, so that one bad record does not hold up the others. A record that still throws after three tries goes to
 * quarantine with the reason; a record that takes too long gets more tries.
 * @param limit maximum records
 * @throws NewerRuleError if keys belong to a newer rule than this worker's
 * @throws the database's error if it cannot be reached; nothing is lost
 */
export async function matchBatch(deps: MatchDeps, limit: number = deps.options.batchSize): Promise<BatchResult> {
  const results = await bisectOnError<number, BatchResult>(null, {
    work: (ids) => matchInTransaction(deps, ids?.length ?? limit, ids),
    failedItems: (error) => (error instanceof BatchError && !isTransient(error.cause) ? error.eventIds : null),
    onBadItem: (id, error) => recordFailedEvent(deps, id, error instanceof BatchError ? error.cause : error),
  })
  return results.reduce(addResults, emptyResult)
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

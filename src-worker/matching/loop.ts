import type { Loop, WorkerDeps } from '../platform/deps.ts'
import { startLoop } from '../platform/loop.ts'
import { NewerRuleError } from './batch.ts'
import { matchBatch } from './match-batch.ts'
import { rereadEarlierRecords } from './reread-records.ts'
import { deriveNextStaleKeys } from './stale-keys.ts'

/**
 * Matches the records in the queue, batch after batch.
 * @param onNotices called after a batch that wrote notices is committed
 */
export function startMatching(deps: WorkerDeps, { onNotices }: { onNotices: () => void }): Loop {
  const { log, enqueue, options } = deps
  let hasWarned = false
  // True at the start: this version may have a new rule, or an earlier worker may have stopped before it derived all keys.
  let hasStaleKeys = true
  // True at the start: records may have come before this version.
  let hasEarlierRecords = true

  const step = async (): Promise<boolean> => {
    try {
      if (hasStaleKeys) {
        hasStaleKeys = await deriveNextStaleKeys(deps)
        hasEarlierRecords = true
      }
      const { events, notices, ...batch } = await matchBatch(deps)
      hasStaleKeys ||= batch.hasStaleKeys === true
      if (notices > 0) {
        onNotices()
        // Other workers deliver too. If this is lost, they find the notices at their next poll.
        enqueue(null, 'wakeDelivery', {}).catch(() => {})
      }
      if (events === 0 && !hasStaleKeys && hasEarlierRecords) hasEarlierRecords = await rereadEarlierRecords(deps)
      return events > 0 || hasStaleKeys || hasEarlierRecords
    } catch (error) {
      if (!(error instanceof NewerRuleError)) throw error
      // The queue waits for a worker that knows this rule; this one is about to be replaced.
      if (!hasWarned) log.warn('matching.version_superseded')
      hasWarned = true
      return false
    }
  }
  return startLoop({ name: 'matching', everyMs: options.pollMs, log, step })
}

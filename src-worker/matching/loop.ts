import { startLoop } from '../platform/loop.ts'
import type { Loop, WorkerDeps } from '../platform/deps.ts'
import { NewerRule } from './batch.ts'
import { matchBatch } from './match-batch.ts'
import { deriveNextStaleKeys } from './stale-keys.ts'

/**
 * Matches whatever is in the queue, batch after batch.
 * @param onNotices called after a batch that wrote notices is committed
 */
export function startMatching(deps: WorkerDeps, { onNotices }: { onNotices: () => void }): Loop {
  const { log, enqueue, options } = deps
  let toldOfNewer = false
  // At the start too: a new version may bring a new rule, and what an earlier worker began is ended.
  let behind = true

  const step = async (): Promise<boolean> => {
    try {
      if (behind) behind = await deriveNextStaleKeys(deps)
      const { events, notices, ...batch } = await matchBatch(deps)
      behind ||= batch.behind === true
      if (notices > 0) {
        onNotices()
        // Other workers deliver too. Lost, it costs them the time to their next look.
        enqueue(null, 'wakeDelivery', {}).catch(() => {})
      }
      return events > 0 || behind
    } catch (error) {
      if (!(error instanceof NewerRule)) throw error
      // The queue waits for the worker that knows this rule; this one is about to be replaced.
      if (!toldOfNewer) log.warn('matching.version_superseded')
      toldOfNewer = true
      return false
    }
  }
  return startLoop({ name: 'matching', everyMs: options.pollMs, log, step })
}

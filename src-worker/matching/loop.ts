import { startLoop } from '../loop.ts'
import type { Loop, WorkerDeps } from '../deps.ts'
import { OtherRule } from './batch.ts'
import { matchBatch } from './match-batch.ts'
import { deriveStaleKeys } from './stale-keys.ts'

/**
 * Matches whatever is in the queue, batch after batch.
 * @param onNotices called after a batch that wrote notices is committed
 */
export function startMatching(deps: WorkerDeps, { onNotices }: { onNotices: () => void }): Loop {
  const { log, enqueue, options } = deps
  let toldOfNewer = false

  const step = async (): Promise<boolean> => {
    try {
      const { events, notices } = await matchBatch(deps)
      if (notices > 0) {
        onNotices()
        // Other workers deliver too. Lost, it costs them the time to their next look.
        enqueue(null, 'wakeDelivery', {}).catch(() => {})
      }
      return events > 0
    } catch (error) {
      if (!(error instanceof OtherRule)) throw error
      if (!error.newer) {
        await deriveStaleKeys(deps)
        return true
      }
      // The queue waits for the worker that knows this rule; this one is about to be replaced.
      if (!toldOfNewer) log.warn('A newer version derives the keys now; this worker matches no more.')
      toldOfNewer = true
      return false
    }
  }
  return startLoop({ name: 'matching', everyMs: options.pollMs, log, step })
}

import type { Log } from '#shared/node/platform/log.ts'
import type { Enqueue } from '#shared/node/platform/queue/queue.ts'

/**
 * Wakes the worker after a commit, at most once in `everyMs`. The rows are already stored, and the worker polls every
 * 10 s, so we only log a failure.
 */
export function createWaker(enqueue: Enqueue, log: Log, everyMs = 50): () => void {
  let waiting: NodeJS.Timeout | undefined
  let last = -Infinity
  const wake = () => {
    waiting = undefined
    last = performance.now()
    enqueue(null, 'wakeMatching', {}).catch((error: unknown) => {
      log.warn('matching.worker_not_notified', {
        error: error instanceof Error ? error.name : typeof error,
      })
    })
  }
  return () => {
    if (waiting) return
    const wait = last + everyMs - performance.now()
    if (wait <= 0) wake()
    else waiting = setTimeout(wake, wait).unref()
  }
}

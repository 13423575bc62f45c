import type { Log } from '#shared/node/platform/log.ts'
import type { Enqueue } from '#shared/node/platform/queue/queue.ts'

/**
 * Rings for the worker after a commit, at most once in `everyMs`: the rows are the truth, and the worker looks by
 * itself every 2 s, so a ring that fails is only logged.
 */
export function createWaker(enqueue: Enqueue, log: Log, everyMs = 50): () => void {
  let waiting: NodeJS.Timeout | undefined
  let last = -Infinity
  const wake = () => {
    waiting = undefined
    last = performance.now()
    enqueue(null, 'wakeMatching', {}).catch((error: unknown) => {
      log.warn('The hint to matching was not sent; it looks by itself.', {
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

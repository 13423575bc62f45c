/** Limits concurrent work; a caller waits for a slot for a limited time. */
type TimedSemaphore = {
  /** Resolves to true once a slot is free, or to false if none was within the time, in milliseconds. */
  acquire(withinMs: number): Promise<boolean>
  release(): void
}

/**
 * Serves callers in the order in which they came.
 * @param places the number of slots; each that was acquired must be released once
 */
export function createTimedSemaphore(places: number): TimedSemaphore {
  let free = places
  const waiting = new Set<() => void>()
  return {
    acquire(withinMs) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(true)
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(served)
          resolve(false)
        }, withinMs)
        const served = () => {
          clearTimeout(timer)
          resolve(true)
        }
        waiting.add(served)
      })
    },
    release() {
      // A set keeps its insertion order.
      const [next] = waiting
      if (!next) free += 1
      else {
        waiting.delete(next)
        next()
      }
    },
  }
}

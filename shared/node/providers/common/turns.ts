/** A number of places, and callers who wait their turn for one, but not for ever. */
type TimedSemaphore = {
  /** True once there is a place; false where there was none within the time, in milliseconds. */
  acquire(withinMs: number): Promise<boolean>
  release(): void
}

/**
 * Gives places in the order in which they were asked for.
 * @param places how many there are; each that was taken is given back once, with `give`
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
      // A set keeps the order in which they came.
      const [next] = waiting
      if (!next) free += 1
      else {
        waiting.delete(next)
        next()
      }
    },
  }
}

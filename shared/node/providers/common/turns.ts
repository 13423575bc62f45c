/** A number of places, and callers who wait their turn for one, but not for ever. */
type Turns = {
  /** True once there is a place; false where there was none within the time, in milliseconds. */
  take(withinMs: number): Promise<boolean>
  give(): void
}

/**
 * Gives places in the order in which they were asked for.
 * @param places how many there are; each that was taken is given back once, with `give`
 */
export function turns(places: number): Turns {
  let free = places
  const waiting = new Set<() => void>()
  return {
    take(withinMs) {
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
    give() {
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

/** The moments at which calls were acknowledged, and the callers that wait for the next. */
export type Acknowledgments = {
  /** @param begun when the call began that was acknowledged now */
  add(begun: number): void
  /** Resolves when a call that began after this moment is acknowledged. */
  next(): Promise<void>
  /** The longest time without an acknowledged call since then, in seconds. */
  longestGapSince(start: number): number
}

export function recordAcknowledgments(): Acknowledgments {
  const moments = [performance.now()]
  const waiting = new Set<{ since: number; resolve: () => void }>()
  return {
    add: (begun) => {
      moments.push(performance.now())
      for (const waiter of waiting) {
        if (begun < waiter.since) continue
        waiting.delete(waiter)
        waiter.resolve()
      }
    },
    next: () =>
      new Promise<void>((resolve) => {
        waiting.add({ since: performance.now(), resolve })
      }),
    longestGapSince: (start) => toLongestGap(moments, start),
  }
}

function toLongestGap(moments: number[], start: number): number {
  const before = moments.findLast((moment) => moment <= start) ?? start
  const times = [before, ...moments.filter((moment) => moment > start)]
  return Math.max(0, ...times.slice(1).map((moment, place) => (moment - (times[place] ?? moment)) / 1000))
}

/** Limits concurrent work. Callers that wait are served in the order in which they came. */
export type Semaphore = {
  /** Takes up to `want` slots as soon as `atLeast` are free. Returns how many it took. */
  acquire(want: number, atLeast?: number): Promise<number>
  release(count: number): void
  /** Resolves once all slots are free. */
  whenIdle(): Promise<void>
}

export function createSemaphore(total: number): Semaphore {
  let free = total
  const waiting: { want: number; atLeast: number; resolve: (taken: number) => void }[] = []

  const serve = () => {
    for (let next = waiting[0]; next && free >= next.atLeast; next = waiting[0]) {
      waiting.shift()
      const taken = Math.min(next.want, free)
      free -= taken
      next.resolve(taken)
    }
  }
  return {
    acquire(want, atLeast = want) {
      return new Promise((resolve) => {
        waiting.push({ want, atLeast, resolve })
        serve()
      })
    },
    release(count) {
      // A slot that is released twice counts once.
      free = Math.min(total, free + count)
      serve()
    },
    async whenIdle() {
      this.release(await this.acquire(total, total))
    },
  }
}

/** A number of places, of which takers wait for some; whoever waits longest is served first. */
export type Semaphore = {
  /** Takes as many of `want` as are free, once `atLeast` are. */
  acquire(want: number, atLeast?: number): Promise<number>
  release(count: number): void
  /** Resolves when all are free again. */
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
      // Never more than there are, whoever gives twice.
      free = Math.min(total, free + count)
      serve()
    },
    async whenIdle() {
      this.release(await this.acquire(total, total))
    },
  }
}

/** Limits concurrent work. Serves waiting callers in the order in which they arrived. */
export type Semaphore = {
  /**
   * Takes up to `want` slots as soon as `atLeast` are free (by default all that it wants).
   * @param withinMs the longest wait, in milliseconds
   * @returns how many it took; 0 if there were too few in that time
   */
  acquire(want: number, options?: { atLeast?: number; withinMs?: number }): Promise<number>
  release(count: number): void
  /** Resolves once all slots are free. */
  whenIdle(): Promise<void>
}

type Waiting = { want: number; atLeast: number; take: (count: number) => void }

export function createSemaphore(total: number): Semaphore {
  let free = total
  let waiting: Waiting[] = []

  const serve = () => {
    for (let next = waiting[0]; next && free >= next.atLeast; next = waiting[0]) {
      waiting.shift()
      const taken = Math.min(next.want, free)
      free -= taken
      next.take(taken)
    }
  }
  return {
    acquire(want, { atLeast = want, withinMs } = {}) {
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined
        const caller: Waiting = {
          want,
          atLeast,
          take: (count) => {
            clearTimeout(timer)
            resolve(count)
          },
        }
        waiting.push(caller)
        serve()
        if (withinMs === undefined || !waiting.includes(caller)) return
        timer = setTimeout(() => {
          waiting = waiting.filter((other) => other !== caller)
          resolve(0)
          // It may have blocked callers that need fewer.
          serve()
        }, withinMs)
      })
    },
    release(count) {
      // A slot that is released twice counts once.
      free = Math.min(total, free + count)
      serve()
    },
    async whenIdle() {
      this.release(await this.acquire(total))
    },
  }
}

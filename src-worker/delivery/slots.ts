/** A number of places, of which takers wait for some; whoever waits longest is served first. */
export type Slots = {
  /** Takes as many of `want` as are free, once `atLeast` are. */
  take(want: number, atLeast?: number): Promise<number>
  give(count: number): void
  /** Resolves when all are free again. */
  allFree(): Promise<void>
}

export function slots(total: number): Slots {
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
    take(want, atLeast = want) {
      return new Promise((resolve) => {
        waiting.push({ want, atLeast, resolve })
        serve()
      })
    },
    give(count) {
      // Never more than there are, whoever gives twice.
      free = Math.min(total, free + count)
      serve()
    },
    async allFree() {
      this.give(await this.take(total, total))
    },
  }
}

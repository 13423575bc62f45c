/*
 * @pdf-lib/fontkit is compiled for engines without generators and expects a global `regeneratorRuntime`, which it does
 *   not include; without it, Bengali cannot be shaped. This is the part of it that fontkit uses: `wrap` runs a compiled
 *   body step by step, each step returning a yielded value, until it calls `stop`.
 */
type Step = { prev: number; next: number; done: boolean; stop(): void }

function wrap<T>(body: (step: Step) => T | undefined, _outer?: unknown, self?: unknown): IterableIterator<T> {
  const step: Step = {
    prev: 0,
    next: 0,
    done: false,
    stop() {
      this.done = true
    },
  }
  return {
    next() {
      const value = step.done ? undefined : body.call(self, step)
      return step.done ? { value: undefined, done: true } : { value: value as T, done: false }
    },
    [Symbol.iterator]() {
      return this
    },
  }
}

Object.assign(globalThis, { regeneratorRuntime: { mark: <T>(body: T): T => body, wrap } })

import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Long work in one process: `await turns.pass()` between its steps lets other callers run once this work has held the
 * event loop for `ms` milliseconds. It goes by time, not by a count of steps, because the input determines how long a
 * step takes.
 */
export function createTurns(ms = 20): { pass(): Promise<void> | undefined } {
  let began = performance.now()
  return {
    pass() {
      if (performance.now() - began < ms) return undefined
      return nextTurn().then(() => void (began = performance.now()))
    },
  }
}

import { setTimeout as wait } from 'node:timers/promises'

/**
 * Waits for a condition.
 * @throws Error naming the condition that did not come true in time
 */
export async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 120_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`)
    await wait(10)
  }
}

import { setTimeout as wait } from 'node:timers/promises'

/** Whether a condition comes true in time. */
export const comesTrue = (...condition: Parameters<typeof until>): Promise<boolean> =>
  until(...condition).then(
    () => true,
    () => false,
  )

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

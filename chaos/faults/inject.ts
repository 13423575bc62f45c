import { until } from '../support/until.ts'
import { type FaultName, faultKinds } from './fault-kinds.ts'
import type { Cast } from './fault.ts'
import { describeFault, type PlannedFault } from './plan.ts'

/** A fault that happened, and the time until its victim was back. */
export type FaultEvent = { name: FaultName; place: number; at: Date; until: Date; inDoubt: number }

type InjectOptions = {
  cast: Cast
  /** Records whose messages were sent so far, at least. */
  progress: () => number
  print: (line: string) => void
  /** Called when the fault with this place in the plan has begun. */
  onBegun?: (place: number) => void
}

const never = new Date(8.64e15)

/**
 * Injects the planned faults in order, each when the messages of the planned number of records were sent.
 * @returns when the last victim is back
 */
export async function injectFaults(
  plan: PlannedFault[],
  { cast, progress, print, onBegun = () => {} }: InjectOptions,
): Promise<FaultEvent[]> {
  const happened: FaultEvent[] = []
  // The next fault does not wait for recovery from the previous one, only for its own targets to be back.
  const recoveries = new Map<object, Promise<void>>()
  for (const [number, planned] of plan.entries()) {
    const { name, place, after } = planned
    const { inject, targets } = faultKinds[name]
    await until(describeFault(planned), () => progress() >= after, 300_000)
    const victims = targets(cast, place)
    await Promise.all(victims.map((victim) => recoveries.get(victim)))
    const now: FaultEvent = { name, place, at: new Date(), until: never, inDoubt: 0 }
    happened.push(now)
    const recovery = (async () => {
      await inject(cast, place)
      now.until = new Date()
      print(`  ${describeFault(planned)}, back after ${((+now.until - +now.at) / 1000).toFixed(1)} s`)
    })()
    recovery.catch(() => {}) // Awaited below.
    for (const victim of victims) recoveries.set(victim, recovery)
    onBegun(number)
  }
  await Promise.all(recoveries.values())
  return happened
}

/** The faults under way at a moment, or that ended at most `settleMs` milliseconds before it. */
export const faultsAt = <T extends Pick<FaultEvent, 'at' | 'until'>>(happened: T[], at: Date, settleMs: number): T[] =>
  happened.filter((fault) => +fault.at - 50 <= +at && +at <= +fault.until + settleMs)

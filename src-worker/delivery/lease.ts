import type { Clock } from './clock.ts'

/** A lease as its holder sees it, by the clocks of this machine. */
export type Lease = {
  /** Whether enough is left to begin a call: one that begins now has ended when another worker may take the notice. */
  mayBegin(): boolean
  /** Milliseconds until it ends; below 0 once it has. */
  leftMs(): number
}

const clocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() }

/**
 * Starts before the statement that asks the database for the lease, so that it never seems longer than it is. A process
 * may be stopped at any moment, and so may its machine: the monotonic clock goes on while a process is stopped, but not
 * always while its machine is, and the wall clock may be set back. What is older by either of them is old.
 */
export function startLease({ leaseMs, leaseSpareMs }: Pick<Clock, 'leaseMs' | 'leaseSpareMs'>, now = clocks): Lease {
  const monotonicStart = now.monotonicMs()
  const wallStart = now.wallMs()
  const leftMs = () => leaseMs - Math.max(now.monotonicMs() - monotonicStart, now.wallMs() - wallStart)
  return { leftMs, mayBegin: () => leftMs() >= leaseSpareMs }
}

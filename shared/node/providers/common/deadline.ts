/** The time that a call to a provider must fit into, by the clocks of this machine. */
export type Deadline = {
  /** Whether enough time is left to begin a call, so that it ends before another worker may take the notice. */
  mayBegin(): boolean
  /** Milliseconds left; negative once the time is up. */
  leftMs(): number
}

const clocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() }

/**
 * Starts a deadline. A process may be paused at any moment, and so may its machine: the monotonic clock keeps running
 * while a process is paused, but not always while its machine is, and the wall clock may be set back. Whichever clock
 * says that more time has passed is right.
 * @param totalMs milliseconds until the deadline
 * @param spareMs milliseconds that must be left for a call to begin
 */
export function startDeadline({ totalMs, spareMs }: { totalMs: number; spareMs: number }, now = clocks): Deadline {
  const monotonicStart = now.monotonicMs()
  const wallStart = now.wallMs()
  const leftMs = () => totalMs - Math.max(now.monotonicMs() - monotonicStart, now.wallMs() - wallStart)
  return { leftMs, mayBegin: () => leftMs() >= spareMs }
}

/** Every wait of delivery, in milliseconds; options.deliveryClock divides them all (bench, chaos and tests). */
const second = 1000
const minute = 60 * second
const hour = 60 * minute

export type Clock = {
  /** How long a claim is valid. */
  leaseMs: number
  /** A call begins only if at least this much of its lease is left. */
  leaseSpareMs: number
  /** Waits between calls that failed temporarily. */
  retryMs: readonly number[]
  /** A notice fails this long after its first call. */
  giveUpMs: number
  /** Of a worker's proof that it is alive (claim-owner.ts). */
  owner: {
    /** Between two questions to the database. */
    askMs: number
    /** How long an answer is believed: less than the grace, so that no call begins after others freed its claim. */
    trustMs: number
    /** Other workers free the claims of a worker that was absent for this long. */
    graceMs: number
  }
  scale(ms: number): number
}

/**
 * Follows another machine's clock from now on. Our own wall clock may be wrong, and may be set at any moment, so it takes
 * no part.
 * @param now the other clock's time
 */
export function followClock(now: Date): () => Date {
  const since = performance.now()
  return () => new Date(now.getTime() + performance.now() - since)
}

/**
 * The waits of delivery.
 * @param divisor how much faster they pass than in a county; 1 there
 * @param shortestLeaseMs however fast they pass
 */
export function scaledClock(divisor: number, shortestLeaseMs = 2 * second): Clock {
  const scale = (ms: number) => Math.max(1, Math.round(ms / divisor))
  return {
    // Longer than a look-up and a call together, at any scale.
    leaseMs: Math.max(scale(2 * minute), shortestLeaseMs),
    leaseSpareMs: Math.max(scale(30 * second), 500),
    retryMs: [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 4 * hour, 12 * hour].map(scale),
    giveUpMs: scale(24 * hour),
    owner: {
      askMs: Math.max(scale(2 * second), 200),
      trustMs: Math.max(scale(6 * second), 1_500),
      graceMs: Math.max(scale(8 * second), 1_900),
    },
    scale,
  }
}

/**
 * When to call again after the provider did not accept a call.
 * @param attempts calls made so far, at least one
 * @param sinceFirstMs since the first call
 * @param retryAfterMs what the provider asked for
 * @param random from 0 to 1, for the ±20 %
 * @returns milliseconds to wait, or null if the notice has failed
 */
export function getNextWaitMs(
  clock: Clock,
  {
    attempts,
    sinceFirstMs,
    retryAfterMs = 0,
    random,
  }: { attempts: number; sinceFirstMs: number; retryAfterMs?: number | undefined; random: number },
): number | null {
  const left = clock.giveUpMs - sinceFirstMs
  if (left <= 0) return null
  const step = clock.retryMs[Math.min(attempts, clock.retryMs.length) - 1] ?? 0
  const wait = Math.max(Math.round(step * (0.8 + 0.4 * random)), retryAfterMs)
  // The last call is made when the time is up; it is not skipped.
  return Math.min(wait, left)
}

/**
 * While a provider is known to fail, messages in doubt are looked at every `failingMs`. After `silentMs` without a call
 * its state is unknown again, and one of them is called to find out.
 */
export const getProbeMs = ({ scale }: Pick<Clock, 'scale'>): { failingMs: number; silentMs: number } => ({
  failingMs: scale(2 * minute),
  silentMs: scale(5 * minute),
})

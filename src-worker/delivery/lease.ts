import { type Deadline, startDeadline } from '#shared/node/providers/common/deadline.ts'
import type { Hold } from './claim-owner.ts'
import type { Clock } from './clock.ts'

/** A lease as its holder sees it: its calls must end before another worker may claim the notices. */
export type Lease = Deadline

/**
 * Start it before the statement that requests the lease, so that it never seems longer than it is.
 * @param hold of the claims; while it is not proven, none of their calls begins
 */
export function startLease(
  { leaseMs, leaseSpareMs }: Pick<Clock, 'leaseMs' | 'leaseSpareMs'>,
  hold: Pick<Hold, 'isProven'> | null = null,
  now?: Parameters<typeof startDeadline>[1],
): Lease {
  const { leftMs, mayBegin } = startDeadline({ totalMs: leaseMs, spareMs: leaseSpareMs }, now)
  return hold ? { leftMs, mayBegin: () => hold.isProven() && mayBegin() } : { leftMs, mayBegin }
}

import { type Deadline, startDeadline } from '#shared/node/providers/common/deadline.ts'
import type { Clock } from './clock.ts'

/** A lease as its holder sees it: its calls must end before another worker may claim the notices. */
export type Lease = Deadline

/** Start it before the statement that requests the lease, so that it never seems longer than it is. */
export const startLease = (
  { leaseMs, leaseSpareMs }: Pick<Clock, 'leaseMs' | 'leaseSpareMs'>,
  now?: Parameters<typeof startDeadline>[1],
): Lease => startDeadline({ totalMs: leaseMs, spareMs: leaseSpareMs }, now)

import type { Client } from 'pg'
import { scaledClock } from '#worker/delivery/clock.ts'
import { faultsAt } from '../faults/inject.ts'
import type { ChaosOptions } from '../options/options.ts'
import type { Check } from './check.ts'
import type { Facts } from './facts.ts'
import { listInterruptions } from './interruptions.ts'

/** Calls without an outcome whose notice another claim took over, and whether a worker had ended the lease before that. */
async function readTakenOver(client: Client, leaseMs: number) {
  const { rows } = await client.query<{ call: string; at: Date; isEarly: boolean; isFreed: boolean }>(
    `select c.notice_id || ' attempt ' || c.attempt as call, c.statement_at as at,
       k.begun_at < c.begun_at + $1 * interval '1 ms' as "isEarly",
       exists (select from chaos.journal f where f.what = 'freed' and f.notice_id = c.notice_id
         and f.attempt = c.attempt and f.id between c.id and k.id) as "isFreed"
     from chaos.journal c join chaos.journal k
       on k.what = 'claimed' and k.notice_id = c.notice_id and k.attempt = c.attempt + 1 and k.id > c.id
     where c.what = 'called' and not exists (select from chaos.journal s where s.what = 'settled'
       and s.notice_id = c.notice_id and s.attempt = c.attempt and s.id between c.id and k.id)`,
    [leaseMs],
  )
  return rows
}

/** Only the database's clock counts, so no fault of a worker explains these. */
export async function findEarlyClaims(client: Client, leaseMs: number): Promise<string[]> {
  const calls = await readTakenOver(client, leaseMs)
  return calls.filter(({ isEarly, isFreed }) => isEarly && !isFreed).map(({ call }) => call)
}

/** A worker loses its lock, and others free its claims, this long after it died or stood still. */
const freedWithinMs = 10_000

/** Leases may end early when their worker has died, or could not reach the database for a while. */
export async function findNeedlesslyFreed(
  { client, ...happened }: Pick<Facts, 'client' | 'faults' | 'stalls'>,
  leaseMs: number,
): Promise<string[]> {
  const interruptions = listInterruptions(happened)
  const isExplained = (at: Date) => faultsAt(interruptions, new Date(+at + leaseMs), leaseMs + freedWithinMs).length > 0
  const calls = await readTakenOver(client, leaseMs)
  return calls.filter(({ isFreed, at }) => isFreed && !isExplained(at)).map(({ call }) => call)
}

export function createLeaseChecks({ deliveryClock }: Pick<ChaosOptions, 'deliveryClock'>): Check[] {
  const { leaseMs } = scaledClock(deliveryClock)
  return [
    {
      what: 'calls that another worker took over before their lease ended',
      find: ({ client }) => findEarlyClaims(client, leaseMs),
    },
    {
      what: 'calls whose lease was ended early, though their worker was there',
      find: (facts) => findNeedlesslyFreed(facts, leaseMs),
    },
  ]
}

import { setTimeout as wait } from 'node:timers/promises'
import { randomAt } from '#scripts/made-up/random.ts'
import type { DatabaseCluster } from './database-cluster.ts'
import type { Feed } from './feed.ts'
import type { ClusterNode } from './node.ts'

type OutageKind = 'node lost' | 'PostgreSQL killed' | 'link cut'

export type Outage = {
  kind: OutageKind
  label: string
  /** Longest time without an acknowledged call that is allowed, in seconds. */
  limit: number
  /** Makes it happen. @returns what brings the node back */
  begin(primary: ClusterNode, feed: Feed): Promise<() => void>
}

/**
 * Longer than Patroni's `ttl`: everything arrives, and every heartbeat is too late. A shorter delay lets late heartbeats
 * prolong the lease of a primary that has given up: with two seconds each way, outages took 23 to 31 seconds.
 */
const slowMs = 25_000

/** How the network of a machine fails. */
const networkFailures: Pick<Outage, 'label' | 'begin'>[] = [
  { label: 'network cut', begin: onNetwork((primary) => primary.cut()) },
  { label: 'network cut one way', begin: onNetwork((primary) => primary.muffle()) },
  { label: 'network too slow', begin: onNetwork((primary) => primary.slow(slowMs)) },
]

function onNetwork(act: (primary: ClusterNode) => void): Outage['begin'] {
  return async (primary) => {
    act(primary)
    return () => primary.mend()
  }
}

/** How long the standbys of a node that is about to be lost fall behind: the rows that they lack are certainly lost. */
const behindMs = 1_000

/** The outages that the primary suffers in turn. */
export const outages: readonly Outage[] = [
  {
    kind: 'node lost',
    label: 'machine lost',
    limit: 35,
    begin: async (primary) => {
      primary.cutReplication()
      await wait(behindMs)
      primary.cut()
      await primary.killAll()
      return () => {
        primary.mendWithReset()
        primary.start()
      }
    },
  },
  {
    kind: 'PostgreSQL killed',
    label: 'PostgreSQL killed',
    limit: 12,
    begin: async (primary) => {
      await primary.killPostgres()
      return () => {}
    },
  },
  {
    kind: 'link cut',
    label: 'network cut',
    limit: 35,
    begin: onNetwork((primary) => primary.cut()),
  },
]

/** So many outages, whose kinds take turns; the seed draws how each network fails. */
export function planOutages(count: number, seed: number): Outage[] {
  const random = randomAt(seed, 59)
  return Array.from({ length: count }, (_, place) => {
    const outage = outages[place % outages.length]!
    return outage.kind === 'link cut' ? { ...outage, ...networkFailures[random.below(networkFailures.length)] } : outage
  })
}

export type OutageReport = {
  kind: OutageKind
  label: string
  at: Date
  /** When the feed was served again. */
  until: Date
  /** The node that was the primary, and the one that is now. */
  from: string
  to: string
  /** The longest time without an acknowledged call, in seconds. */
  seconds: number
}

/** Lets one outage happen, waits until the feed is served again, and brings the node back into the cluster. */
export async function sufferOutage(
  { kind, label, begin }: Outage,
  cluster: DatabaseCluster,
  feed: Feed,
): Promise<OutageReport> {
  const before = await cluster.settle()
  await feed.nextAcknowledgment()
  const start = performance.now()
  const at = new Date()
  const bringBack = await begin(before, feed)
  await feed.nextAcknowledgment()
  const until = new Date()
  const seconds = feed.longestGapSince(start)
  bringBack()
  const after = await cluster.settle()
  return {
    kind,
    label,
    at,
    until,
    from: before.name,
    to: after.name,
    seconds: Math.max(seconds, feed.longestGapSince(start)),
  }
}

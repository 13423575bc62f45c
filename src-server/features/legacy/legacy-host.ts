import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { type HostAndPort, parseHostAndPort } from '#shared/node/platform/host-and-port.ts'

const sameHost = (a: HostAndPort, b: HostAndPort) => a.host === b.host && a.port === b.port

/** Where machines keep what only they should read (cloud metadata), and what is no machine at all. */
const neverByName = ['linkLocal', 'unspecified', 'multicast', 'broadcast', 'reserved', 'loopback']
const metadataOverIpv6 = 'fd00:ec2::254'

/** A name may lead anywhere but there; an address that the operator wrote out is the operator's own choice. */
export function mayLeadTo(host: string, address: string): boolean {
  if (ipaddr.isValid(host)) return true
  const found = ipaddr.process(address)
  if (host === 'localhost') return found.range() === 'loopback'
  return !neverByName.includes(found.range()) && found.toString() !== metadataOverIpv6
}

type Resolve = (host: string) => Promise<{ address: string }>

/**
 * The network address to connect to, where the host and its port are on the operator's list. The name is resolved here,
 * once: what it leads to a moment later does not matter (decisions, section 10).
 * @param allowed LEGACY_DATABASE_HOSTS: host or host:port, 5432 where no port is said
 * @returns undefined where it is not on the list, leads nowhere, or leads where no name may
 */
export async function resolveLegacyHost(
  databaseAddress: string,
  allowed: readonly string[],
  resolve: Resolve = lookup,
): Promise<{ address: string; port: number } | undefined> {
  const wanted = parseHostAndPort(databaseAddress)
  const listed = allowed.map(parseHostAndPort).some((entry) => entry && wanted && sameHost(entry, wanted))
  if (!wanted || !listed) return undefined
  const found = ipaddr.isValid(wanted.host)
    ? { address: wanted.host }
    : await resolve(wanted.host).catch(() => undefined)
  return found && mayLeadTo(wanted.host, found.address) ? { address: found.address, port: wanted.port } : undefined
}

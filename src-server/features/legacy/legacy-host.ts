import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns/promises'
import { type HostAndPort, parseHostAndPort } from '#shared/node/platform/host-and-port.ts'

const sameHost = (a: HostAndPort, b: HostAndPort) => a.host === b.host && a.port === b.port

/** Cloud metadata, which only the machine itself should read, and addresses that belong to no machine. */
const neverByName = ['linkLocal', 'unspecified', 'multicast', 'broadcast', 'reserved', 'loopback']
const metadataOverIpv6 = 'fd00:ec2::254'

/** A name may resolve to anything else; an address that the operator wrote out is the operator's own choice. */
export function mayLeadTo(host: string, address: string): boolean {
  if (ipaddr.isValid(host)) return true
  const found = ipaddr.process(address)
  if (host === 'localhost') return found.range() === 'loopback'
  return !neverByName.includes(found.range()) && found.toString() !== metadataOverIpv6
}

type Resolve = (host: string) => Promise<{ address: string }>

/**
 * The network address to connect to, if the operator's list has the host and port. We resolve the name once, here, so
 * that a later change of it has no effect.
 * @param allowed LEGACY_DATABASE_HOSTS: host or host:port, 5432 without a port
 * @returns undefined if it is not on the list, does not resolve, or resolves to a forbidden address
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

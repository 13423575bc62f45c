import ipaddr from 'ipaddr.js'

/**
 * The range from which one caller can usually choose addresses: an IPv4 address's /24, an IPv6 address's /64. An
 * invalid address is its own block.
 */
export function addressBlock(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4'
    ? parsed.toByteArray().slice(0, 3).join('.')
    : `${(parsed as ipaddr.IPv6).parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::`
}

/**
 * The unit that a throttle counts as one caller: the IPv4 address itself, or the IPv6 /64, which usually belongs to one
 * household.
 */
export function throttledAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : addressBlock(address)
}

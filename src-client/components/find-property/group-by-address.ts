import type { Property } from '#shared/contract/roll.ts'

/** The parcels that share one address, in the order of the search. */
export type AddressGroup = { key: string; first: Property; parcels: [Property, ...Property[]] }

const toKey = ({ address, city, zip }: Property) => [address, city, zip].join('\n').toLowerCase()

/** Found properties by address: several parcels of one address make one option, best first. */
export function groupByAddress(properties: readonly Property[]): AddressGroup[] {
  const groups = new Map<string, AddressGroup>()
  for (const property of properties) {
    const key = toKey(property)
    const group = groups.get(key)
    if (group) group.parcels.push(property)
    else groups.set(key, { key, first: property, parcels: [property] })
  }
  return [...groups.values()]
}

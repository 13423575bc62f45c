import { useEffect, useEffectEvent, useState } from 'react'
import type { Property } from '#shared/contract/roll.ts'
import { normalizeAddress } from '#shared/domain/property/address-words.ts'
import { type AddressGroup, groupByAddress } from './group-by-address.ts'
import type { FindProperties } from './use-find-properties.ts'

/** The address of a profile, as its owner typed it. */
export type ProfileAddress = Pick<Property, 'address' | 'city' | 'zip'>

/** Whether the county writes this address for the profile's: the same street address, in the same zip or city. */
export function isSameAddress(profile: ProfileAddress, { address, city, zip }: Property): boolean {
  if (normalizeAddress(address) !== normalizeAddress(profile.address)) return false
  const isSameCity = city.trim().toLowerCase() === profile.city.trim().toLowerCase()
  return isSameCity || zip.slice(0, 5) === profile.zip.slice(0, 5)
}

/** The properties at the profile's address; undefined while we look, null if there is none, or if the search fails. */
export function useOwnGroup(find: FindProperties, profile: ProfileAddress): AddressGroup | null | undefined {
  const [group, setGroup] = useState<AddressGroup | null>()
  const ask = useEffectEvent(find)
  const { address, city, zip } = profile
  useEffect(() => {
    const current = new AbortController()
    const settle = (own: AddressGroup | undefined) => !current.signal.aborted && setGroup(own ?? null)
    ask(address, current.signal).then(
      ({ properties }) =>
        settle(groupByAddress(properties.filter((item) => isSameAddress({ address, city, zip }, item)))[0]),
      () => settle(undefined),
    )
    return () => current.abort()
  }, [address, city, zip])
  return group
}

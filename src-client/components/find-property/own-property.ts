import { useEffect, useEffectEvent, useState } from 'react'
import type { Property } from '#shared/contract/roll.ts'
import { normalizeAddress } from '#shared/domain/property/address-words.ts'
import { completeGroup, type FindProperties, findGroups, toFindText, type WholeGroup } from './use-find-properties.ts'

/** The address of a profile, as its owner typed it. */
export type ProfileAddress = Pick<Property, 'address' | 'city' | 'zip'>

const isSameStreetAddress = (profile: ProfileAddress, { address }: Property) =>
  normalizeAddress(address) === normalizeAddress(profile.address)
const isSameCity = (profile: ProfileAddress, { city }: Property) =>
  city.trim().toLowerCase() === profile.city.trim().toLowerCase()
const isSameZip = (profile: ProfileAddress, { zip }: Property) => zip.slice(0, 5) === profile.zip.slice(0, 5)

/** Whether the county writes this address for the profile's: the same street address, in the same zip or city. */
export const isSameAddress = (profile: ProfileAddress, property: Property): boolean =>
  isSameStreetAddress(profile, property) && (isSameCity(profile, property) || isSameZip(profile, property))

/**
 * The searches for the profile's address, in turn: other towns may have the same street address, and the county may
 * write another city or another zip.
 */
function toTexts({ address, city, zip }: ProfileAddress): string[] {
  const places = [
    { city, zip },
    { city: '', zip },
    { city, zip: '' },
  ]
  return [...new Set(places.map((place) => toFindText({ address, ...place })))]
}

/** The parcels at the profile's address, in its city before another of its zip; null if the county's list has none. */
async function findOwnGroup(
  find: FindProperties,
  profile: ProfileAddress,
  signal: AbortSignal,
): Promise<WholeGroup | null> {
  for (const text of toTexts(profile)) {
    const found = await findGroups(find, text, signal)
    // In an apartment building, the resident must choose the unit.
    if (found.near) continue
    const same = found.groups.filter(({ first }) => isSameAddress(profile, first))
    const own = same.find(({ first }) => isSameCity(profile, first)) ?? same[0]
    if (own) return completeGroup(find, own, found)
  }
  return null
}

/** The parcels at the profile's address; undefined while we look, null if there are none, or if the search fails. */
export function useOwnGroup(find: FindProperties, profile: ProfileAddress): WholeGroup | null | undefined {
  const [own, setOwn] = useState<WholeGroup | null>()
  const ask = useEffectEvent(find)
  const { address, city, zip } = profile
  useEffect(() => {
    const current = new AbortController()
    const settle = (found: WholeGroup | null) => !current.signal.aborted && setOwn(found)
    findOwnGroup((text, signal) => ask(text, signal), { address, city, zip }, current.signal).then(settle, () =>
      settle(null),
    )
    return () => current.abort()
  }, [address, city, zip])
  return own
}

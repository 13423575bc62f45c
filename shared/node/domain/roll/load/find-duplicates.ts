import { type ParcelMask, parseParcel } from '#shared/matching/parcels/parcel.ts'
import { createSeenParcels } from './seen-parcels.ts'

/**
 * Finds the parcels that a file has twice, in any form (`isSameParcel`): for two ids with separators every part must be
 * the same; an id without them equals any with its letters and digits.
 * @returns the line of the parcel's first appearance; undefined if it is new, and this line is remembered
 */
export function createDuplicateFinder(mask: ParcelMask): (parcelId: string, line: number) => number | undefined {
  const seen = createSeenParcels()
  return (parcelId, line) => {
    const parsed = parseParcel(parcelId, mask, false)
    if (!parsed) return undefined
    const key = parsed.paddedIds[0] ?? ''
    const before = parsed.parts
      ? (seen.find(`whole ${key}`) ?? seen.find(`parts ${parsed.parts.join('-')}`))
      : seen.find(`any ${key}`)
    if (before !== undefined) return before
    seen.add(parsed.parts ? `parts ${parsed.parts.join('-')}` : `whole ${key}`, line)
    seen.add(`any ${key}`, line)
    return undefined
  }
}

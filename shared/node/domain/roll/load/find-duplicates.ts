import { type ParcelMask, parseParcel } from '#shared/matching/parcel.ts'
import { createSeenParcels } from './seen-parcels.ts'

/**
 * Finds the parcels that a file has twice, in whatever form (`isSameParcel`): of two ids with separators every part must
 * be the same; one without them is the same as any with its letters and digits.
 * @returns the line on which the parcel stood before; undefined, and from now on this line, if it is new
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

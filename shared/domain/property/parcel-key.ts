import { type ParcelMask, parseParcel } from '#shared/matching/parcels/parcel.ts'

/**
 * The key of a parcel in a roll: its letters and digits, padded to the county's mask if it fits. Ids with the same key
 * may still be two parcels (`isSameParcel`).
 * @returns null if the id has no letter or digit
 */
export const toParcelKey = (parcelId: string, mask: ParcelMask): string | null =>
  parseParcel(parcelId, mask, false)?.paddedIds[0] ?? null

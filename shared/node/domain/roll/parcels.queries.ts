import type { PropertyDetails } from '#shared/contract/roll.ts'
import { isSameParcel, type ParcelMask, parseParcel } from '#shared/matching/parcels/parcel.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { parseMaskOrNull } from '../alerts/criteria-columns.ts'

/** The version of the roll in use, and the mask that its parcel keys follow; undefined without a roll. */
export async function findCurrentRoll(db: Db | Tx): Promise<{ id: number; mask: ParcelMask } | undefined> {
  const roll = await db
    .selectFrom('roll')
    .select(['id', 'parcel_mask'])
    .where('state', '=', 'current')
    .executeTakeFirst()
  return roll && { id: roll.id, mask: parseMaskOrNull(roll.parcel_mask) }
}

/**
 * The properties of parcels in the roll in use, by the parcel id as asked; never with an owner. Ids that the roll does
 * not have are missing. One statement for any number of ids.
 */
export async function findPropertiesByParcel(
  db: Db | Tx,
  parcelIds: readonly string[],
): Promise<Map<string, PropertyDetails>> {
  const found = new Map<string, PropertyDetails>()
  if (parcelIds.length === 0) return found
  const roll = await findCurrentRoll(db)
  if (!roll) return found
  const wanted = [...new Set(parcelIds)].flatMap((given) => {
    const parcel = parseParcel(given, roll.mask, false)
    return parcel ? [{ given, parcel }] : []
  })
  const keys = [...new Set(wanted.flatMap(({ parcel }) => parcel.paddedIds))]
  const rows = await db
    .selectFrom('parcel')
    .select(['parcel_id', 'parcel_key', 'address', 'city', 'zip', 'legal_description'])
    .where('roll_id', '=', roll.id)
    .where((eb) => eb('parcel_key', '=', eb.fn.any(eb.val(keys))))
    .orderBy('line')
    .execute()
  const byKey = Map.groupBy(rows, (row) => row.parcel_key)
  for (const { given, parcel } of wanted) {
    const same = parcel.paddedIds
      .flatMap((key) => byKey.get(key) ?? [])
      .find((row) => {
        const listed = parseParcel(row.parcel_id, roll.mask, false)
        return listed !== null && isSameParcel(parcel, listed)
      })
    if (same)
      found.set(given, {
        parcelId: same.parcel_id,
        address: same.address,
        city: same.city,
        zip: same.zip,
        legalDescription: same.legal_description,
      })
  }
  return found
}

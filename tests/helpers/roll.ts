import { sql } from 'kysely'
import { addressWords } from '#shared/domain/property/address-words.ts'
import { toParcelKey } from '#shared/domain/property/parcel-key.ts'
import { parseMask } from '#shared/matching/parcels/parcel.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

type RollLine = {
  parcelId: string
  address: string
  city?: string
  zip?: string
  legalDescription?: string
  ownerName?: string
}

/** Loads lines as the roll in use, in place of the one before. Returns its id. */
export async function useRoll(db: Db, lines: readonly RollLine[], mask = ''): Promise<number> {
  const { id } = await db
    .insertInto('roll')
    .values({ state: 'loading', parcel_mask: mask, parcels: lines.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`select prepare_roll(${id})`.execute(db)
  const places = new Map<string, number>()
  for (const [n, line] of lines.entries()) {
    const { city = '', zip = '' } = line
    const words = addressWords({ address: line.address, city, zip })
    const place = words?.place.join(' ') ?? ''
    if (words && !places.has(place)) {
      places.set(place, places.size + 1)
      await db
        .insertInto('parcel_place')
        .values({ roll_id: id, id: places.size, words: words.place, length: words.placeLength })
        .execute()
    }
    await db
      .insertInto('parcel')
      .values({
        roll_id: id,
        line: n + 2,
        parcel_id: line.parcelId,
        parcel_key: toParcelKey(line.parcelId, parseMask(mask)) ?? '',
        address: line.address,
        city,
        zip,
        legal_description: line.legalDescription ?? '',
        owner_name: line.ownerName ?? '',
        place_id: words && (places.get(place) ?? null),
        house_number: words?.houseNumber ?? null,
        numbers: words?.numbers ?? [],
        units: words?.units ?? [],
      })
      .execute()
  }
  await sql`select finish_roll(${id})`.execute(db)
  await db.updateTable('roll').set({ state: 'former' }).where('state', '=', 'current').execute()
  await db.updateTable('roll').set({ state: 'current', used_at: new Date() }).where('id', '=', id).execute()
  return id
}

import { sql } from 'kysely'
import { addressWords } from '#shared/domain/property/address-words.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { FileParcel } from './read-parcel.ts'

/** A parcel with its key in the roll. */
export type KeyedParcel = FileParcel & { key: string }

type Place = { id: number; words: string; length: number }
type FoundBy = { placeId: number | null; houseNumber: number | null; numbers: string; units: string }
export type ParcelBatch = { parcels: (KeyedParcel & FoundBy)[]; places: Place[] }

/** Gives each street of a city and zip a number, once for all of its parcels. */
export function createPlaces(): { toBatch(parcels: KeyedParcel[]): ParcelBatch } {
  const known = new Map<string, number>()
  return {
    toBatch(parcels) {
      const places: Place[] = []
      const findPlace = (words: string, length: number): number => {
        const before = known.get(words)
        if (before !== undefined) return before
        const id = known.size + 1
        known.set(words, id)
        places.push({ id, words, length })
        return id
      }
      return {
        places,
        parcels: parcels.map((parcel) => {
          const found = addressWords(parcel)
          return {
            ...parcel,
            placeId: found && findPlace(found.place.join(' '), found.placeLength),
            houseNumber: found?.houseNumber ?? null,
            numbers: found?.numbers.join(' ') ?? '',
            units: found?.units.join(' ') ?? '',
          }
        }),
      }
    },
  }
}

/** Words have no spaces, so a list of them travels as one text: PostgreSQL has no arrays of arrays of different lengths. */
const words = (column: string) => sql`string_to_array(nullif(${sql.ref(column)}, ''), ' ')`

/** Adds the rows of a batch in two statements. */
export async function insertBatch(tx: Tx, rollId: number, { parcels, places }: ParcelBatch): Promise<void> {
  if (places.length > 0)
    await sql`
      insert into parcel_place (roll_id, id, words, length)
      select ${rollId}, p.id, ${words('p.words')}, p.length
      from unnest(${places.map(({ id }) => id)}::int[], ${places.map((place) => place.words)}::text[],
        ${places.map(({ length }) => length)}::int[]) p (id, words, length)`.execute(tx)
  if (parcels.length === 0) return
  const texts = (field: Exclude<keyof (KeyedParcel & FoundBy), 'line' | 'placeId' | 'houseNumber'>) =>
    sql`${parcels.map((parcel) => parcel[field])}::text[]`
  const numbers = (field: 'line' | 'placeId' | 'houseNumber') => sql`${parcels.map((parcel) => parcel[field])}::int[]`
  await sql`
    insert into parcel (roll_id, line, parcel_id, parcel_key, address, city, zip, legal_description, owner_name,
      mail_address, mail_city, mail_state, mail_zip, place_id, house_number, numbers, units)
    select ${rollId}, p.line, p.parcel_id, p.parcel_key, p.address, p.city, p.zip, p.legal_description, p.owner_name,
      p.mail_address, p.mail_city, p.mail_state, p.mail_zip, p.place_id, p.house_number,
      coalesce(${words('p.numbers')}, '{}'), coalesce(${words('p.units')}, '{}')
    from unnest(${numbers('line')}, ${texts('parcelId')}, ${texts('key')}, ${texts('address')}, ${texts('city')},
      ${texts('zip')}, ${texts('legalDescription')}, ${texts('ownerName')}, ${texts('mailAddress')},
      ${texts('mailCity')}, ${texts('mailState')}, ${texts('mailZip')}, ${numbers('placeId')},
      ${numbers('houseNumber')}, ${texts('numbers')}, ${texts('units')})
      p (line, parcel_id, parcel_key, address, city, zip, legal_description, owner_name, mail_address, mail_city,
        mail_state, mail_zip, place_id, house_number, numbers, units)`.execute(tx)
}

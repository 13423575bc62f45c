import type { Client } from 'pg'
import { copyIn, copyRows } from '#scripts/made-up/copy.ts'
import type { Properties } from '#scripts/made-up/properties.ts'
import { addressWords } from '#shared/domain/property/address-words.ts'
import { toParcelKey } from '#shared/domain/property/parcel-key.ts'
import { type BenchDatabase, withOwner } from './database.ts'

const toArray = (words: readonly string[]) => `{${words.map((word) => `"${word}"`).join(',')}}`

/** Puts the first `count` made-up properties into use as the county's roll. Returns its id. */
export const fillRoll = (database: BenchDatabase, properties: Properties, count: number): Promise<number> =>
  withOwner(database, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into roll (state, parcels) values ('loading', $1) returning id`,
      [count],
    )
    const id = rows[0]?.id ?? 0
    await client.query('select prepare_roll($1)', [id])
    await copyRoll(client, id, properties, count)
    await client.query('select finish_roll($1)', [id])
    await client.query(`update roll set state = 'former' where state = 'current'`)
    await client.query(`update roll set state = 'current', used_at = now() where id = $1`, [id])
    return id
  })

async function copyRoll(client: Client, rollId: number, { propertyAt }: Properties, count: number): Promise<void> {
  const places = new Map<string, { id: number; words: string[]; length: number }>()
  function* parcels() {
    for (let n = 0; n < count; n += 1) {
      const property = propertyAt(n)
      const words = addressWords(property)
      const key = words?.place.join(' ') ?? ''
      if (words && !places.has(key))
        places.set(key, { id: places.size + 1, words: words.place, length: words.placeLength })
      yield [
        rollId,
        n + 2,
        property.parcelId,
        toParcelKey(property.parcelId, null),
        property.address,
        property.city,
        property.zip,
        property.legalDescription,
        places.get(key)?.id,
        words?.houseNumber,
        toArray(words?.numbers ?? []),
        toArray(words?.units ?? []),
      ]
    }
  }
  await copyIn(
    client,
    `copy parcel (roll_id, line, parcel_id, parcel_key, address, city, zip, legal_description, place_id, house_number,
      numbers, units) from stdin`,
    copyRows(parcels()),
  )
  const rows = [...places.values()].map(({ id, words, length }) => [rollId, id, toArray(words), length])
  await copyIn(client, 'copy parcel_place (roll_id, id, words, length) from stdin', copyRows(rows))
}

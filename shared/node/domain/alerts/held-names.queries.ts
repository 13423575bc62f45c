import type { Criteria } from '#shared/contract/alert.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { misspelledWords, alertPeople, parseAlert } from '#shared/matching/public.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** The names in records that differ from the names of these criteria by a typing slip. */
export async function findHeldMisspellings(
  db: Db | Tx,
  criteria: Criteria,
  mask: ParcelMask,
): Promise<ReadonlySet<string>> {
  const words = misspelledWords(alertPeople(parseAlert(criteria, mask)))
  if (words.length === 0) return new Set()
  const rows = await db
    .selectFrom('held_word')
    .select('word')
    .where((eb) => eb('word', '=', eb.fn.any(eb.val(words))))
    .execute()
  return new Set(rows.map(({ word }) => word))
}

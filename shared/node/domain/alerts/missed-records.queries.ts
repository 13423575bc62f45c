import { sql } from 'kysely'
import type { Criteria } from '#shared/contract/alert.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { previewKeys, alertMatchTexts, parseAlert, truncatedKeys } from '#shared/matching/public.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { findHeldMisspellings } from './held-names.queries.ts'

/**
 * The records received since then that share a key with these criteria: only these can produce a notice when the alert
 * is matched again.
 */
export async function findMissedRecords(
  tx: Db | Tx,
  { criteria, mask, since }: { criteria: Criteria; mask: ParcelMask; since: Date },
): Promise<number[]> {
  const alert = parseAlert(criteria, mask)
  const keys = [
    ...previewKeys(alert, await findHeldMisspellings(tx, criteria, mask)),
    ...truncatedKeys(alertMatchTexts(alert)),
  ]
  const { rows } = await sql<{ id: number }>`
    select distinct e.id from unnest(${keys}::text[]) as given (key)
    join event_key k on k.key_hash = hashtextextended(given.key, 0)
    join event e on e.id = k.event_id where e.received_at >= ${since} order by e.id`.execute(tx)
  return rows.map(({ id }) => id)
}

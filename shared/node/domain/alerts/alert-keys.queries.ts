import { sql } from 'kysely'
import type { Criteria } from '#shared/contract/alert.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import { alertMatchTexts, parseAlert, alertKeys, RULE_VERSION } from '#shared/matching/public.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

type AlertToKey = { id: number; criteria: Criteria; mask: ParcelMask }

/**
 * Derives the keys by which records find these alerts, and replaces the stored ones: hashes of keys, and the texts in
 * which names truncated to a feed's width are searched. Also stores the rule's version. Inactive alerts have keys too,
 * so that activating one takes no extra step. Works on whole sets: pass up to a few thousand in one call.
 * @param tx the transaction that wrote or locked the alerts' rows
 */
export async function saveAlertKeys(tx: Tx, alerts: AlertToKey[]): Promise<void> {
  if (alerts.length === 0) return
  const keys: { of: number[]; text: string[] } = { of: [], text: [] }
  const texts: { of: number[]; text: string[] } = { of: [], text: [] }
  for (const { id, criteria, mask } of alerts) {
    const read = parseAlert(criteria, mask)
    for (const key of new Set(alertKeys(read))) {
      keys.of.push(id)
      keys.text.push(key)
    }
    for (const text of new Set(alertMatchTexts(read))) {
      texts.of.push(id)
      texts.text.push(text)
    }
  }
  const ids = alerts.map((alert) => alert.id)
  // Skips unchanged rows, so that deriving the same keys again writes nothing.
  await sql`
    with fresh as materialized (
      select distinct hashtextextended(key, 0) as key_hash, alert_id
      from unnest(${keys.text}::text[], ${keys.of}::bigint[]) as given (key, alert_id)
    ), gone as (
      delete from alert_key old where alert_id = any (${ids}::bigint[])
        and not exists (select from fresh where fresh.key_hash = old.key_hash and fresh.alert_id = old.alert_id)
    )
    insert into alert_key (key_hash, alert_id) select key_hash, alert_id from fresh order by key_hash, alert_id
    on conflict do nothing`.execute(tx)
  await sql`
    with fresh as materialized (
      select match_text collate "C" as match_text, alert_id
      from unnest(${texts.text}::text[], ${texts.of}::bigint[]) as given (match_text, alert_id)
    ), gone as (
      delete from alert_text old where alert_id = any (${ids}::bigint[])
        and not exists (select from fresh where fresh.match_text = old.match_text and fresh.alert_id = old.alert_id)
    )
    insert into alert_text (match_text, alert_id) select match_text, alert_id from fresh order by match_text, alert_id
    on conflict do nothing`.execute(tx)
  await sql`
    update alert set rule_version = ${RULE_VERSION}
    where id = any (${ids}::bigint[]) and rule_version <> ${RULE_VERSION}`.execute(tx)
}

/**
 * Marks all parcel alerts as stale after a change of the parcel mask; the worker derives their keys again before it
 * matches the next record. Send the job `rederiveKeys` with it.
 */
export async function markParcelAlertsStale(tx: Tx): Promise<void> {
  await tx.updateTable('alert').set({ rule_version: 0 }).where('alert_type', '=', 'PARCEL_ID').execute()
}

import type { ServerDeps } from '#server/platform/deps.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import type { Role } from '#shared/contract/roles.ts'
import { today as todayIn } from '#shared/domain/dates.ts'
import { findCurrentRoll, findPropertiesByParcel } from '#shared/node/domain/roll/parcels.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { toAlertView } from './alert-view.ts'
import { alertsByIds } from './alert.queries.ts'
import { parcelAlertsToCheck } from './parcel-alerts.queries.ts'

/** Alerts whose parcel the roll in use does not have. `hasRoll` is false while the county has not loaded a roll. */
export type AlertsOutsideRoll = { hasRoll: boolean; alerts: AlertView[]; total: number }

/** Parcels per lookup. */
const batchSize = 5000

/**
 * A page of the alerts whose parcel is in no roll, by their names, of owners whom the caller may see. The alerts keep
 * their parcel: staff ask the owners about it.
 */
export async function listAlertsOutsideRoll(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  asRole: Role,
  { limit, offset }: { limit: number; offset: number },
): Promise<AlertsOutsideRoll> {
  const roll = await findCurrentRoll(db)
  if (!roll) return { hasRoll: false, alerts: [], total: 0 }
  const suspects = await parcelAlertsToCheck(db, roll.id, asRole)
  const known = await findKnownParcels(db, [...new Set(suspects.map((alert) => alert.parcelId))])
  const outside = suspects.filter((alert) => !known.has(alert.parcelId)).map(({ id }) => id)
  const ids = outside.slice(offset, offset + limit)
  const rows = await alertsByIds(db, ids, todayIn(env.COUNTY_TIME_ZONE))
  const byId = new Map(rows.map((row) => [row.id, toAlertView(row)]))
  return { hasRoll: true, alerts: ids.flatMap((id) => byId.get(id) ?? []), total: outside.length }
}

async function findKnownParcels(db: Db, parcelIds: readonly string[]): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (let at = 0; at < parcelIds.length; at += batchSize)
    for (const id of (await findPropertiesByParcel(db, parcelIds.slice(at, at + batchSize))).keys()) known.add(id)
  return known
}

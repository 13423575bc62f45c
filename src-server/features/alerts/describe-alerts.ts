import type { AlertView } from '#shared/contract/alert-view.ts'
import { findPropertiesByParcel } from '#shared/node/domain/roll/parcels.queries.ts'
import type { AlertRow } from './alert.queries.ts'
import { toAlertView } from './alert-view.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** The alerts with the address of what their parcels are, where the county's roll knows it; one query for all. */
export async function describeAlerts(db: Db, alerts: readonly AlertView[]): Promise<AlertView[]> {
  const parcelIds = alerts.filter(({ parcelId }) => parcelId !== '').map(({ parcelId }) => parcelId)
  const properties = await findPropertiesByParcel(db, parcelIds)
  return alerts.map((alert) => {
    const property = properties.get(alert.parcelId)?.address
    return property ? { ...alert, property } : alert
  })
}

/** A stored alert as the wire carries it, with the address of its parcel. */
export async function describeAlert(db: Db, row: AlertRow): Promise<AlertView> {
  const view = toAlertView(row)
  const [described = view] = await describeAlerts(db, [view])
  return described
}

import type { AlertView } from '#shared/contract/alert-view.ts'
import { toLegalLine } from '#shared/domain/notice/record-summary.ts'
import { findPropertiesByParcel } from '#shared/node/domain/roll/parcels.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { toAlertView } from './alert-view.ts'
import type { AlertRow } from './alert.queries.ts'

/**
 * Adds to each alert the address and legal description of its parcel, if the county's roll knows them; one query for
 * all.
 */
export async function describeAlerts(db: Db, alerts: readonly AlertView[]): Promise<AlertView[]> {
  const parcelIds = alerts.filter(({ parcelId }) => parcelId !== '').map(({ parcelId }) => parcelId)
  const properties = await findPropertiesByParcel(db, parcelIds)
  return alerts.map((alert) => {
    const { address = '', legalDescription = '' } = properties.get(alert.parcelId) ?? {}
    return {
      ...alert,
      ...(address && { property: address }),
      ...(legalDescription && { legalDescription: toLegalLine(legalDescription) }),
    }
  })
}

/** A stored alert as the wire carries it, with the same description of its parcel. */
export async function describeAlert(db: Db, row: AlertRow): Promise<AlertView> {
  const view = toAlertView(row)
  const [described = view] = await describeAlerts(db, [view])
  return described
}

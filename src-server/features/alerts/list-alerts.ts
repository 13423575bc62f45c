import type { ServerDeps } from '#server/platform/deps.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { today as todayIn } from '#shared/domain/dates.ts'
import { toAlertView } from './alert-view.ts'
import { type AlertFilter, countAlerts, listAlerts } from './alert.queries.ts'
import { describeAlerts } from './describe-alerts.ts'

/** A page of alerts, or all up to the limit of a list, with their number. */
export async function readAlertPage(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  filter: AlertFilter,
  window: { limit: number; offset?: number } = toLimitOffset(undefined),
): Promise<{ alerts: AlertView[]; total: number }> {
  const today = todayIn(env.COUNTY_TIME_ZONE)
  const [rows, total] = await Promise.all([
    listAlerts(db, filter, { today, ...window }),
    countAlerts(db, filter, today),
  ])
  return { alerts: await describeAlerts(db, rows.map(toAlertView)), total }
}

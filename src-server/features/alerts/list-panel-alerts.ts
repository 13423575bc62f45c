import type { ServerDeps } from '#server/platform/deps.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { today as todayIn } from '#shared/domain/dates.ts'
import { toAlertView } from './alert-view.ts'
import { alertsByIds } from './alert.queries.ts'
import { describeAlerts } from './describe-alerts.ts'
import { countPanelAlerts, panelAlertPage, type PanelAlertFilter } from './panel-alerts.queries.ts'

/** `total` is null if there are too many to count with the page. */
export type PanelAlertList = { alerts: AlertView[]; total: number | null }

/**
 * A page of the alerts of all owners whom the caller may see, with their total as far as the page's query counted it;
 * with `exact` it always counts all.
 */
export async function readPanelAlerts(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  filter: PanelAlertFilter,
  { limit, offset, exact }: { limit: number; offset: number; exact: boolean },
): Promise<PanelAlertList> {
  const today = todayIn(env.COUNTY_TIME_ZONE)
  const { ids, total } = await panelAlertPage(db, filter, { today, limit, offset })
  const rows = await alertsByIds(db, ids, today)
  const views = await describeAlerts(db, rows.map(toAlertView))
  const byId = new Map(views.map((view) => [view.id, view]))
  const alerts = ids.flatMap((id) => byId.get(id) ?? [])
  return { alerts, total: total ?? (exact ? await countPanelAlerts(db, filter, today) : null) }
}

/** The total that a list left out. */
export const countPanelAlertList = ({ db, env }: Pick<ServerDeps, 'db' | 'env'>, filter: PanelAlertFilter) =>
  countPanelAlerts(db, filter, todayIn(env.COUNTY_TIME_ZONE))

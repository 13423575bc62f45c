import type { AlertType } from '#shared/contract/alert.ts'
import { isOn } from '#shared/node/domain/alerts/display-status.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

export type WatchedView = { name: string; alertType: AlertType; criteria: string }

/**
 * The alerts among `ids` that are on, in that order, as the page of a completed registration names them.
 * @param today the county's date
 */
export async function findWatchedAlerts(
  db: Db | Tx,
  { userId, ids, today }: { userId: number; ids: readonly number[]; today: string },
): Promise<WatchedView[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('alert')
    .select(['id', 'name', 'alert_type', 'criteria'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...ids])
    .where(isOn('alert', today))
    .execute()
  return ids.flatMap((id) =>
    rows
      .filter((row) => row.id === id)
      .map(({ name, alert_type, criteria }) => ({ name, alertType: alert_type, criteria })),
  )
}

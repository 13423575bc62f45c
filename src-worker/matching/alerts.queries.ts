import type { AlertException } from '#shared/contract/alert-exception.ts'
import { type CriteriaColumns, criteriaColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import { exceptionsJson } from '#shared/node/domain/alerts/exceptions.queries.ts'
import type { Query } from './transaction.ts'

export type AlertRow = CriteriaColumns & {
  id: number
  user_id: number | null
  name: string
  criteria: string
  paused: boolean
  exceptions: AlertException[]
}

// The lock keeps an alert from being deleted until its matches are stored. Owners who are locked out (L) are notified;
// I and P are not.
const lockAlerts = `
  select a.id, a.user_id, a.name, a.criteria, coalesce(a.paused_until > $2::date, false) as paused,
    ${exceptionsJson('a')} as exceptions, ${criteriaColumns.map((column) => `a.${column}`).join(', ')}
  from alert a left join "user" u on u.id = a.user_id
  where a.id = any ($1::bigint[]) and a.status = 'A' and (a.user_id is null or account_is_open(u.status))
  order by a.id for key share of a`

/**
 * Reads and locks the alerts that may notify someone.
 * @param today the county's date: an alert paused until a later day is matched but not sent
 */
export async function lockActiveAlerts(query: Query, ids: number[], today: string): Promise<AlertRow[]> {
  if (ids.length === 0) return []
  return query<AlertRow>('lock_alerts', lockAlerts, [`{${ids.join(',')}}`, today])
}

import { type RawBuilder, sql } from 'kysely'
import { whereAll } from '#server/platform/search.queries.ts'
import type { AlertType, AlertStatus } from '#shared/contract/alert.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import { type MatchOptionColumns, matchOptionColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import { displayStatus } from '#shared/node/domain/alerts/display-status.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { panelAlertConditions, type PanelAlertFilter } from '../alerts/public.ts'
import { userConditions, type UserFilter } from '../users/public.ts'

export type ExportedUser = {
  id: number
  username: string
  usernameKey: string
  firstName: string
  lastName: string
  role: Role
  status: UserStatus
  email: string
  phone: string
  phoneFormat: 'STANDARD' | 'INTERNATIONAL'
  company: string
  address: string
  city: string
  state: string
  zip: string
  alerts: number
  createdAt: Date
  lastLoginAt: Date | null
}

/** The next users of a list, in its order. */
export async function usersAfter(
  db: Db,
  filter: UserFilter,
  after: ExportedUser | undefined,
  limit: number,
): Promise<ExportedUser[]> {
  const further: RawBuilder<boolean> = after
    ? sql`(username_key, id) > (${after.usernameKey} collate "C", ${after.id})`
    : sql`true`
  const { rows } = await sql<ExportedUser>`
    select u.id, u.username, u.username_key as "usernameKey", u.first_name as "firstName", u.last_name as "lastName",
      u.role, u.status, u.email, u.phone, u.phone_format_type as "phoneFormat", u.company, u.address, u.city, u.state,
      u.zip, (select count(*) from alert a where a.user_id = u.id)::int as alerts, u.created_at as "createdAt",
      u.last_login_at as "lastLoginAt"
    from (select * from "user" where ${userConditions(filter)} and ${further} order by username_key, id limit ${limit}) u
    order by u.username_key, u.id`.execute(db)
  return rows
}

export type ExportedAlert = MatchOptionColumns & {
  id: number
  nameKey: string
  name: string
  username: string | null
  type: AlertType
  criteria: string
  formerLastName: string
  status: AlertStatus
  emails: string[]
  phones: string[]
  createdAt: Date
}

type Target = { alertId: number; value: string }

/** The recipients of several alerts in one query: a query for each is slow until the planner has statistics. */
async function findTargetsByAlert(db: Db, ids: number[], source: RawBuilder<unknown>): Promise<Map<number, string[]>> {
  const { rows } = await sql<Target>`
    ${source} where l.alert_id = any (${ids}::bigint[]) order by l.alert_id, l.position`.execute(db)
  const targets = new Map<number, string[]>()
  for (const { alertId, value } of rows) targets.set(alertId, [...(targets.get(alertId) ?? []), value])
  return targets
}

const alertEmails = sql`select l.alert_id as "alertId", e.address as value
  from alert_email l join email_address e on e.id = l.email_id`
const alertPhones = sql`select l.alert_id as "alertId", p.number as value
  from alert_phone l join phone p on p.id = l.phone_id`

/** The next alerts of a list, in its order. */
export async function alertsAfter(
  db: Db,
  filter: PanelAlertFilter,
  { after, today, limit }: { after: ExportedAlert | undefined; today: string; limit: number },
): Promise<ExportedAlert[]> {
  const conditions = panelAlertConditions(filter, today)
  if (after) conditions.push(sql`(a.name_key, a.id) > (${after.nameKey} collate "C", ${after.id})`)
  const { rows } = await sql<Omit<ExportedAlert, 'emails' | 'phones'>>`
    select a.id, a.name_key as "nameKey", a.name, u.username, a.alert_type as type, a.criteria,
      a.former_last_name as "formerLastName", ${sql.join(matchOptionColumns.map((column) => sql.ref(`a.${column}`)))},
      ${displayStatus('a', today)} as status, a.created_at as "createdAt"
    from (select a.* from alert a ${whereAll(conditions)} order by a.name_key, a.id limit ${limit}) a
    left join "user" u on u.id = a.user_id
    order by a.name_key, a.id`.execute(db)
  const ids = rows.map(({ id }) => id)
  const [emails, phones] = [
    await findTargetsByAlert(db, ids, alertEmails),
    await findTargetsByAlert(db, ids, alertPhones),
  ]
  return rows.map((row) => ({ ...row, emails: emails.get(row.id) ?? [], phones: phones.get(row.id) ?? [] }))
}

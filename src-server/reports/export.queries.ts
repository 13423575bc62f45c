import { type RawBuilder, sql } from 'kysely'
import type { AlertType, AlertStatus } from '#shared/contract/alert.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/db/client.ts'
import { allOf, everyCondition, type PanelAlertFilter } from '../alerts/panel-alerts.queries.ts'
import { matches, type UserFilter } from '../users/user-list.queries.ts'

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

/** The users of a list after one of them, in the list's order. */
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
    from (select * from "user" where ${matches(filter)} and ${further} order by username_key, id limit ${limit}) u
    order by u.username_key, u.id`.execute(db)
  return rows
}

export type ExportedAlert = {
  id: number
  nameKey: string
  name: string
  username: string | null
  type: AlertType
  criteria: string
  status: AlertStatus
  emails: string[]
  phones: string[]
  createdAt: Date
}

/** The alerts of a list after one of them, in the list's order. */
export async function alertsAfter(
  db: Db,
  filter: PanelAlertFilter,
  { after, today, limit }: { after: ExportedAlert | undefined; today: string; limit: number },
): Promise<ExportedAlert[]> {
  const conditions = everyCondition(filter, today)
  if (after) conditions.push(sql`(a.name_key, a.id) > (${after.nameKey} collate "C", ${after.id})`)
  const { rows } = await sql<ExportedAlert>`
    select a.id, a.name_key as "nameKey", a.name, u.username, a.alert_type as type, a.criteria,
      case when a.paused_until > ${today}::date then 'I' else a.standing end as status,
      array(select e.address from alert_email l join email_address e on e.id = l.email_id
        where l.alert_id = a.id order by l.position) as emails,
      array(select p.number from alert_phone l join phone p on p.id = l.phone_id
        where l.alert_id = a.id order by l.position) as phones,
      a.created_at as "createdAt"
    from (select a.* from alert a ${allOf(conditions)} order by a.name_key, a.id limit ${limit}) a
    left join "user" u on u.id = a.user_id
    order by a.name_key, a.id`.execute(db)
  return rows
}

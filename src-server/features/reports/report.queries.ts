import { type RawBuilder, sql } from 'kysely'
import { hiddenRoles } from '#server/platform/visible-owner.queries.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { AuditType } from '#shared/node/platform/database/types/audit.ts'

/** The audit rows of a report; `username` '' for all users. `asRole` is its reader's role. */
export type ReportFilter = { from: Date; to: Date; username: string; asRole: Role }

export type ReportRow = {
  id: number
  at: Date
  /** Microseconds since 1970, as text, for the start of the next page. */
  exactly: string
  username: string
  type: AuditType
  onWhom: string
  description: string
  oldValue: unknown
  newValue: unknown
  address: string
  /** True if the reader does not manage that user's role. */
  actorHidden: boolean
  subjectHidden: boolean
}

/** Whether the reader does not manage a user's role; for a deleted user, the last role in the log. */
function isHidden(userId: RawBuilder<unknown>, asRole: Role): RawBuilder<boolean> {
  const hidden = hiddenRoles(asRole)
  if (hidden.length === 0) return sql`false`
  return sql`(${userId} is not null and coalesce(
    (select u.role from "user" u where u.id = ${userId}),
    (select q.old_value ->> 'role' from audit_log d join audit_personal q on q.audit_id = d.id
      where d.subject_user_id = ${userId} and q.old_value ->> 'role' is not null order by d.id desc limit 1),
    '') = any(${hidden}::text[]))`
}

const actor = sql`l.actor_id`
const subject = sql`l.subject_user_id`

/** Rows that the named user caused or that are about the user; a name that the reader may not see matches nothing. */
function named({ username, asRole }: ReportFilter): RawBuilder<unknown> {
  if (username === '') return sql`true`
  const wanted = username.toLowerCase()
  return sql`((lower(p.actor_username) = ${wanted} and not ${isHidden(actor, asRole)})
    or (lower(p.subject_username) = ${wanted} and not ${isHidden(subject, asRole)}))`
}

const matching = (filter: ReportFilter) => sql`
  from audit_log l left join audit_personal p on p.audit_id = l.id
  where l.at >= ${filter.from} and l.at < ${filter.to} and ${named(filter)}`

/** The next rows, oldest first. */
export async function reportRowsAfter(
  db: Db,
  filter: ReportFilter,
  after: Pick<ReportRow, 'id' | 'exactly'> | undefined,
  limit: number,
): Promise<ReportRow[]> {
  const further = after
    ? sql`(l.at, l.id) > (timestamptz 'epoch' + ${after.exactly}::bigint * interval '1 microsecond', ${after.id})`
    : sql`true`
  const { rows } = await sql<ReportRow>`
    select l.id, l.at, (extract(epoch from l.at) * 1000000)::bigint::text as exactly, coalesce(p.actor_username, '') as username,
      l.type, coalesce(p.subject_username, '') as "onWhom", coalesce(p.description, '') as description,
      p.old_value as "oldValue", p.new_value as "newValue",
      coalesce(p.address, '') as address,
      ${isHidden(actor, filter.asRole)} as "actorHidden", ${isHidden(subject, filter.asRole)} as "subjectHidden"
    ${matching(filter)} and ${further} order by l.at, l.id limit ${limit}`.execute(db)
  return rows
}

/** Counts no further than `max` + 1. */
export async function countReportRows(db: Db, filter: ReportFilter, max: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select ${matching(filter)} limit ${max + 1}) hit`.execute(db)
  return rows[0]?.n ?? 0
}

/** Data of users whom the reader may not see. */
export type ProviderStaffData = { targets: ReadonlySet<string>; usernames: ReadonlySet<string> }

/**
 * Finds the data that belongs only to users whom the reader may not see.
 * @param targets addresses and numbers of rows that do not name their owner
 */
export async function findProviderStaffData(db: Db, targets: string[], asRole: Role): Promise<ProviderStaffData> {
  const hidden = hiddenRoles(asRole)
  if (hidden.length === 0) return { targets: new Set(), usernames: new Set() }
  const users = await sql<{ username: string }>`
    select lower(username) as username from "user" where role = any(${hidden}::text[])`.execute(db)
  const owned = await sql<{ target: string }>`
    select t.target from unnest(${targets}::text[]) t(target) cross join lateral (
      select owner_id as id from email_address where address_key = lower(t.target)
      union select owner_id from phone where number = t.target
      union select id from "user" where lower(email) = lower(t.target)) owner
    left join "user" u on u.id = owner.id
    group by t.target having bool_and(coalesce(u.role = any(${hidden}::text[]), false))`.execute(db)
  return {
    targets: new Set(owned.rows.map(({ target }) => target)),
    usernames: new Set(users.rows.map(({ username }) => username)),
  }
}

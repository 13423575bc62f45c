import { sql } from 'kysely'
import type { Db } from '#shared/node/db/client.ts'
import type { AuditType } from '#shared/node/db/types.ts'

/** Which rows of the audit log a report shows; `username` '' for those of everybody. */
export type ReportFilter = { from: Date; to: Date; username: string }

export type ReportRow = {
  id: number
  at: Date
  /** Microseconds since 1970, as text: where the next page begins. */
  exactly: string
  username: string
  type: AuditType
  onWhom: string
  description: string
  oldValue: unknown
  newValue: unknown
  address: string
}

/** Whoever is named did it, or had it done to them. */
const matching = ({ from, to, username }: ReportFilter) => sql`
  from audit_log l left join audit_personal p on p.audit_id = l.id
  where l.at >= ${from} and l.at < ${to}
  and ${username === '' ? sql`true` : sql`(lower(p.actor_username) = ${username.toLowerCase()} or lower(p.subject_username) = ${username.toLowerCase()})`}`

/** The rows after one of them, the oldest first. */
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
      coalesce(p.address, '') as address
    ${matching(filter)} and ${further} order by l.at, l.id limit ${limit}`.execute(db)
  return rows
}

/** Counts no further than `most` + 1. */
export async function countReportRows(db: Db, filter: ReportFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select ${matching(filter)} limit ${most + 1}) hit`.execute(db)
  return rows[0]?.n ?? 0
}

import { sql } from 'kysely'
import { visibleJoinedOwner } from '#server/platform/visible-owner.queries.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { WithheldKey } from '#shared/node/domain/notices/withheld-matches.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** All that staff see of a withheld match: the record's number, type and day, and whose alert it is. */
export type WithheldRow = WithheldKey & {
  documentId: string
  documentType: string
  recordedOn: string
  /** Null for an alert without an owner, which came from the legacy version. */
  owner: { id: number; username: string } | null
}

/** The matches that wait, of owners whom the caller may see, from `from` on. */
export const openMatches = (asRole: Role) => sql`
  from withheld_match w join event e on e.id = w.event_id and e.restricted left join "user" u on u.id = w.user_id
  where w.released_at is null and w.discarded_at is null and ${visibleJoinedOwner(sql`w.user_id`, asRole)}`

const columns = sql`
  w.event_id as "eventId", w.alert_id as "alertId", e.document_id as "documentId", e.document_type as "documentType",
  e.recorded_on as "recordedOn",
  case when u.id is not null then json_build_object('id', u.id, 'username', u.username) end as owner`

/** A page of the matches with restricted records that wait for staff, the oldest first. */
export async function listWithheldRows(
  db: Db,
  { asRole, limit, offset }: { asRole: Role; limit: number; offset: number },
): Promise<{ rows: WithheldRow[]; total: number }> {
  const { rows } = await sql<WithheldRow>`
    select ${columns} ${openMatches(asRole)} order by w.created_at, w.event_id, w.alert_id limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${openMatches(asRole)}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** What staff decide about a withheld match, and the column that stores the time. */
const decided = { release: sql.ref('released_at'), discard: sql.ref('discarded_at') }
export type WithheldDecision = keyof typeof decided

/** Marks one as released or discarded; undefined if it does not wait, or if the caller may not see it. */
export async function recordDecision(
  tx: Tx,
  { eventId, alertId, asRole, decision }: WithheldKey & { asRole: Role; decision: WithheldDecision },
): Promise<WithheldRow | undefined> {
  const { rows } = await sql<WithheldRow>`
    select ${columns} ${openMatches(asRole)} and w.event_id = ${eventId} and w.alert_id = ${alertId} for update of w`.execute(
    tx,
  )
  const [row] = rows
  if (row)
    await sql`update withheld_match set ${decided[decision]} = now() where event_id = ${eventId} and alert_id = ${alertId}`.execute(
      tx,
    )
  return row
}

import { sql } from 'kysely'
import { maxWaitingCounted } from '#shared/contract/held-notices.ts'
import { rights, type Role } from '#shared/contract/roles.ts'
import type { RecordParcels } from '#shared/node/domain/notices/describe-properties.ts'
import { recordParcels } from '#shared/node/domain/notices/record-parcels.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { openMatches } from './withheld.queries.ts'

/** An owner of held notices of one record. */
export type HeldOwner = {
  /** Null for an alert from the legacy version, and for one of the provider's staff, whom the caller may not see. */
  owner: { id: number; username: string } | null
  isProviderStaff: boolean
  /** The owner's alerts that matched; empty for a restricted record and for the provider's staff. */
  alerts: string[]
}

/**
 * The notices of one record that wait for one reason. `recordedOn` is a day; it and the record's other fields are null
 * if the record is deleted.
 */
export type HeldRecordRow = {
  eventId: number
  reason: string
  notices: number
  oldest: Date
  feed: string | null
  documentId: string | null
  documentType: string | null
  recordedOn: string | null
  recordParcels: RecordParcels | null
  ownerCount: number
  owners: HeldOwner[]
}

/** How many owners a row names; it counts the rest. */
const maxOwnersNamed = 10

/** A page of the records with held notices, those held longest first, and the number of all. */
export async function listHeldRecords(
  db: Db,
  { asRole, limit, offset }: { asRole: Role; limit: number; offset: number },
): Promise<{ rows: HeldRecordRow[]; total: number }> {
  const visible = sql`(u.id is null or u.role = any (${[...rights[asRole].manages]}::text[]))`
  const { rows } = await sql<HeldRecordRow>`
    with page as materialized (
      select event_id, reason, count(*)::int as notices, min(held_since) as oldest
      from notice where held_since is not null and event_id is not null
      group by event_id, reason order by min(held_since), event_id, reason limit ${limit} offset ${offset})
    select p.event_id as "eventId", p.reason, p.notices, p.oldest, f.name as feed, v.document_id as "documentId",
      v.document_type as "documentType", v.recorded_on as "recordedOn", ${recordParcels()} as "recordParcels",
      o.count as "ownerCount", o.owners
    from page p left join event v on v.id = p.event_id left join feed f on f.id = v.feed_id
    cross join lateral (
      select count(*)::int as count, coalesce(json_agg(json_build_object(
          'owner', case when named.visible and named.username is not null
            then json_build_object('id', named.user_id, 'username', named.username) end,
          'isProviderStaff', not named.visible,
          'alerts', case when named.visible and not coalesce(v.restricted, false) then named.alerts else '[]' end
        ) order by named.username, named.place) filter (where named.place <= ${maxOwnersNamed}), '[]') as owners
      from (
        select n.owner_key, max(n.user_id) as user_id, max(u.username) as username, bool_and(${visible}) as visible,
          (select coalesce(json_agg(distinct h.alert_name), '[]') from outgoing_event h
            where h.notice_id = any (array_agg(n.id))) as alerts,
          row_number() over (order by min(n.id)) as place
        from notice n left join "user" u on u.id = n.user_id
        where n.event_id = p.event_id and n.kind = 'match' and n.held_since is not null and n.reason = p.reason
        group by n.owner_key) named) o
    order by p.oldest, p.event_id, p.reason`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from notice where held_since is not null and event_id is not null group by event_id, reason) held`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Held notices by feed. */
export async function countHeldByFeed(
  db: Db,
): Promise<{ feedId: number; name: string; notices: number; oldest: Date }[]> {
  const { rows } = await sql<{ feedId: number; name: string; notices: number; oldest: Date }>`
    select f.id as "feedId", f.name, count(*)::int as notices, min(n.held_since) as oldest
    from notice n join event e on e.id = n.event_id join feed f on f.id = e.feed_id
    where n.held_since is not null group by f.id, f.name order by f.name, f.id`.execute(db)
  return rows
}

/** Held notices and withheld matches, up to a limit. A match whose owner the caller may not see is not counted. */
export async function countWaiting(db: Db, asRole: Role): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from notice where held_since is not null
      union all select ${openMatches(asRole)}
      limit ${maxWaitingCounted}) w`.execute(db)
  return rows[0]?.n ?? 0
}

/** What a filter of held notices names, in words for the audit log. */
export async function describeHeld(
  db: Db,
  { feedId, eventId }: { feedId?: number | undefined; eventId?: number | undefined },
): Promise<string> {
  if (eventId !== undefined) {
    const { rows } = await sql<{ id: string }>`select document_id as id from event where id = ${eventId}`.execute(db)
    return rows[0] ? `document ${rows[0].id}` : 'a document that is gone'
  }
  if (feedId === undefined) return ''
  const { rows } = await sql<{ name: string }>`select name from feed where id = ${feedId}`.execute(db)
  return rows[0] ? `feed ${rows[0].name}` : 'a feed that is gone'
}

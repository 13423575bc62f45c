import { type RawBuilder, sql } from 'kysely'
import type { Match } from '#shared/contract/match.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { RecordParcels } from '../notices/describe-properties.ts'

/**
 * SQL: whether a possible match, as `p`, with its alert `a` and its record `e`, belongs into the list at home and into the
 * weekly email: the alert still watches what it watched then and has the same owner, the record is not restricted, and the
 * owner was not notified of the record in any other way.
 */
export const isListed: RawBuilder<boolean> = sql<boolean>`(
  p.criteria = a.criteria and p.user_id is not distinct from a.user_id and not e.restricted
  and not exists (select from outgoing_event o where o.event_id = p.event_id and o.alert_id = p.alert_id)
  and not exists (select from outgoing_event o where o.event_id = p.event_id and o.user_id = p.user_id))`

export type PossibleAnswer = 'expected' | 'not-me' | 'wrong'

/** A row of the list 'Maybe about you'. */
export type PossibleMatchRow = {
  eventId: number
  alertId: number
  alertName: string
  /** What the alert watches. */
  criteria: string
  match: Match
  matchedAt: Date
  answer: PossibleAnswer | null
  answeredAt: Date | null
  documentId: string
  documentType: string
  documentDescription: string
  documentUrl: string
  recordedAt: Date
  /** 'YYYY-MM-DD' */
  recordedOn: string
  recordedHasTime: boolean
  /** What the record says about its parcels. */
  recordParcels: RecordParcels
}

type ListOptions = {
  limit: number
  offset?: number
  /** Only those of this alert, and of this record. */
  alertId?: number | undefined
  eventId?: number | undefined
  /** Leaves out those that were answered. */
  isOpen?: boolean | undefined
}

type Filter = Pick<ListOptions, 'alertId' | 'eventId' | 'isOpen'>

/** SQL: the rows of a user, before the question which of them are listed. */
const ownRows = (userId: number, { alertId, eventId, isOpen }: Filter) => sql`
  select p.* from possible_match p
  where p.user_id = ${userId}
    and (${alertId ?? null}::bigint is null or p.alert_id = ${alertId ?? null})
    and (${eventId ?? null}::bigint is null or p.event_id = ${eventId ?? null})
    and (not ${isOpen ?? false}::boolean or p.answer is null)`

const listed = (rows: RawBuilder<unknown>) => sql`
  from (${rows}) p join alert a on a.id = p.alert_id and a.user_id = p.user_id join event e on e.id = p.event_id
  where ${isListed}`

const newestFirst = sql`order by p.matched_at desc, p.event_id desc, p.alert_id`

/** The possible matches of a user's alerts, newest first. Rows are sorted first, so that a page asks only about its own. */
export async function listPossibleMatches(
  db: Db | Tx,
  userId: number,
  { limit, offset = 0, ...filter }: ListOptions,
): Promise<PossibleMatchRow[]> {
  const { rows } = await sql<PossibleMatchRow>`
    select p.event_id as "eventId", p.alert_id as "alertId", a.name as "alertName", p.criteria, p.match,
      p.matched_at as "matchedAt", p.answer, p.answered_at as "answeredAt", e.document_id as "documentId",
      e.document_type as "documentType", e.document_description as "documentDescription", e.document_url as "documentUrl",
      e.recorded_at as "recordedAt", e.recorded_on as "recordedOn", e.recorded_has_time as "recordedHasTime",
      json_build_object('parcels', e.parcels, 'situsAddresses', e.situs_addresses,
        'legalDescription', left(e.legal_description, 600)) as "recordParcels"
    ${listed(sql`${ownRows(userId, filter)} ${newestFirst}`)} ${newestFirst} limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

/** How many such a list has. */
export async function countPossibleMatches(db: Db | Tx, userId: number, filter: Filter = {}): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n ${listed(ownRows(userId, filter))}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/**
 * Stores what a user answered to a possible match, or takes the answer back (null).
 * @returns the match, for what follows from the answer; undefined if the user's list has no such match
 */
export async function answerPossibleMatch(
  tx: Tx,
  userId: number,
  { eventId, alertId, answer }: { eventId: number; alertId: number; answer: PossibleAnswer | null },
): Promise<Match | undefined> {
  const { rows } = await sql<{ match: Match }>`
    update possible_match p set answer = ${answer}, answered_at = case when ${answer}::text is not null then now() end
    from alert a, event e
    where p.event_id = ${eventId} and p.alert_id = ${alertId} and p.user_id = ${userId}
      and a.id = p.alert_id and a.user_id = p.user_id and e.id = p.event_id and ${isListed}
    returning p.match`.execute(tx)
  return rows[0]?.match
}

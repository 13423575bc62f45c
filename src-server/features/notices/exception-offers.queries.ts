import { sql } from 'kysely'
import type { AlertException } from '#shared/contract/alert-exception.ts'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import {
  type CriteriaColumns,
  criteriaColumns,
  type FeedFormatColumns,
} from '#shared/node/domain/alerts/criteria-columns.ts'
import { exceptionsJson } from '#shared/node/domain/alerts/exceptions.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** A name alert that a record matched, with what the rule needs to read it again. */
export type MatchedNameAlert = CriteriaColumns & {
  id: number
  name: string
  exceptions: AlertException[]
  match: Pick<Match, 'fieldIndex' | 'recordRaw' | 'byInitialOnly'>
}

/** No household has this many. */
const maxAlerts = 20

/**
 * The name alerts of this owner that a record matched; empty if one of their parcel alerts matched it too, or if the
 * record is restricted: an offer would name its parties.
 */
export async function findMatchedNameAlerts(
  db: Db | Tx,
  { eventId, ownerId }: { eventId: number; ownerId: number },
): Promise<MatchedNameAlert[]> {
  const { rows } = await sql<MatchedNameAlert>`
    select a.id, a.name, ${sql.join(criteriaColumns.map((column) => sql.ref(`a.${column}`)))},
      ${sql.raw(exceptionsJson('a'))} as exceptions, m.match
    from event_match m join alert a on a.id = m.alert_id join event e on e.id = m.event_id and not e.restricted
    where m.event_id = ${eventId} and a.user_id = ${ownerId} and a.alert_type = 'NAME'
      and not exists (
        select from event_match other join alert p on p.id = other.alert_id
        where other.event_id = m.event_id and p.user_id = a.user_id and p.alert_type = 'PARCEL_ID')
    order by a.id limit ${maxAlerts}`.execute(db)
  return rows
}

/** The names of a record and the format of its feed; undefined if it is deleted. */
export function findRecordNames(
  db: Db | Tx,
  eventId: number,
): Promise<(FeedFormatColumns & { parties: Party[] }) | undefined> {
  return db
    .selectFrom('event as e')
    .innerJoin('feed as f', 'f.id', 'e.feed_id')
    .select(['e.parties', 'f.name_order', 'f.name_width', 'f.double_space_splits', 'f.loses_leading_zeros'])
    .where('e.id', '=', eventId)
    .executeTakeFirst()
}

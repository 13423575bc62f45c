import { sql } from 'kysely'
import { visibleJoinedOwner } from '#server/platform/visible-owner.queries.ts'
import type { AlertException } from '#shared/contract/alert-exception.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import type { MatchSkipReason } from '#shared/domain/notice/skip-reasons.ts'
import { type CriteriaColumns, criteriaColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import { isPaused } from '#shared/node/domain/alerts/display-status.queries.ts'
import { exceptionsJson } from '#shared/node/domain/alerts/exceptions.queries.ts'
import { notifiableRecipients } from '#shared/node/domain/alerts/notifiable-recipients.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

export type CandidateAlert = CriteriaColumns & {
  id: number
  name: string
  criteria: string
  status: 'A' | 'I'
  paused: boolean
  user_id: number | null
  username: string | null
  user_status: UserStatus | null
  exceptions: AlertException[]
}

/**
 * Alerts that share a key with a record, or that begin with one of its truncated names: of users whom the caller may
 * see, and alerts without an owner. Returns one more than `limit` if there are more.
 */
export async function findCandidateAlerts(
  db: Db,
  given: { keys: string[]; prefixes: string[]; today: string; asRole: Role; limit: number },
): Promise<CandidateAlert[]> {
  const { keys, prefixes, today, asRole, limit } = given
  const { rows } = await sql<CandidateAlert>`
    with hit as (
      select alert_id from alert_key
      where key_hash = any (array(select hashtextextended(key, 0) from unnest(${keys}::text[]) as k (key)))
      union
      select t.alert_id from unnest(${prefixes}::text[]) as p (prefix)
      join alert_text t on t.match_text >= p.prefix collate "C" and t.match_text < (p.prefix || chr(1114111)) collate "C"
    )
    select a.id, a.name, a.criteria, a.status, coalesce(${isPaused('a', today)}, false) as paused, a.user_id,
      u.username, u.status as user_status, ${sql.raw(exceptionsJson('a'))} as exceptions,
      ${sql.join(criteriaColumns.map((column) => sql.ref(`a.${column}`)))}
    from hit join alert a on a.id = hit.alert_id left join "user" u on u.id = a.user_id
    where ${visibleJoinedOwner(sql`a.user_id`, asRole)}
    order by a.id limit ${limit + 1}`.execute(db)
  return rows
}

/** The stored record, with the alerts that one of its revisions matched. */
export async function findHeldRecord(
  db: Db,
  feedId: number,
  documentId: string,
  alertIds: number[],
): Promise<{ eventId: number; matched: number[] } | undefined> {
  const { rows } = await sql<{ eventId: number; matched: number[] }>`
    select e.id as "eventId", array(
      select m.alert_id::integer from event_match m where m.event_id = e.id and m.alert_id = any (${alertIds}::bigint[])) as matched
    from event e where e.feed_id = ${feedId} and e.document_id = ${documentId}`.execute(db)
  return rows[0]
}

export type NotifiableAddress = {
  alertId: number
  channel: Channel
  target: string
  skipReason: MatchSkipReason | null
}

/** The recipients of matched alerts, each with its skip reason, or null. */
export async function findNotifiableAddresses(
  db: Db,
  matched: { event_id: number | null; alert_id: number; user_id: number | null; paused: boolean }[],
  texts: boolean,
): Promise<NotifiableAddress[]> {
  const { rows } = await sql<NotifiableAddress>`
    with decided as materialized (
      select * from json_to_recordset(${JSON.stringify(matched)}) as d (event_id bigint, alert_id bigint, user_id bigint,
        paused boolean)
    ), ${sql.raw(notifiableRecipients('decided d', String(texts)))}
    select alert_id as "alertId", channel, target, skip_reason as "skipReason" from notifiable
    order by alert_id, channel, recipient_id`.execute(db)
  return rows
}

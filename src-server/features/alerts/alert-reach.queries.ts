import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { displayStatus } from '#shared/node/domain/alerts/display-status.queries.ts'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** An alert as the page names it. */
type NamedAlert = { id: number; name: string }

/** A recipient of active alerts who has not verified their address. */
export type WaitingRow = {
  channel: Channel
  recipientId: number
  /** An email address as it was written, or E.164. */
  target: string
  /** The first of the alerts with this recipient; those with no other notifiable recipient come first. */
  alerts: NamedAlert[]
  /** How many of its alerts notify no one until this recipient, or another, verifies. */
  pending: number
}

/** Which recipients the alerts of an owner reach. */
export type AlertReach = {
  /** By displayed status; `silent` are active alerts, counted apart, whose verified addresses are all suppressed. */
  counts: { active: number; silent: number; pending: number; inactive: number }
  waiting: WaitingRow[]
  /** The first of the active alerts that reach no recipient and wait for none to verify. */
  unreached: { alerts: NamedAlert[]; total: number }
}

/** The page names no more alerts than this. */
const named = 5
/** The page asks for no more recipients than this. */
const maxWaiting = 20

/** The recipients of the alerts `mine`, each with whether it gets no messages of the alert. */
function recipientsOfMine(channel: Channel) {
  const [table, column] = alertLinks[channel]
  const recipientId = sql.ref(`l.${column}`)
  return sql`
  select l.alert_id, ${sql.lit(channel)} as channel, ${recipientId} as id, d.target, d.verified,
    l.stopped_at is not null or d.suppressed_for is not null as stopped
  from mine m join ${sql.table(table)} l on l.alert_id = m.id
    cross join ${deliverable({ mail: 'match', channel, ownerId: sql`m.user_id`, recipientId })} d`
}

/**
 * Reads, for all alerts of a user together, their number by status, the recipients who have not verified, and the
 * alerts that reach no recipient.
 * @param today the county's date
 */
export async function readAlertReach(db: Db, userId: number, today: string): Promise<AlertReach> {
  const { rows } = await sql<AlertReach>`
    with mine as (
      select id, user_id, name, ${displayStatus('alert', today)} as shown from alert where user_id = ${userId}),
    links as (${recipientsOfMine('EMAIL')} union all ${recipientsOfMine('PHONE')}),
    reach as (
      select m.id, m.name, m.shown,
        coalesce(bool_or(l.verified and not l.stopped), false) as reached,
        coalesce(bool_or(not l.verified and not l.stopped), false) as waits
      from mine m left join links l on l.alert_id = m.id group by m.id, m.name, m.shown),
    waiting as (
      select l.channel, l.id as "recipientId", l.target,
        (array_agg(json_build_object('id', r.id, 'name', r.name) order by r.reached, lower(r.name), r.id))[1:${sql.lit(named)}] as alerts,
        (count(*) filter (where not r.reached))::int as pending
      from links l join reach r on r.id = l.alert_id
      where r.shown <> 'I' and not l.verified and not l.stopped
      group by l.channel, l.id, l.target
      order by count(*) filter (where not r.reached) desc, l.channel, l.id limit ${maxWaiting})
    select
      (select json_build_object(
        'active', count(*) filter (where shown = 'A' and reached),
        'silent', count(*) filter (where shown = 'A' and not reached),
        'pending', count(*) filter (where shown = 'P'),
        'inactive', count(*) filter (where shown = 'I')) from reach) as counts,
      coalesce((select json_agg(w) from waiting w), '[]') as waiting,
      (select json_build_object(
        'alerts', coalesce((array_agg(json_build_object('id', id, 'name', name) order by lower(name), id))[1:${sql.lit(named)}], '{}'),
        'total', count(*)) from reach where shown <> 'I' and not reached and not waits) as unreached`.execute(db)
  if (!rows[0]) throw new Error('What the alerts reach came back empty.')
  return rows[0]
}

import { type RawBuilder, sql } from 'kysely'
import { isOn } from '#shared/node/domain/alerts/display-status.queries.ts'
import { weeklyPriority } from '#shared/node/domain/notices/notice.queries.ts'
import { isListed } from '#shared/node/domain/possible-matches/possible-match.queries.ts'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import { repostedWithinDays } from '../platform/restored-rows.ts'

/** The week whose email is due: its Monday 'YYYY-MM-DD', and 8:00 of that day in the county's time. */
export type DueWeek = { week: string; dueAt: Date }

/** The hour of the county's Monday, which every change of clocks leaves alone. */
const hour = '8 hours'

/** @param at only tests give a time */
export async function findDueWeek(db: Db | Tx, timeZone: string, at?: Date): Promise<DueWeek> {
  const { rows } = await sql<DueWeek>`
    with this as (
      select date_trunc('week', (coalesce(${at ?? null}::timestamptz, now()) at time zone ${timeZone}) - ${hour}::interval) as monday)
    select monday::date as week, (monday + ${hour}::interval) at time zone ${timeZone} as "dueAt" from this`.execute(db)
  if (!rows[0]) throw new Error('The database did not state the week.')
  return rows[0]
}

/** @returns false if another worker makes them now */
export async function lockWeeklyEmails(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${locks.weeklyEmails}) as mine`.execute(tx)
  return rows[0]?.mine ?? false
}

/** SQL: possible matches `p` that no email lists yet. Later ones, and those that came late for their owner's email, wait. */
const isUnlisted = ({ week, dueAt }: DueWeek, ownerKeys: RawBuilder<unknown>) => sql`
  p.week is null and not p.in_no_email and p.matched_at < ${dueAt} and not exists (
    select from weekly_email w where w.week = ${week}::date and w.owner_key in (${ownerKeys}))`

/**
 * Owners whose emails one transaction makes: fewer if they have this many matches together. A statement about millions
 * would take longer than the database lets it, each time again.
 */
const most = { owners: 500, matches: 20_000 }

const unlistedOfOwners = (due: DueWeek, maxMatches: number) => sql`
  select p.event_id, p.alert_id from possible_match p where ${isUnlisted(due, sql`p.user_id`)} and p.user_id = any (array(
    select o.user_id from (
      select p.user_id, sum(count(*)) over (order by p.user_id) - count(*) as before from possible_match p
      where p.user_id is not null and ${isUnlisted(due, sql`p.user_id`)} group by p.user_id) o
    where o.before < ${maxMatches} order by o.user_id limit ${most.owners}))`

/** All together: two alerts may share an address. */
const unlistedWithoutOwner = (due: DueWeek) => sql`
  select p.event_id, p.alert_id from possible_match p
  where p.user_id is null and ${isUnlisted(due, sql`select -l.email_id from alert_email l where l.alert_id = p.alert_id`)}`

export type MadeEmails = {
  /** Possible matches that now have their week, also those that no email lists because no one gets it. */
  matches: number
  emails: number
}

/**
 * Makes the weekly emails of the next owners, or of all addresses without an owner: gives their possible matches the week,
 * and each verified address of the alerts one notice. Its rows are written together, so that a kill leaves none or all.
 * @param today the county's date
 * @param maxMatches only tests give less
 */
export async function makeWeeklyEmails(
  tx: Tx,
  due: DueWeek,
  { today, ofOwners, maxMatches = most.matches }: { today: string; ofOwners: boolean; maxMatches?: number },
): Promise<MadeEmails> {
  const mayGet = deliverable({
    mail: 'weekly',
    channel: 'EMAIL',
    ownerId: sql`p.user_id`,
    recipientId: sql`l.recipient_id`,
    isAlertOff: sql`l.is_unsubscribed`,
  })
  const { rows } = await sql<MadeEmails>`
    with unlisted as materialized (${ofOwners ? unlistedOfOwners(due, maxMatches) : unlistedWithoutOwner(due)}
      order by p.event_id, p.alert_id for update of p),
    given as (
      update possible_match p set week = ${due.week}::date from unlisted u
      where p.event_id = u.event_id and p.alert_id = u.alert_id
      returning p.event_id, p.alert_id, p.user_id, p.criteria, p.answer),
    wanted as (
      select distinct on (owner_key, lower(d.target)) owner_key, p.user_id, l.recipient_id, d.target
      from given p join alert a on a.id = p.alert_id and a.possible and ${isOn('a', today)} join event e on e.id = p.event_id
      left join "user" u on u.id = p.user_id
      join alert_recipient l on l.alert_id = p.alert_id and l.channel = 'EMAIL'
      cross join lateral coalesce(p.user_id, -l.recipient_id) as owner_key
      cross join ${mayGet} d
      where p.answer is null and ${isListed} and (p.user_id is null or account_is_open(u.status)) and d.skip_reason is null
      order by owner_key, lower(d.target), l.recipient_id),
    -- In one order, like every statement that inserts such rows.
    listed as (
      insert into weekly_email (owner_key, target, week, notice_id)
      select owner_key, lower(target), ${due.week}::date, nextval(pg_get_serial_sequence('notice', 'id')) from wanted
      order by owner_key, lower(target)
      on conflict do nothing returning owner_key, target, notice_id),
    -- After a restore, the lost database may have sent it (as in matching).
    restored as materialized (
      select min(backup_at) as since, max(noticed_at) as until from database_restore
      where released_at is null or released_at > now() - ${`${repostedWithinDays} days`}::interval),
    made as (
      insert into notice (id, kind, template, user_id, owner_key, channel, recipient_id, target, maybe_sent_since)
      overriding system value
      select i.notice_id, 'weekly', 'weekly', w.user_id, w.owner_key, 'EMAIL', w.recipient_id, w.target,
        case when r.until >= ${due.dueAt} then r.since end
      from listed i join wanted w on w.owner_key = i.owner_key and lower(w.target) = i.target cross join restored r
      returning id, maybe_sent_since),
    work as (
      insert into delivery (notice_id, priority, in_doubt_since)
      select id, ${sql.lit(weeklyPriority)}, maybe_sent_since from made)
    select (select count(*)::integer from given) as matches, (select count(*)::integer from made) as emails`.execute(tx)
  return rows[0] ?? { matches: 0, emails: 0 }
}

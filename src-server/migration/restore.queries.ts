import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/db/client.ts'
import { hindranceOfWiped } from './unsent-reasons.ts'
import { type Portion, portionRows } from './portions.ts'
import { portionOf } from './wipe.queries.ts'

const some = (runId: number, of: 'email_address' | 'alert', after: number) => sql`
  some as materialized (
    select place, body from migration_copy where run_id = ${runId} and of = ${of} and place > ${after}
    order by place limit ${portionRows})`

/**
 * Puts the next addresses back under their old numbers. One whose owner is gone stays gone; one that its owner entered
 * again since is there already, and counts as verified if either was.
 */
export const putBackEmails = (tx: Tx, runId: number, after: number): Promise<Portion> =>
  portionOf(
    tx,
    sql<Portion>`
    with ${some(runId, 'email_address', after)},
    made as (
      insert into email_address (id, owner_id, address, migrated, verified_at, verification_attempts, created_at)
      overriding system value
      select e.id, e.owner_id, e.address, e.migrated, e.verified_at, e.verification_attempts, e.created_at
      from some cross join json_populate_record(null::email_address, some.body) e
      where e.owner_id is null or exists (select from "user" u where u.id = e.owner_id)
      order by e.id
      on conflict (owner_id, address_key) do update
      set verified_at = coalesce(email_address.verified_at, excluded.verified_at))
    select max(place) as last, count(*)::int as rows from some`,
  )

/** Puts the next alerts back under their old numbers, to be told where they were. Their keys are derived anew. */
export const putBackAlerts = (tx: Tx, runId: number, after: number): Promise<Portion> =>
  portionOf(
    tx,
    sql<Portion>`
    with ${some(runId, 'alert', after)},
    made as (
      insert into alert (id, user_id, name, alert_type, first_name, last_name, business_name, parcel_id, criteria, status,
        paused_until, nicknames, sound_alikes, all_words, not_by_initial, rule_version, county_code, version, created_at,
        updated_at)
      overriding system value
      select a.id, a.user_id, a.name, a.alert_type, a.first_name, a.last_name, a.business_name, a.parcel_id, a.criteria,
        a.status, a.paused_until, a.nicknames, a.sound_alikes, a.all_words, a.not_by_initial, 0, a.county_code,
        a.version, a.created_at, a.updated_at
      from some cross join json_populate_record(null::alert, some.body) a
      where a.user_id is null or exists (select from "user" u where u.id = a.user_id)
      order by a.id
      returning id),
    by_email as (
      insert into alert_email (alert_id, email_id, position, acknowledged, stopped_at, created_at)
      select l.alert_id, now_there.id, l.position, l.acknowledged, l.stopped_at, l.created_at
      from made join migration_copy c on c.run_id = ${runId} and c.of = 'alert_email' and c.place = made.id
      cross join json_populate_record(null::alert_email, c.body) l
      join migration_copy k on k.run_id = ${runId} and k.of = 'email_address' and k.place = l.email_id
      cross join json_populate_record(null::email_address, k.body) old
      join email_address now_there
        on now_there.address_key = old.address_key and now_there.owner_id is not distinct from old.owner_id
      on conflict do nothing),
    by_phone as (
      insert into alert_phone (alert_id, phone_id, position, acknowledged, stopped_at, created_at)
      select l.alert_id, l.phone_id, l.position, l.acknowledged, l.stopped_at, l.created_at
      from made join migration_copy c on c.run_id = ${runId} and c.of = 'alert_phone' and c.place = made.id
      cross join json_populate_record(null::alert_phone, c.body) l join phone p on p.id = l.phone_id
      on conflict do nothing)
    select max(place) as last, count(*)::int as rows from some`,
  )

/** Links that were mailed work again, and who stopped messages to an address has them stopped. */
export async function putBackTicketsAndStops(tx: Tx, runId: number): Promise<void> {
  await sql`
    insert into ticket (id, hash, purpose, user_id, email_id, phone_id, target, code_hash, wrong_codes, created_at,
      expires_at, used_at)
    overriding system value
    select t.id, t.hash, t.purpose, t.user_id, t.email_id, t.phone_id, t.target, t.code_hash, t.wrong_codes, t.created_at,
      t.expires_at, t.used_at
    from migration_copy c cross join json_populate_record(null::ticket, c.body) t
    join email_address e on e.id = t.email_id
    where c.run_id = ${runId} and c.of = 'ticket'
      and (t.user_id is null or exists (select from "user" u where u.id = t.user_id))
    on conflict do nothing`.execute(tx)
  await sql`
    insert into suppression (id, channel, target, owner_id, email_id, reason, detail, created_at, lifted_at, told_at)
    overriding system value
    select s.id, s.channel, s.target, s.owner_id, s.email_id, s.reason, s.detail, s.created_at, s.lifted_at, s.told_at
    from migration_copy c cross join json_populate_record(null::suppression, c.body) s
    join email_address e on e.id = s.email_id
    where c.run_id = ${runId} and c.of = 'suppression'
      and (s.owner_id is null or exists (select from "user" u where u.id = s.owner_id))
    on conflict do nothing`.execute(tx)
}

/** What was not sent yet, and was cancelled because its alert or address was wiped, waits again. */
export async function putBackUnsent(tx: Tx, runId: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    with again as (
      update notice n set state = c.body ->> 'state', reason = c.body ->> 'reason', ended_at = null
      from migration_copy c
      where c.run_id = ${runId} and c.of = 'notice' and n.id = c.place and n.state = 'cancelled'
        and n.reason = any (${[...hindranceOfWiped]}::text[])
      returning n.id),
    work as (
      insert into delivery (notice_id, lane, attempt, calls, doubt_since)
      select d.notice_id, d.lane, greatest(d.attempt, coalesce(
          (select max(attempt) from notice_attempt t where t.notice_id = d.notice_id), 0)), d.calls,
        coalesce(d.calling_at, d.doubt_since)
      from migration_copy c cross join json_populate_record(null::delivery, c.body) d
      join again on again.id = d.notice_id
      where c.run_id = ${runId} and c.of = 'delivery'
      on conflict do nothing)
    select count(*)::int as rows from again`.execute(tx)
  return rows[0]?.rows ?? 0
}

/**
 * Records that came while the alerts were away are matched again: whoever was told is not told again, and the alerts
 * that are back are told now.
 * @returns records
 */
export async function matchAgainSince(tx: Tx, moment: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into match_queue (event_id) select id from event where received_at >= ${moment} order by id
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Forgets what a run wiped, in portions. */
export async function deleteCopy(db: Db, runId: number): Promise<void> {
  await sql`update migration_run set copy_deleted = true where id = ${runId}`.execute(db)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from migration_copy where ctid = any (array(
        select ctid from migration_copy where run_id = ${runId} limit ${portionRows}))`.execute(db)
    if (numAffectedRows === 0n) return
  }
}

import { type RawBuilder, sql } from 'kysely'
import { suppressionsToCopy } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import { type Batch, batchRows } from './batches.ts'

const nothing: Batch = { last: null, rows: 0 }
export const runBatch = async (tx: Tx, statement: RawBuilder<Batch>): Promise<Batch> =>
  (await statement.execute(tx)).rows[0] ?? nothing

/**
 * Keeps matching off and blocks changes of alerts and their addresses until the transaction ends; reads continue.
 * Records that arrive meanwhile wait and match the new data.
 */
export async function lockForReplacement(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '30s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${locks.alertKeys})`.execute(tx)
  await sql`lock table alert, email_address, alert_email, alert_phone in share row exclusive mode`.execute(tx)
}

export async function countCurrent(
  db: Db | Tx,
  { ownerless = false } = {},
): Promise<{ alerts: number; emails: number }> {
  const { rows } = await sql<{ alerts: number; emails: number }>`
    select (select count(*)::int from alert where not ${ownerless}::boolean or user_id is null) as alerts,
      (select count(*)::int from email_address where not ${ownerless}::boolean or owner_id is null) as emails`.execute(
    db,
  )
  return rows[0] ?? { alerts: 0, emails: 0 }
}

/** Copies the next alerts, with their recipients, what they leave out, and the records that they matched. */
export const copyAlerts = (tx: Tx, runId: number, after: number): Promise<Batch> =>
  runBatch(
    tx,
    sql<Batch>`
    with portion as materialized (select * from alert where id > ${after} order by id limit ${batchRows}),
    alerts as (
      insert into migration_copy (run_id, of, place, body) select ${runId}, 'alert', id, row_to_json(portion) from portion),
    emails as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'alert_email', l.alert_id, row_to_json(l) from portion join alert_email l on l.alert_id = portion.id),
    phones as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'alert_phone', l.alert_id, row_to_json(l) from portion join alert_phone l on l.alert_id = portion.id),
    exceptions as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'alert_exception', x.alert_id, row_to_json(x)
      from portion join alert_exception x on x.alert_id = portion.id),
    matches as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'event_match', m.alert_id, row_to_json(m) from portion join event_match m on m.alert_id = portion.id),
    possible as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'possible_match', m.alert_id, row_to_json(m)
      from portion join possible_match m on m.alert_id = portion.id)
    select max(id) as last, count(*)::int as rows from portion`,
  )

/**
 * Copies the next addresses with what is deleted with them: their tickets, and the suppressions of those without an
 * owner.
 */
export const copyEmails = (tx: Tx, runId: number, after: number): Promise<Batch> =>
  runBatch(
    tx,
    sql<Batch>`
    with portion as materialized (select * from email_address where id > ${after} order by id limit ${batchRows}),
    emails as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'email_address', id, row_to_json(portion) from portion),
    tickets as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'ticket', t.id, row_to_json(t) from portion join ticket t on t.email_id = portion.id),
    stops as (
      insert into migration_copy (run_id, of, place, body)
      ${suppressionsToCopy(runId, sql`select id from portion`)})
    select max(id) as last, count(*)::int as rows from portion`,
  )

/** Copies the unsent notices, which are canceled with their alert or address. */
export async function copyUnsent(tx: Tx, runId: number): Promise<void> {
  await sql`
    with open as materialized (
      select * from notice where state in ('held', 'waiting', 'in_doubt') and kind in ('match', 'weekly', 'verify')),
    notices as (
      insert into migration_copy (run_id, of, place, body)
      select ${runId}, 'notice', id, json_build_object('id', id, 'state', state, 'reason', reason,
        'resent_after', resent_after, 'state_before_resend', state_before_resend) from open)
    insert into migration_copy (run_id, of, place, body)
    select ${runId}, 'delivery', d.notice_id, row_to_json(d) from open join delivery d on d.notice_id = open.id`.execute(
    tx,
  )
}

/** Copies the current suppressions of addresses without an owner. */
export async function copySuppressions(tx: Tx, runId: number): Promise<void> {
  await sql`
    insert into migration_copy (run_id, of, place, body)
    ${suppressionsToCopy(runId)}`.execute(tx)
}

/** Deletes the next alerts, or only those without an owner. The history stays. */
export const wipeAlerts = (tx: Tx, after: number, { ownerless = false } = {}): Promise<Batch> =>
  runBatch(
    tx,
    sql<Batch>`
    with portion as materialized (
      select id from alert where id > ${after} and (not ${ownerless}::boolean or user_id is null)
      order by id limit ${batchRows}),
    keys as (delete from alert_key k using portion where k.alert_id = portion.id),
    texts as (delete from alert_text k using portion where k.alert_id = portion.id),
    matches as (delete from event_match m using portion where m.alert_id = portion.id),
    possible as (delete from possible_match m using portion where m.alert_id = portion.id),
    gone as (delete from alert a using portion where a.id = portion.id)
    select max(id) as last, count(*)::int as rows from portion`,
  )

/** Deletes the next addresses, or only those without an owner; this cancels their unsent notices. */
export const wipeEmails = (tx: Tx, after: number, { ownerless = false } = {}): Promise<Batch> =>
  runBatch(
    tx,
    sql<Batch>`
    with portion as materialized (
      select id from email_address where id > ${after} and (not ${ownerless}::boolean or owner_id is null)
      order by id limit ${batchRows}),
    gone as (delete from email_address e using portion where e.id = portion.id)
    select max(id) as last, count(*)::int as rows from portion`,
  )

/** Moves 'This is not about me' of an address without an owner to its new id. */
export async function moveMutes(tx: Tx, runId: number): Promise<void> {
  await sql`
    insert into record_mute (owner_key, event_id)
    select -e.id, m.event_id
    from migration_copy c cross join json_populate_record(null::email_address, c.body) old
    join record_mute m on m.owner_key = -old.id
    join email_address e on e.owner_id is null and e.address_key = old.address_key
    where c.run_id = ${runId} and c.of = 'email_address' and old.owner_id is null
    on conflict do nothing`.execute(tx)
}

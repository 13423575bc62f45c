import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { type Batch, batchRows } from './batches.ts'
import { skipReasons } from './legacy-mapping.ts'
import { runBatch } from './wipe.queries.ts'

/** Imports the next addresses, without an owner, verified and marked as migrated, unless they exist. */
export const importEmails = (tx: Tx, runId: number, after: number): Promise<Batch> =>
  runBatch(
    tx,
    sql<Batch>`
    with portion as materialized (
      select place, address from migration_email where run_id = ${runId} and place > ${after}
      order by place limit ${batchRows}),
    made as (
      insert into email_address (owner_id, address, migrated, verified_at)
      select null, address, true, now()
      from (select distinct on (lower(address)) address from portion order by lower(address), place) once
      on conflict (owner_id, address_key) do nothing)
    select max(place) as last, count(*)::int as rows from portion`,
  )

/** Finds the address of the next alerts. */
export const findAddresses = (tx: Tx, runId: number, after: number): Promise<Batch> =>
  runBatch(
    tx,
    sql<Batch>`
    with portion as materialized (
      select place, legacy_email_id from migration_alert where run_id = ${runId} and place > ${after}
      order by place limit ${batchRows}),
    found as (
      update migration_alert a set email_id = e.id
      from portion s join migration_email m on m.run_id = ${runId} and m.legacy_id = s.legacy_email_id
      join email_address e on e.owner_id is null and e.address_key = lower(m.address)
      where a.run_id = ${runId} and a.place = s.place)
    select max(place) as last, count(*)::int as rows from portion`,
  )

/** @returns the number of alerts skipped and listed, because their address is missing or was not imported */
export async function skipWithoutAddress(tx: Tx, runId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from migration_alert where run_id = ${runId} and email_id is null returning place, legacy_id)
    insert into migration_skipped (run_id, of, legacy_id, reason)
    select ${runId}, 'ALERT', legacy_id, ${skipReasons.emailNotThere} from gone order by place`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** @returns the number of alerts skipped and listed, because another one has the same status, address and criteria */
export async function skipDuplicates(tx: Tx, runId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with numbered as materialized (
      select place, row_number() over (
        partition by email_id, status, alert_type, upper(first_name), upper(last_name), upper(business_name),
          upper(parcel_id) order by place) as n
      from migration_alert where run_id = ${runId}),
    gone as (
      delete from migration_alert a using numbered where numbered.n > 1 and a.run_id = ${runId}
        and a.place = numbered.place returning a.place, a.legacy_id)
    insert into migration_skipped (run_id, of, legacy_id, reason)
    select ${runId}, 'ALERT', legacy_id, ${skipReasons.sameAlert} from gone order by place`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Imports the next alerts, without an owner. Version 0 of the rule makes the worker derive their keys before it matches
 * another record.
 */
export const importAlerts = (tx: Tx, runId: number, countyCode: string, after: number): Promise<Batch> =>
  runBatch(
    tx,
    sql<Batch>`
    with portion as materialized (
      select nextval(pg_get_serial_sequence('alert', 'id')) as id, m.*
      from (select * from migration_alert where run_id = ${runId} and place > ${after}
        order by place limit ${batchRows}) m),
    made as (
      insert into alert (id, user_id, name, alert_type, first_name, last_name, business_name, parcel_id, criteria, status,
        rule_version, county_code, told)
      overriding system value
      -- Each has a verified address: setting it here avoids writing a row twice.
      select id, null, name, alert_type, first_name, last_name, business_name, parcel_id, criteria, status, 0,
        ${countyCode}, true
      from portion),
    told as (insert into alert_email (alert_id, email_id, position) select id, email_id, 0 from portion)
    select max(place) as last, count(*)::int as rows from portion`,
  )

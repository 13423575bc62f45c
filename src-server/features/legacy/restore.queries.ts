import { type RawBuilder, sql } from 'kysely'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { unwrittenAttempts } from '#shared/node/domain/notices/notice.queries.ts'
import { copiedSuppressions } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { type Batch, batchRows } from './batches.ts'
import { runBatch } from './wipe.queries.ts'

type Copied =
  | 'email_address'
  | 'alert'
  | 'alert_email'
  | 'alert_phone'
  | 'alert_exception'
  | 'event_match'
  | 'possible_match'
  | 'ticket'
  | typeof copiedSuppressions

/** The columns to restore: those that a row has now and had when it was copied. */
type CopiedColumns = Record<Copied, string[]>

/** Reads which columns we can restore. Newer columns take their default; the database recomputes generated ones. */
export async function copiedColumns(tx: Tx, runId: number): Promise<CopiedColumns> {
  const columns: CopiedColumns = {
    email_address: [],
    alert: [],
    alert_email: [],
    alert_phone: [],
    alert_exception: [],
    event_match: [],
    possible_match: [],
    ticket: [],
    [copiedSuppressions]: [],
  }
  const { rows } = await sql<{ of: Copied; name: string }>`
    select t.of, a.attname::text as name
    from unnest(${Object.keys(columns)}::text[]) as t (of)
    cross join lateral (select body from migration_copy c where c.run_id = ${runId} and c.of = t.of limit 1) first
    join pg_attribute a on a.attrelid = t.of::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where (first.body::jsonb) ? a.attname::text
    order by t.of, a.attnum`.execute(tx)
  for (const { of, name } of rows) columns[of].push(name)
  return columns
}

const joinColumns = (columns: string[]) => sql.join(columns.map((column) => sql.ref(column)))
/** The same for a row under another name. */
const joinColumnsFrom = (row: string, columns: string[], changed: Record<string, RawBuilder<unknown>> = {}) =>
  sql.join(columns.map((column) => changed[column] ?? sql.ref(`${row}.${column}`)))

const selectNext = (runId: number, of: 'email_address' | 'alert', after: number) => sql`
  portion as materialized (
    select place, body from migration_copy where run_id = ${runId} and of = ${of} and place > ${after}
    order by place limit ${batchRows})`

const nothing: Batch = { last: null, rows: 0 }

/**
 * Restores the next addresses under their old ids. An address whose owner was deleted stays deleted; one that its owner
 * entered again exists already, and counts as verified if either was.
 */
export async function putBackEmails(
  tx: Tx,
  runId: number,
  { email_address: columns }: CopiedColumns,
  after: number,
): Promise<Batch> {
  if (columns.length === 0) return nothing
  return runBatch(
    tx,
    sql<Batch>`
    with ${selectNext(runId, 'email_address', after)},
    made as (
      insert into email_address (${joinColumns(columns)}) overriding system value
      select ${joinColumnsFrom('e', columns)} from portion cross join json_populate_record(null::email_address, portion.body) e
      where e.owner_id is null or exists (select from "user" u where u.id = e.owner_id)
      order by e.id
      on conflict (owner_id, address_key) do update
      set verified_at = coalesce(email_address.verified_at, excluded.verified_at))
    select max(place) as last, count(*)::int as rows from portion`,
  )
}

/** SQL: which records the alerts `made` had matched; none if their rows have no column in common. */
const matchesBack = (runId: number, of: 'event_match' | 'possible_match', { [of]: columns }: CopiedColumns) =>
  columns.length === 0
    ? []
    : [
        sql`insert into ${sql.table(of)} (${joinColumns(columns)})
          select ${joinColumnsFrom('m', columns)}
          from made join migration_copy c on c.run_id = ${runId} and c.of = ${of} and c.place = made.id
          cross join json_populate_record(null::${sql.table(of)}, c.body) m
          on conflict do nothing`,
      ]

/**
 * Restores the next alerts under their old ids, with their recipients and exceptions, and without new notices about
 * records that they had before. Version 0 of the rule makes the worker derive their keys again.
 */
export async function putBackAlerts(tx: Tx, runId: number, columns: CopiedColumns, after: number): Promise<Batch> {
  if (columns.alert.length === 0) return nothing
  const { alert, alert_email: byEmail, alert_phone: byPhone, alert_exception: exceptions } = columns
  const links = sql.join(
    [
      sql`select 1 as one`,
      ...(byEmail.length === 0 ? [] : [linksBack(runId, byEmail)]),
      ...(byPhone.length === 0
        ? []
        : [
            sql`insert into alert_phone (${joinColumns(byPhone)})
              select ${joinColumnsFrom('l', byPhone)}
              from made join migration_copy c on c.run_id = ${runId} and c.of = 'alert_phone' and c.place = made.id
              cross join json_populate_record(null::alert_phone, c.body) l join phone p on p.id = l.phone_id
              on conflict do nothing`,
          ]),
      ...(exceptions.length === 0
        ? []
        : [
            sql`insert into alert_exception (${joinColumns(exceptions)}) overriding system value
              select ${joinColumnsFrom('x', exceptions, { notice_id: sql`(select n.id from notice n where n.id = x.notice_id)` })}
              from made join migration_copy c on c.run_id = ${runId} and c.of = 'alert_exception' and c.place = made.id
              cross join json_populate_record(null::alert_exception, c.body) x
              on conflict do nothing`,
          ]),
      ...matchesBack(runId, 'event_match', columns),
      ...matchesBack(runId, 'possible_match', columns),
    ].map((statement, index) => sql`${sql.ref(`step_${index}`)} as (${statement})`),
  )
  return runBatch(
    tx,
    sql<Batch>`
    with ${selectNext(runId, 'alert', after)},
    made as (
      insert into alert (${joinColumns(alert)}) overriding system value
      select ${joinColumnsFrom('a', alert, { rule_version: sql`0` })}
      from portion cross join json_populate_record(null::alert, portion.body) a
      where a.user_id is null or exists (select from "user" u where u.id = a.user_id)
      order by a.id
      returning id),
    ${links}
    select max(place) as last, count(*)::int as rows from portion`,
  )
}

/** An address that its owner entered again has another id, and the alert links to that. */
const linksBack = (runId: number, columns: string[]) => sql`
  insert into alert_email (${joinColumns(columns)})
  select ${joinColumnsFrom('l', columns, { email_id: sql`there.id` })}
  from made join migration_copy c on c.run_id = ${runId} and c.of = 'alert_email' and c.place = made.id
  cross join json_populate_record(null::alert_email, c.body) l
  join migration_copy k on k.run_id = ${runId} and k.of = 'email_address' and k.place = l.email_id
  cross join json_populate_record(null::email_address, k.body) old
  join email_address there on there.address_key = old.address_key and there.owner_id is not distinct from old.owner_id
  on conflict do nothing`

/** Restores the tickets of emailed links. */
export async function putBackTickets(tx: Tx, runId: number, { ticket }: CopiedColumns): Promise<void> {
  if (ticket.length === 0) return
  await sql`
    insert into ticket (${joinColumns(ticket)}) overriding system value
    select ${joinColumnsFrom('t', ticket)}
    from migration_copy c cross join json_populate_record(null::ticket, c.body) t
    join email_address e on e.id = t.email_id
    where c.run_id = ${runId} and c.of = 'ticket'
      and (t.user_id is null or exists (select from "user" u where u.id = t.user_id))
    on conflict do nothing`.execute(tx)
}

/**
 * The reasons of notices that were canceled because their address or alert was wiped; the first is also in the database
 * (0004).
 */
const wipedSkipReasons = [skipReasons['recipient-removed'].staff, skipReasons['alert-off'].staff]

/** Queues unsent notices again that were canceled because their alert or address was wiped. */
export async function putBackUnsent(tx: Tx, runId: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    with again as (
      update notice n set state = c.body ->> 'state', reason = c.body ->> 'reason', ended_at = null,
        resent_after = (c.body ->> 'resent_after')::int, state_before_resend = c.body ->> 'state_before_resend'
      from migration_copy c
      -- A message that staff had resent gets its earlier state back.
      where c.run_id = ${runId} and c.of = 'notice' and n.id = c.place
        and n.state = coalesce(c.body ->> 'state_before_resend', 'canceled')
        and n.reason = any (${wipedSkipReasons}::text[])
      returning n.id),
    work as (
      insert into delivery (notice_id, priority, fence, attempts, in_doubt_since, perhaps_taken_since)
      -- A worker may still hold a claim of the row that was deleted.
      select d.notice_id, d.priority, ${sql.lit(unwrittenAttempts)} + greatest(d.fence, coalesce(
          (select max(attempt) from notice_attempt t where t.notice_id = d.notice_id), 0)), d.attempts,
        coalesce(d.calling_at, d.in_doubt_since), d.perhaps_taken_since
      from migration_copy c cross join json_populate_record(null::delivery, c.body) d
      join again on again.id = d.notice_id
      where c.run_id = ${runId} and c.of = 'delivery'
      on conflict do nothing)
    select count(*)::int as rows from again`.execute(tx)
  return rows[0]?.rows ?? 0
}

/**
 * Matches records again that arrived while the alerts were deleted, to notify the recipients of the restored alerts;
 * recipients who got a notice get no second one.
 * @returns records
 */
export async function matchAgainSince(tx: Tx, moment: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into match_queue (event_id) select id from event where received_at >= ${moment} order by id
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes a run's copies, in batches. */
export async function deleteCopy(db: Db, runId: number): Promise<void> {
  await sql`update migration_run set copy_deleted = true where id = ${runId}`.execute(db)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from migration_copy where ctid = any (array(
        select ctid from migration_copy where run_id = ${runId} limit ${batchRows}))`.execute(db)
    if (numAffectedRows === 0n) return
  }
}

import { sql } from 'kysely'
import { type Channel, channels } from '#shared/contract/alert.ts'
import type { NoticeChangeAct, NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { textColumnNames } from '#shared/domain/alert/alert-types.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import {
  type CriteriaColumns,
  criteriaColumns,
  optionForFewer,
  matchOptionColumns,
} from '#shared/node/domain/alerts/criteria-columns.ts'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { recipientTables } from '#shared/node/domain/recipients/recipient-tables.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** A message about changes, as it was sent. */
export type ChangesMessage = {
  userId: number | null
  username: string
  lines: NoticeChangeLine[]
  byStaff: boolean
  /** False if it was sent to a person other than the account's owner. */
  own: boolean
  /** 'YYYY-MM-DD': of the changes. */
  day: string
  /** Whether the time for an undo has passed, and whether everything was undone. */
  over: boolean
  undone: boolean
}

/** The message of a link; undefined if it, or its owner, is deleted. */
export async function findMessage(db: Db | Tx, noticeId: number): Promise<ChangesMessage | undefined> {
  const { rows } = await sql<ChangesMessage>`
    select n.user_id as "userId", coalesce(u.username, '') as username, n.data -> 'changes' as lines,
      coalesce((n.data ->> 'byStaff')::boolean, false) as "byStaff", coalesce((n.data ->> 'own')::boolean, true) as own,
      n.data ->> 'day' as day,
      coalesce(t.until <= now(), true) as over, coalesce(t.undone, false) as undone
    from notice n left join "user" u on u.id = n.user_id
    left join lateral (
      select max(c.until) as until, bool_and(c.undone_at is not null) as undone
      from notice_of_change m join notice_change c on c.id = m.change_id where m.notice_id = n.id) t on true
    where n.id = ${noticeId} and n.kind = 'account' and n.template in ('notices-changed', 'notices-changed-text')
      and json_typeof(n.data -> 'changes') = 'array' and (n.user_id is null or u.id is not null)`.execute(db)
  return rows[0]
}

export type OpenChange = {
  id: number
  userId: number | null
  /** Null for the account. */
  alertId: number | null
  act: NoticeChangeAct
  recipientId: number | null
  at: Date
}

/** Locks the changes of a message that can still be undone, in the order in which they were made. */
export async function lockOpenChanges(tx: Tx, noticeId: number): Promise<OpenChange[]> {
  const { rows } = await sql<OpenChange>`
    select c.id, c.user_id as "userId", c.alert_id as "alertId", c.act, c.recipient_id as "recipientId", c.at
    from notice_of_change m join notice_change c on c.id = m.change_id
    where m.notice_id = ${noticeId} and c.undone_at is null and c.until > now()
    order by c.id for update of c`.execute(tx)
  return rows
}

/** Records that changes were put back: no message undoes them again. */
export async function markUndone(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update notice_change set undone_at = now() where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** Activates the account. @returns the ids of its alerts, which notify again; empty if it is active */
export async function putBackAccount(tx: Tx, { userId }: OpenChange): Promise<number[]> {
  const { rows } = await sql`
    update "user" set status = 'A', version = version + 1, last_active_at = now(), purge_warned_at = null
    where id = ${userId} and status = 'I' returning id`.execute(tx)
  if (rows.length === 0) return []
  return toIds(await sql<{ id: number }>`select id from alert where user_id = ${userId}`.execute(tx))
}

/** Lets a number that staff marked as invalid get texts again. */
export async function putBackNumber(tx: Tx, { recipientId, userId }: OpenChange): Promise<void> {
  await sql`update phone set validated_at = now(), validation_problem = ''
    where id = ${recipientId} and owner_id = ${userId} and validated_at is null`.execute(tx)
}

/**
 * Makes an alert notify at least of what it notified of before a change, and everyone whom it notified: no one loses a
 * notice. A deleted alert is restored; if the alert has other criteria by now, the former one is restored next to it.
 * @returns the ids of the alerts that notify again, or of more
 */
export async function putBackAlert(tx: Tx, change: OpenChange): Promise<number[]> {
  const { rows } = await sql<{ isSame: boolean }>`
    select (a.alert_type, ${columns('a', textColumnNames)}) = (x.alert_type, ${columns('x', textColumnNames)}) as "isSame"
    from ${thenAndNow(change)}`.execute(tx)
  const [now] = rows
  if (!now) return insertFormer(tx, change)
  await linkFormerRecipients(tx, change)
  const changed = new Set([...(await turnOn(tx, change)), ...(await widen(tx, change))])
  return [...changed, ...(now.isSame ? [] : await insertFormer(tx, change))]
}

const toIds = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id)
const columns = (table: string, names: readonly string[]) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)))

/** SQL: the alert `a`, if its owner still has it, and `x`, as it was before a change. */
const thenAndNow = ({ id, alertId, userId }: OpenChange) => sql`
  alert a join notice_change c on c.id = ${id} and a.id = ${alertId} and a.user_id is not distinct from ${userId}::bigint
  cross join jsonb_populate_record(null::alert, c.before -> 'alert') x`

/** Puts the recipients back that still exist. Which of them get messages is asked at each message. */
async function linkFormerRecipients(tx: Tx, change: OpenChange): Promise<void> {
  for (const channel of channels) {
    const [links, link] = alertLinks[channel]
    const table = sql.table(recipientTables[channel].table)
    const column = sql.ref(link)
    await sql`
      insert into ${sql.table(links)} (alert_id, ${column}, position, acknowledged, unsubscribed_at)
      select a.id, r.id, (select coalesce(max(position) + 1, 0) from ${sql.table(links)} where alert_id = a.id)
          + row_number() over (order by l.position), l.acknowledged, l.unsubscribed_at
      from ${thenAndNow(change)} cross join jsonb_populate_recordset(null::${sql.table(links)}, c.before -> ${links}::text) l
      join ${table} r on r.id = l.${column}
      on conflict do nothing`.execute(tx)
  }
}

/** Turns it on if it was on, and pauses it no longer than it was paused. */
async function turnOn(tx: Tx, change: OpenChange): Promise<number[]> {
  return toIds(
    await sql<{ id: number }>`
    with wanted as (
      select a.id, case when a.paused_until is null or x.paused_until is null then null
        else least(a.paused_until, x.paused_until) end as paused_until
      from ${thenAndNow(change)} where x.status = 'A')
    update alert a set status = 'A', paused_until = w.paused_until, ${asChanged} from wanted w
    where a.id = w.id and (a.status <> 'A' or a.paused_until is distinct from w.paused_until) returning a.id`.execute(
      tx,
    ),
  )
}

/** SQL: an option as wide as it is now or was before, whichever is wider. */
const both = (option: (typeof matchOptionColumns)[number]) =>
  option === optionForFewer
    ? sql`a.${sql.ref(option)} and x.${sql.ref(option)}`
    : sql`a.${sql.ref(option)} or x.${sql.ref(option)}`

/** Gives back match options, and drops exceptions that were made since. */
async function widen(tx: Tx, change: OpenChange): Promise<number[]> {
  const wanted = matchOptionColumns.map((option) => sql`${both(option)} as ${sql.ref(option)}`)
  const options = await sql<{ id: number }>`
    with wanted as (select a.id, ${sql.join(wanted)} from ${thenAndNow(change)})
    update alert a set ${sql.join(matchOptionColumns.map((option) => sql`${sql.ref(option)} = w.${sql.ref(option)}`))}, ${asChanged}
    from wanted w where a.id = w.id and (${columns('a', matchOptionColumns)}) is distinct from (${columns('w', matchOptionColumns)})
    returning a.id`.execute(tx)
  const exceptions = await sql<{ id: number }>`
    delete from alert_exception e using ${thenAndNow(change)}
    where e.alert_id = a.id and not exists (
      select from jsonb_populate_recordset(null::alert_exception, c.before -> 'alert_exception') f
      where f.kind = e.kind and f.value = e.value)
    returning a.id`.execute(tx)
  return [...toIds(options), ...toIds(exceptions)]
}

/** SQL: raises the version, so that a form with the earlier state cannot save. */
const asChanged = sql`version = a.version + 1, updated_at = now(), updated_by = null`

/**
 * Inserts an alert as it was before a change, with its recipients that still exist: under its id, or under a new one if
 * there is an alert of that id. Messages that it sent before stay sent.
 */
async function insertFormer(tx: Tx, change: OpenChange): Promise<number[]> {
  const { id, alertId, userId, at } = change
  const attributes = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = 'alert'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'
    order by attnum`.execute(tx)
  const names = sql.join(attributes.rows.map(({ name }) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`
    insert into alert (id, ${names}) overriding system value
    select case when exists (select from alert where id = x.id) then nextval(pg_get_serial_sequence('alert', 'id')) else x.id end,
      ${sql.join(attributes.rows.map(({ name }) => (name === 'rule_version' ? sql`0` : sql.ref(`x.${name}`))))}
    from notice_change c, jsonb_populate_record(null::alert, c.before -> 'alert') x where c.id = ${id} returning id`.execute(
    tx,
  )
  const made = rows[0]?.id
  if (made === undefined) return []
  const taken = sql`notice_change c cross join jsonb_populate_recordset`
  for (const channel of channels) {
    const [links, link] = alertLinks[channel]
    await sql`insert into ${sql.table(links)} (alert_id, ${sql.ref(link)}, position, acknowledged, unsubscribed_at, created_at)
      select ${made}, r.id, x.position, x.acknowledged, x.unsubscribed_at, x.created_at
      from ${taken}(null::${sql.table(links)}, c.before -> ${links}::text) x
      join ${sql.table(recipientTables[channel].table)} r on r.id = x.${sql.ref(link)} where c.id = ${id}`.execute(tx)
  }
  await sql`insert into alert_exception (alert_id, kind, value, written, notice_id, created_at)
    select ${made}, x.kind, x.value, x.written, x.notice_id, x.created_at
    from ${taken}(null::alert_exception, c.before -> 'alert_exception') x where c.id = ${id}`.execute(tx)
  // Also of a record that was restricted since. What the alert sent later may have gone to others only.
  await sql`
    with sent as (
      select event_id, revision, match, matched_at from event_match where alert_id = ${alertId}
      union all
      select x.event_id, x.revision, x.match, x.matched_at from ${taken}(null::event_match, c.before -> 'event_match') x
      where c.alert_id = ${alertId} and c.user_id is not distinct from ${userId}::bigint)
    insert into event_match (event_id, alert_id, revision, match, matched_at)
    select t.event_id, ${made}, t.revision, case when e.restricted then restricted_match(t.match) else t.match end, t.matched_at
    from sent t join event e on e.id = t.event_id where t.matched_at < ${at} on conflict do nothing`.execute(tx)
  await putBackPossible(tx, change, made)
  return [made]
}

/** The former alert's possible matches, which its deletion took, or which the alert of its id still has. */
async function putBackPossible(tx: Tx, { id, alertId, userId, at }: OpenChange, made: number): Promise<void> {
  await sql`
    with former as (
      select p.* from possible_match p where p.alert_id = ${alertId}
      union all
      select x.* from notice_change c cross join jsonb_populate_recordset(null::possible_match, c.before -> 'possible_match') x
      where c.id = ${id} and c.alert_id = ${alertId} and c.user_id is not distinct from ${userId}::bigint)
    insert into possible_match (event_id, alert_id, revision, user_id, criteria, match, matched_at, in_no_email, week, answer,
      answered_at)
    select f.event_id, ${made}, f.revision, f.user_id, f.criteria,
      case when e.restricted then restricted_match(f.match) else f.match end, f.matched_at, f.in_no_email, f.week, f.answer,
      f.answered_at
    from former f join event e on e.id = f.event_id where f.matched_at < ${at} on conflict do nothing`.execute(tx)
}

/** SQL: whether a recipient that the alert had before a change `c` is deleted. */
const isGone = (channel: Channel) => {
  const [links, link] = alertLinks[channel]
  return sql`exists (select from jsonb_populate_recordset(null::${sql.table(links)}, c.before -> ${links}::text) x
    where not exists (select from ${sql.table(recipientTables[channel].table)} r where r.id = x.${sql.ref(link)}))`
}

/** Whether the undo of a message cannot put a recipient back, because the recipient was deleted. */
export async function lacksRecipients(tx: Tx, noticeId: number): Promise<boolean> {
  const { rows } = await sql`
    select from notice_of_change m join notice_change c on c.id = m.change_id
    where m.notice_id = ${noticeId}
      and (${isGone('EMAIL')} or ${isGone('PHONE')}) limit 1`.execute(tx)
  return rows.length > 0
}

/** The criteria of alerts, to derive their keys from. */
export async function readCriteria(tx: Tx, ids: readonly number[]): Promise<(CriteriaColumns & { id: number })[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('alert')
    .select(['id', ...criteriaColumns])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}

/**
 * Has records matched again that arrived while an alert was silent. Those that matched while it was paused are
 * forgotten first, or they would count as sent; messages that were canceled meanwhile are sent.
 * @param eventIds candidates by their keys
 */
export async function matchMissed(
  tx: Tx,
  { alertId, userId, since, eventIds }: { alertId: number; userId: number | null; since: Date; eventIds: number[] },
): Promise<void> {
  // In place of `is not distinct from`, for which the index is of no use.
  const isOwners = userId === null ? sql`user_id is null` : sql`user_id = ${userId}`
  const canceled = await sql<{ id: number }>`
    select distinct n.id from (select * from outgoing_event where ${isOwners}) o join notice n on n.id = o.notice_id
    where o.alert_id = ${alertId} and n.state = 'canceled' and n.ended_at >= ${since}
      and n.reason in (${skipReasons['alert-off'].staff}, ${skipReasons['owner-inactive'].staff}) order by n.id`.execute(
    tx,
  )
  for (const { id } of canceled.rows) await requeueNotice(tx, id, ['canceled'])
  await sql`
    with silent as (
      delete from outgoing_event where ${isOwners} and alert_id = ${alertId} and created_at >= ${since}
        and skip_reason = ${skipReasons.paused.history} returning event_id)
    delete from event_match m using silent where m.alert_id = ${alertId} and m.event_id = silent.event_id`.execute(tx)
  await sql`
    insert into match_queue (event_id) select id from event where id = any (${eventIds}::bigint[]) and received_at >= ${since}
    order by id on conflict do nothing`.execute(tx)
}

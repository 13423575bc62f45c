import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { NoticeChangeAct, NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { textColumnNames } from '#shared/domain/alert/alert-types.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import { type CriteriaColumns, criteriaColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import { requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** A message about changes, as it was sent. */
export type ChangesMessage = {
  userId: number | null
  username: string
  lines: NoticeChangeLine[]
  byStaff: boolean
  /** 'YYYY-MM-DD': of the changes. */
  day: string
  /** Whether the time for an undo has passed, and whether everything was undone. */
  over: boolean
  undone: boolean
}

/** The message of a link; undefined if it, or its owner, is gone. */
export async function findMessage(db: Db | Tx, noticeId: number): Promise<ChangesMessage | undefined> {
  const { rows } = await sql<ChangesMessage>`
    select n.user_id as "userId", coalesce(u.username, '') as username, n.data -> 'changes' as lines,
      coalesce((n.data ->> 'byStaff')::boolean, false) as "byStaff", n.data ->> 'day' as day,
      coalesce(t.until <= now(), true) as over, coalesce(t.undone, false) as undone
    from notice n left join "user" u on u.id = n.user_id
    left join lateral (
      select max(c.until) as until, bool_and(c.undone_at is not null) as undone
      from notice_change_told m join notice_change c on c.id = m.change_id where m.notice_id = n.id) t on true
    where n.id = ${noticeId} and n.kind = 'account' and n.template in ('notices-changed', 'notices-changed-text')
      and json_typeof(n.data -> 'changes') = 'array' and (n.user_id is null or u.id is not null)`.execute(db)
  return rows[0]
}

export type OpenChange = {
  id: number
  userId: number | null
  alertId: number | null
  act: NoticeChangeAct
  channel: Channel | null
  recipientId: number | null
  at: Date
}

/**
 * Locks the changes of a message that can be undone, and later ones of the same alerts: what somebody else did first
 * cannot be put back while what they did next stands. The newest first.
 */
export async function lockOpenChanges(tx: Tx, noticeId: number): Promise<OpenChange[]> {
  const { rows } = await sql<OpenChange>`
    select c.id, c.user_id as "userId", c.alert_id as "alertId", c.act, c.channel, c.recipient_id as "recipientId", c.at
    from notice_change c
    where c.undone_at is null and c.until > now() and exists (
      select from notice_change_told m join notice_change first on first.id = m.change_id
      where m.notice_id = ${noticeId} and first.undone_at is null and first.until > now() and (first.id = c.id
        or (first.id < c.id and first.alert_id = c.alert_id and first.user_id is not distinct from c.user_id)))
    order by c.id desc for update of c`.execute(tx)
  return rows
}

export async function markUndone(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update notice_change set undone_at = now() where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** SQL: what an undo changes in an alert that its owner still has. */
const changeAlert = ({ alertId, userId }: OpenChange, set: RawBuilder<unknown>, also = sql`true`) => sql<{
  id: number
}>`
  update alert a set ${set}, version = version + 1, updated_at = now(), updated_by = null
  where a.id = ${alertId} and a.user_id is not distinct from ${userId}::bigint and ${also} returning a.id`

/** SQL: a value of the alert as it was. */
const former = ({ id }: OpenChange, column: string) =>
  sql`(select x.${sql.ref(column)} from notice_change c, jsonb_populate_record(null::alert, c.before -> 'alert') x where c.id = ${id})`

type Undo = (tx: Tx, change: OpenChange) => Promise<number[]>
/** How each act is undone. Returns the ids of the alerts that notify again. Undoing takes nothing from anybody. */
export const undos: Record<NoticeChangeAct, Undo> = {
  recipient: async (tx, change) => {
    const { id, alertId, userId, channel, recipientId } = change
    if (!channel) return []
    const [links, link] = alertLinks[channel]
    const table = sql.table({ EMAIL: 'email_address', PHONE: 'phone' }[channel])
    const { rows } = await sql`
      insert into ${sql.table(links)} (alert_id, ${sql.ref(link)}, position, acknowledged)
      select a.id, r.id, coalesce((select max(position) + 1 from ${sql.table(links)} where alert_id = a.id), 0),
        coalesce((c.before ->> 'acknowledged')::boolean, false)
      from notice_change c, alert a, ${table} r
      where c.id = ${id} and a.id = ${alertId} and a.user_id is not distinct from ${userId}::bigint and r.id = ${recipientId}
      on conflict do nothing returning 1`.execute(tx)
    if (rows.length > 0) await changeAlert(change, sql`user_id = user_id`).execute(tx)
    return []
  },
  number: async (tx, { recipientId, userId }) => {
    await sql`update phone set validated_at = now(), validation_problem = ''
      where id = ${recipientId} and owner_id = ${userId} and validated_at is null`.execute(tx)
    return []
  },
  off: async (tx, change) =>
    toIds(await changeAlert(change, sql`status = 'A', paused_until = ${former(change, 'paused_until')}`).execute(tx)),
  paused: async (tx, change) =>
    toIds(await changeAlert(change, sql`paused_until = ${former(change, 'paused_until')}`).execute(tx)),
  criteria: async (tx, change) => {
    const columns = ['alert_type', ...textColumnNames, 'criteria'] as const
    const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${former(change, column)}`))
    return toIds(await changeAlert(change, set).execute(tx))
  },
  deleted: restoreAlert,
  account: async (tx, { userId }) => {
    const { rows } = await sql`
      update "user" set status = 'A', version = version + 1, last_active_at = now(), purge_warned_at = null
      where id = ${userId} and status = 'I' returning id`.execute(tx)
    if (rows.length === 0) return []
    return toIds(await sql<{ id: number }>`select id from alert where user_id = ${userId}`.execute(tx))
  },
}

const toIds = ({ rows }: { rows: { id: number }[] }) => rows.map(({ id }) => id)

/** Puts a deleted alert back under its id with its recipients that still exist; under a new one if it moved elsewhere. */
async function restoreAlert(tx: Tx, { id, alertId }: OpenChange): Promise<number[]> {
  const columns = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = 'alert'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'id'
    order by attnum`.execute(tx)
  const names = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`
    insert into alert (id, ${names}) overriding system value
    select case when exists (select from alert where id = x.id) then nextval(pg_get_serial_sequence('alert', 'id')) else x.id end,
      ${sql.join(columns.rows.map(({ name }) => (name === 'rule_version' ? sql`0` : sql.ref(`x.${name}`))))}
    from notice_change c, jsonb_populate_record(null::alert, c.before -> 'alert') x where c.id = ${id} returning id`.execute(
    tx,
  )
  const made = rows[0]?.id
  if (made === undefined) return []
  const taken = sql`notice_change c cross join jsonb_populate_recordset`
  await sql`insert into alert_email (alert_id, email_id, position, acknowledged, stopped_at, created_at)
    select ${made}, x.email_id, x.position, x.acknowledged, x.stopped_at, x.created_at
    from ${taken}(null::alert_email, c.before -> 'alert_email') x join email_address r on r.id = x.email_id
    where c.id = ${id}`.execute(tx)
  await sql`insert into alert_phone (alert_id, phone_id, position, acknowledged, stopped_at, created_at)
    select ${made}, x.phone_id, x.position, x.acknowledged, x.stopped_at, x.created_at
    from ${taken}(null::alert_phone, c.before -> 'alert_phone') x join phone r on r.id = x.phone_id
    where c.id = ${id}`.execute(tx)
  await sql`insert into alert_exception (alert_id, kind, value, written, notice_id, created_at)
    select ${made}, x.kind, x.value, x.written, x.notice_id, x.created_at
    from ${taken}(null::alert_exception, c.before -> 'alert_exception') x where c.id = ${id}`.execute(tx)
  // What it had sent stays sent, also of a record that was restricted since.
  await sql`insert into event_match (event_id, alert_id, revision, match, matched_at)
    select x.event_id, ${made}, x.revision,
      case when e.restricted then restricted_match(x.match) else x.match end, x.matched_at
    from ${taken}(null::event_match, c.before -> 'event_match') x join event e on e.id = x.event_id
    where c.id = ${id} on conflict do nothing`.execute(tx)
  if (made !== alertId)
    await sql`insert into event_match (event_id, alert_id, revision, match, matched_at)
      select event_id, ${made}, revision, match, matched_at from event_match where alert_id = ${alertId}`.execute(tx)
  return [made]
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
 * Has records matched again that came while an alert was silent. Those that matched while it was paused are forgotten
 * first, or they would count as sent; messages that were canceled meanwhile are sent.
 * @param eventIds candidates by their keys
 */
export async function matchMissed(
  tx: Tx,
  { alertId, userId, since, eventIds }: { alertId: number; userId: number | null; since: Date; eventIds: number[] },
): Promise<void> {
  const canceled = await sql<{ id: number }>`
    select distinct n.id from outgoing_event o join notice n on n.id = o.notice_id
    where o.user_id = ${userId} and o.alert_id = ${alertId} and n.state = 'cancelled' and n.ended_at >= ${since}
      and n.reason in (${skipReasons['alert-off'].staff}, ${skipReasons['owner-inactive'].staff}) order by n.id`.execute(
    tx,
  )
  for (const { id } of canceled.rows) await requeueNotice(tx, id, ['cancelled'])
  await sql`
    with silent as (
      delete from outgoing_event where user_id = ${userId} and alert_id = ${alertId} and created_at >= ${since}
        and unsent_reason = ${skipReasons.paused.history} returning event_id)
    delete from event_match m using silent where m.alert_id = ${alertId} and m.event_id = silent.event_id`.execute(tx)
  await sql`
    insert into match_queue (event_id) select id from event where id = any (${eventIds}::bigint[]) and received_at >= ${since}
    order by id on conflict do nothing`.execute(tx)
}

import { sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { type NoticeChangeAct, noticeChangeDays } from '#shared/contract/notice-change.ts'
import { textColumnNames } from '#shared/domain/alert/alert-types.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { alertLinks } from '#shared/node/domain/alerts/alert-links.ts'
import type { MatchOptionColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import { deliverable } from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

/** An address or number; `recipientId` is null for the email of the account. */
export type Reached = { channel: Channel; recipientId: number | null; target: string }

/** An alert as rows of the tables that hold it. */
export type WholeAlert = {
  alert: MatchOptionColumns
  alert_email: { email_id: number }[]
  alert_phone: { phone_id: number }[]
  alert_exception: { kind: string; value: string }[]
  /** Which records matched; empty unless it may be deleted. */
  event_match: object[]
  possible_match: object[]
}

/** What decides whom an alert notifies, and about what. */
export type AlertState = {
  id: number
  userId: number | null
  name: string
  status: 'A' | 'I'
  /** 'YYYY-MM-DD' */
  pausedUntil: string | null
  /** The criteria, without the match options, as comparable text. */
  watched: string
  /** The alert with its recipients and exceptions, as rows of their tables: what an undo puts back. */
  whole: WholeAlert
  /** Whether an earlier change can still be undone: until then its readers are notified of further changes. */
  isOpen: boolean
  linked: { channel: Channel; recipientId: number; acknowledged: boolean }[]
  /** The recipients who get its notices. */
  reached: (Reached & { recipientId: number })[]
}

/** SQL: the rows of a table that belong to alert `a`, as a JSON list. */
const rowsOf = (table: 'alert_email' | 'alert_phone' | 'alert_exception' | 'event_match' | 'possible_match') =>
  sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from ${sql.table(table)} x where x.alert_id = a.id)`

/**
 * The state of these alerts, in the order of their ids; a deleted one is absent.
 * @param withMatches also keeps which records matched, which the deletion of an alert takes with it
 */
export async function readAlertStates(
  tx: Tx,
  ids: readonly number[],
  { withMatches = false } = {},
): Promise<AlertState[]> {
  const mayGet = deliverable({
    mail: 'match',
    channel: sql`l.channel`,
    ownerId: sql`a.user_id`,
    recipientId: sql`l.recipient_id`,
    isAlertOff: sql`l.is_unsubscribed`,
  })
  const { rows } = await sql<AlertState>`
    select a.id, a.user_id as "userId", a.name, a.status, a.paused_until as "pausedUntil",
      concat_ws(chr(10), a.alert_type, ${sql.join(textColumnNames.map((column) => sql.ref(`a.${column}`)))}) as watched,
      jsonb_build_object('alert', to_jsonb(a), 'alert_email', ${rowsOf('alert_email')}, 'alert_phone', ${rowsOf('alert_phone')},
        'alert_exception', ${rowsOf('alert_exception')},
        'event_match', ${withMatches ? rowsOf('event_match') : sql`'[]'::jsonb`},
        'possible_match', ${withMatches ? rowsOf('possible_match') : sql`'[]'::jsonb`}) as whole,
      exists (select from notice_change c where c.undone_at is null and c.until > now() and (c.alert_id = a.id
        or (c.alert_id is null and c.user_id = a.user_id))) as "isOpen",
      (select coalesce(json_agg(l), '[]') from (
        select 'EMAIL' as channel, email_id as "recipientId", acknowledged from alert_email where alert_id = a.id
        union all select 'PHONE', phone_id, acknowledged from alert_phone where alert_id = a.id) l) as linked,
      (select coalesce(json_agg(json_build_object('channel', l.channel, 'recipientId', l.recipient_id, 'target', d.target)
          order by l.channel, l.recipient_id), '[]')
        from alert_recipient l cross join ${mayGet} d where l.alert_id = a.id and d.skip_reason is null) as reached
    from alert a where a.id = any (${[...ids]}::bigint[]) order by a.id`.execute(tx)
  return rows
}

/** The ids of the alerts that have a recipient, or of all alerts of an owner. */
export async function listAlertIds(
  tx: Tx,
  of: { ownerId: number } | { channel: Channel; recipientId: number },
): Promise<number[]> {
  const { rows } = await (
    'ownerId' in of
      ? sql<{ id: number }>`select id from alert where user_id = ${of.ownerId} order by id`
      : sql<{ id: number }>`
        select distinct alert_id as id from alert_recipient
        where channel = ${of.channel} and recipient_id = ${of.recipientId} order by 1`
  ).execute(tx)
  return rows.map(({ id }) => id)
}

/** The verified email of the account, unless nothing may go there. */
export async function findAccountEmail(tx: Tx, userId: number): Promise<Reached | undefined> {
  const mayGet = deliverable({
    mail: 'security',
    channel: 'EMAIL',
    target: sql`a.address`,
    ownerId: sql`a.user_id`,
    recipientId: sql`null::bigint`,
  })
  const { rows } = await sql<Reached>`
    select 'EMAIL' as channel, null as "recipientId", a.address as target
    from account_email a cross join ${mayGet} d where a.user_id = ${userId} and d.skip_reason is null`.execute(tx)
  return rows[0]
}

export type NewChange = {
  userId: number | null
  alertId: number | null
  act: NoticeChangeAct
  recipient?: { channel: Channel; recipientId: number }
  /** Absent if the whole account is meant. */
  before?: WholeAlert
  keeps?: boolean
}

/** @returns its id. An earlier removal of the same recipient from the same alert no longer makes it get notices. */
export async function insertChange(
  tx: Tx,
  { userId, alertId, act, recipient, before, keeps = false }: NewChange,
): Promise<number> {
  if (recipient)
    await sql`
      update notice_change set keeps = false where alert_id = ${alertId} and act = ${act} and keeps
        and channel = ${recipient.channel} and recipient_id = ${recipient.recipientId}`.execute(tx)
  const row = await tx
    .insertInto('notice_change')
    .values({
      user_id: userId,
      alert_id: alertId,
      act,
      channel: recipient?.channel ?? null,
      recipient_id: recipient?.recipientId ?? null,
      before: JSON.stringify(before ?? {}),
      until: sql<Date>`now() + make_interval(days => ${noticeChangeDays})`,
      keeps,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** SQL: the open changes `c` before which an alert had this recipient: an undo would put it back. */
const openChangesWith = (channel: Channel, recipientId: number) => {
  const [links, link] = alertLinks[channel]
  return sql`c.undone_at is null and c.until > now() and c.before @> jsonb_build_object(${links}::text,
    jsonb_build_array(jsonb_build_object(${link}::text, ${recipientId}::bigint)))`
}

/**
 * Until when an owner's verified recipient is needed: an alert that it was taken from, or that was deleted, may be put
 * back with it. 'YYYY-MM-DD' in the county's zone; null if it is not.
 */
export async function findNeededUntil(
  db: Db | Tx,
  { channel, id, ownerId }: { channel: Channel; id: number; ownerId: number },
  timeZone: string,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(max(until) at time zone ${timeZone}, 'YYYY-MM-DD') as day from notice_change c
    where c.user_id = ${ownerId} and ${openChangesWith(channel, id)}
      and exists (select from recipient r where r.channel = ${channel} and r.id = ${id} and r.verified)`.execute(db)
  return rows[0]?.day ?? null
}

/** Cancels waiting messages about changes: the address or number belongs to another person. */
export async function cancelWaitingMessages(
  tx: Tx,
  ownerId: number,
  { channel, target }: Omit<Reached, 'recipientId'>,
) {
  const waiting = sql`select n.id from notice n where n.user_id = ${ownerId} and n.channel = ${channel} and n.target = ${target}
    and n.template in ('notices-changed', 'notices-changed-text') and n.state = 'waiting'`
  await sql`select from delivery where notice_id in (${waiting}) order by notice_id for update`.execute(tx)
  await sql`
    with canceled as (
      update notice set state = 'canceled', reason = ${skipReasons['recipient-removed'].staff}, ended_at = now()
      where id in (${waiting}) returning id)
    delete from delivery d using canceled c where d.notice_id = c.id`.execute(tx)
}

/** It belongs to another person: it gets no more notices of alerts that it was taken from, and no undo puts it back. */
export async function forgetRecipient(tx: Tx, channel: Channel, recipientId: number): Promise<void> {
  const [links, link] = alertLinks[channel]
  await sql`
    update notice_change set keeps = false
    where act = 'recipient' and keeps and channel = ${channel} and recipient_id = ${recipientId}`.execute(tx)
  await sql`
    update notice_change c set before = jsonb_set(before, array[${links}::text], (
      select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements(before -> ${links}::text) x
      where (x ->> ${link}::text)::bigint <> ${recipientId}))
    where c.user_id = (select owner_id from recipient where channel = ${channel} and id = ${recipientId})
      and ${openChangesWith(channel, recipientId)}`.execute(tx)
}

import { type RawBuilder, sql } from 'kysely'
import { isOn } from '#shared/node/domain/alerts/display-status.queries.ts'
import { isListed } from '#shared/node/domain/possible-matches/possible-match.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { ListedRecord, WeeklyAlert } from '../templates/parts/notice-data.ts'

/** A weekly email lists at most so many records of an alert, and counts the others. */
export const maxListed = 20

/**
 * SQL: what the weekly email `n` lists, for FROM and WHERE: possible matches `p` of its week with their alert `a` and
 * record `e`. Only what its reader still wants: the alert is on, still collects possible matches, notifies this address and
 * watches the same, and no one answered.
 * @param today the county's date
 */
export const weeklyItemsSql = (today: string): RawBuilder<unknown> => sql`
  from weekly_email w cross join lateral (
    select o.* from possible_match o where n.user_id is not null and o.user_id = n.user_id and o.week = w.week
    union all
    select o.* from alert_email l join possible_match o on o.alert_id = l.alert_id
    where n.user_id is null and l.email_id = n.recipient_id and o.user_id is null and o.week = w.week) p
  join alert a on a.id = p.alert_id and a.possible and ${isOn('a', today)} join event e on e.id = p.event_id
  where n.kind = 'weekly' and w.notice_id = n.id and p.answer is null and ${isListed} and exists (
    select from alert_recipient t where t.alert_id = p.alert_id and t.channel = 'EMAIL' and t.recipient_id = n.recipient_id
      and not t.is_unsubscribed)`

type Row = ListedRecord & { noticeId: number; alertId: number; alertName: string; criteria: string; total: number }

/** The lists of weekly emails by notice; absent where nothing is left to list. */
export async function readWeeklyLists(db: Db, noticeIds: number[], today: string): Promise<Map<number, WeeklyAlert[]>> {
  const { rows } = await sql<Row>`
    select i.* from notice n cross join lateral (
      select n.id as "noticeId", a.id as "alertId", a.name as "alertName", p.criteria, p.match,
        e.document_id as "documentId", e.document_type as "documentType", e.document_description as "documentDescription",
        e.document_url as "documentUrl", e.recorded_on as "recordedOn",
        count(*) over (partition by a.id)::integer as total,
        row_number() over (partition by a.id order by e.recorded_on desc, e.id desc) as place
      ${weeklyItemsSql(today)}) i
    where n.id = any (${noticeIds}::bigint[]) and i.place <= ${maxListed}
    order by i."noticeId", i."alertId", i.place`.execute(db)
  const lists = new Map<number, WeeklyAlert[]>()
  for (const ofNotice of Map.groupBy(rows, ({ noticeId }) => noticeId).values()) {
    const alerts = [...Map.groupBy(ofNotice, ({ alertId }) => alertId).values()].map(toWeeklyAlert)
    lists.set(ofNotice[0]!.noticeId, alerts)
  }
  return lists
}

const toWeeklyAlert = (rows: Row[]): WeeklyAlert => {
  const [{ alertName, criteria, total }] = rows as [Row]
  return { name: alertName, criteria, records: rows, more: total - rows.length }
}

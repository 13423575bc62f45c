import { toMatch } from '../world/expected.ts'
import { type Check, checkRows, without } from './check.ts'

/** Possible matches that their owner's list has. */
const listed = `possible_match p join alert a on a.id = p.alert_id join event e on e.id = p.event_id
  where p.criteria = a.criteria and p.answer is null and not p.in_no_email and not e.restricted
    and not exists (select from outgoing_event o where o.event_id = p.event_id and o.user_id = p.user_id)`

/** Their addresses that get a weekly email, as people were at the end. */
const reachable = `alert_email l join email_address r on r.id = l.email_id
  where l.alert_id = a.id and l.unsubscribed_at is null and r.verified_at is not null and a.status = 'A'
    and (a.paused_until is null or a.paused_until <= current_date)
    and exists (select from "user" u where u.id = a.user_id and u.status in ('A', 'L'))
    and not exists (select from suppression s where s.channel = 'EMAIL' and s.target = r.address_key and s.lifted_at is null)`

/**
 * Possible matches notify no one right away, and none is lost: each owner and address gets at most one email a week about
 * them, kills included.
 */
export const weeklyChecks: Check[] = [
  {
    what: 'possible matches missed',
    find: async ({ client, expected }) => {
      const { rows } = await client.query<{ document: string; alert: number }>(
        'select e.document_id as document, p.alert_id as alert from possible_match p join event e on e.id = p.event_id',
      )
      return without(expected.possible, new Set(rows.map(({ document, alert }) => toMatch(document, Number(alert)))))
    },
  },
  checkRows(
    'possible matches that notified',
    `select distinct event_id as id from outgoing_event where match ->> 'grade' = 'POSSIBLE'`,
  ),
  checkRows(
    'weekly emails twice in a week',
    `select n.id from notice n join weekly_email w on w.notice_id = n.id
     where exists (select from notice m join weekly_email v on v.notice_id = m.id
       where m.id < n.id and m.owner_key = n.owner_key and lower(m.target) = lower(n.target) and v.week = w.week)
     union
     select n.id from notice n where n.kind = 'weekly' and not exists (select from weekly_email w where w.notice_id = n.id)`,
  ),
  checkRows(
    'possible matches in no weekly email',
    `select p.event_id as id from ${listed} and exists (select from ${reachable} and not exists (
       select from weekly_email w where w.owner_key = p.user_id and w.target = r.address_key and w.week = p.week))`,
  ),
  checkRows(
    'weekly emails canceled although they had something to list',
    `select n.id from notice n join weekly_email w on w.notice_id = n.id where n.kind = 'weekly' and n.state = 'canceled'
       and exists (select from ${listed} and p.user_id = n.user_id and p.week = w.week and exists (
         select from ${reachable} and r.id = n.recipient_id))`,
  ),
]

import type { Channel } from '#shared/contract/alert.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`

/** SQL: the text of a skip reason in the history. */
const toHistory = (reason: string) => {
  const cases = Object.entries(skipReasons).flatMap(([code, texts]) =>
    'history' in texts ? [`when ${quote(code)} then ${quote(texts.history)}`] : [],
  )
  return `case ${reason} ${cases.join(' ')} else ${reason} end`
}

// For one channel, so that the planner leaves out the tables of the other.
const recipients = (decided: string, channel: Channel, skipReason: string) => `
    select d.*, '${channel}' as channel, l.recipient_id, r.target,
      case when d.paused then 'paused' ${skipReason} else r.skip_reason end as skip_reason
    from ${decided} join alert_recipient l on l.alert_id = d.alert_id and l.channel = '${channel}'
    cross join deliverable('match', '${channel}', null, d.user_id, l.recipient_id, l.is_unsubscribed, d.event_id) r`

/**
 * SQL of the rule for whom a match notifies, used by matching and by the match preview: the common table expression
 * `notifiable`, with one row per recipient of each alert, its `skip_reason` (`MatchSkipReason`; null if it is notified),
 * the same as a text of the history (`history_reason`; '' if it is notified), and its `owner_key`.
 * @param decided a FROM item named `d` with event_id (null in a match preview), alert_id, user_id, paused
 * @param texts an SQL expression: false if the service sends no texts
 */
export const notifiableRecipients = (decided: string, texts: string): string => `
  notifiable as materialized (
    select r.*, coalesce(r.user_id, -r.recipient_id) as owner_key,
      coalesce(${toHistory('r.skip_reason')}, '') as history_reason
    from (${recipients(decided, 'EMAIL', '')}
      union all ${recipients(decided, 'PHONE', `when not ${texts} then 'no-texts'`)}) r
  )`

import { type Check, checkRows, repeated, without } from './check.ts'
import { secondNotice } from './second-notice.ts'

/** From the feed to the history: nothing acknowledged is lost, and the answer is exactly the expected one. */
export const recordChecks: Check[] = [
  {
    what: 'records acknowledged and not stored',
    find: ({ acknowledged, events }) => without(acknowledged, events),
  },
  checkRows('records left in the queue', 'select event_id as id from match_queue'),
  checkRows('records in quarantine', 'select coalesce(event_id, -id) as id from quarantine'),
  {
    what: 'matches missed',
    find: ({ expected, matches }) => without(expected.matches.required, new Set(matches)),
  },
  {
    what: 'matches that should not be',
    find: ({ expected, matches }) => without(without(matches, expected.matches.required), expected.matches.allowed),
  },
  {
    what: 'notices missed',
    find: ({ expected, notices }) => without(expected.notices.required, new Set(notices.map(({ key }) => key ?? ''))),
  },
  {
    what: 'notices that should not be',
    find: ({ expected, notices }) =>
      without(
        without(
          notices.flatMap(({ key }) => key ?? []),
          expected.notices.required,
        ),
        expected.notices.allowed,
      ),
  },
  { what: 'notices decided twice', find: ({ notices }) => repeated(notices.flatMap(({ key }) => key ?? [])) },
  secondNotice,
  {
    what: 'lines of history missed',
    find: ({ expected, history }) => {
      const found = new Set(history.map(({ line }) => line))
      return [...expected.history.keys()].filter((line) => !found.has(line) && !expected.historyAllowed.has(line))
    },
  },
  { what: 'lines of history twice', find: ({ history }) => repeated(history.map(({ line }) => line)) },
  {
    what: 'lines of history that should not be, or give another reason',
    find: ({ expected, history }) =>
      history
        .filter(({ line, reason }) => !expected.history.get(line)?.has(reason))
        .map(({ line, reason }) => `${line}: ${reason || 'sent'}`),
  },
  checkRows(
    'notices without a line of history',
    `select id from notice n where kind = 'match' and not exists (select from outgoing_event o where o.notice_id = n.id)
       -- A restriction keeps it for staff.
       and not exists (select from withheld_match w where w.event_id = n.event_id and w.user_id = n.user_id and w.history is not null)`,
  ),
]

import type { Mutant } from './mutant.ts'

const scenario = 'records change and become restricted'
/** SQL: a function in which one of its own texts is replaced. */
const changeFunction = (name: string, { find, replace }: { find: string; replace: string }) =>
  `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), $old$${find}$old$, $new$${replace}$new$); end $do$`

/** Faults in what follows from a record's second version, and in what a restriction withholds. */
export const revisionMutants: Mutant[] = [
  {
    name: 'a revision is not matched again',
    promise: 'We notify everyone whose alert a revision matches.',
    scenario,
    edits: [
      {
        file: 'src-server/features/feeds/records/event.queries.ts',
        find: '  await client.query(requeue, values)\n',
        replace: '',
      },
    ],
  },
  {
    name: 'a revision notifies everyone again',
    promise: 'A record tells an alert once, whatever its revision.',
    scenario,
    edits: [
      {
        file: 'src-worker/matching/store-matches.queries.ts',
        find: 'on conflict do nothing returning event_id, alert_id',
        replace: `on conflict (event_id, alert_id) do update set revision = excluded.revision returning event_id, alert_id`,
      },
    ],
  },
  {
    name: 'names on a restricted record do not wait for staff',
    promise: 'Only staff tell whoever watches a name on a restricted record.',
    scenario,
    edits: [
      {
        file: 'src-worker/matching/withhold-names.queries.ts',
        find: `event.restricted && match.field !== 'parcel'`,
        replace: `event.restricted && match.field === 'none'`,
      },
    ],
  },
  {
    name: 'a restriction takes back no history',
    promise: 'Messages and history that wait when a record becomes restricted stay with staff.',
    scenario,
    sql: changeFunction('withhold_matches', { find: `match ->> 'field' is distinct from 'parcel'`, replace: 'false' }),
  },
  {
    name: 'a restricted record keeps a part of its content',
    promise: 'Of a restricted record, a message shows number, type and day alone.',
    scenario,
    sql: changeFunction('move_restricted_content', { find: `legal_description = '', `, replace: '' }),
  },
]

import type { Mutant } from './mutant.ts'

// cspell:ignore pkey

const weekly = 'src-worker/weekly/weekly-email.queries.ts'
const store = 'src-worker/matching/store-matches.queries.ts'
const calm = 'nothing but the providers fails'

/** Faults of possible matches and of the weekly email. */
export const weeklyMutants: Mutant[] = [
  {
    name: 'a possible match notifies right away',
    promise: 'Possible matches come in the weekly email alone.',
    scenario: calm,
    edits: [{ file: store, find: `gradeOf(match) === 'POSSIBLE'`, replace: `gradeOf(match) === ('NONE' as never)` }],
  },
  {
    name: 'a possible match keeps its record from notifying later',
    promise: 'A revision that makes a match certain notifies right away.',
    scenario: 'records change and become restricted',
    edits: [
      {
        file: 'src-worker/matching/store-possible.queries.ts',
        find: '  ), stored as (',
        replace: `  ), kept as (
    insert into event_match (event_id, alert_id, revision, match) select event_id, alert_id, revision, match from decided
    on conflict do nothing
  ), stored as (`,
      },
    ],
  },
  {
    name: 'a late possible match gets an email of its own',
    promise: 'An address gets one weekly email a week.',
    // Few people, over some weeks.
    scenario: 'people stop while their notices wait',
    edits: [
      {
        file: weekly,
        find: 'w.week = ${week}::date and w.owner_key in',
        replace: 'false and w.week = ${week}::date and w.owner_key in',
      },
      { file: weekly, find: 'on conflict do nothing returning', replace: 'returning' },
    ],
    sql: 'alter table weekly_email drop constraint weekly_email_pkey;',
  },
]

import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { claimNotices } from './claim.queries.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { type Outcome, recordOutcomes } from './outcome.queries.ts'
import { openPreparedPool } from './prepared-pool.queries.ts'

let setup: DeliverySetup
let pool: pg.Pool
beforeAll(async () => {
  setup = await openDeliverySetup()
  pool = openPreparedPool(setup.url)
  // One connection, so that each statement keeps the plan that it was given while the tables were nearly empty.
  pool.options.max = 1
  // One here too: PostgreSQL learns of what a connection has read only when that connection says so.
  setup.pool.options.max = 1
})
afterAll(async () => {
  await pool.end()
  await setup.close()
})

const rules = { today: '2026-11-20', leaseMs: 3_600_000, spareMs: 1_000 }
const toOutcome = (id: number, fence: number, more: Partial<Outcome>): Outcome => ({
  id,
  fence,
  reason: '',
  possiblyTwice: false,
  waitMs: null,
  providerMessageId: null,
  state: 'accepted',
  call: { outcome: 'accepted', calledAt: new Date(), endedAt: new Date(), detail: '' },
  ...more,
})

/** Sends what is due, up to 40 notices: half of them accepted, half to be tried again later. */
async function sendSome(): Promise<number> {
  const database = { db: setup.db, pool }
  const claimed = await claimNotices(database, 40, 3_600_000)
  const checked = await commitCalls(database, claimed, rules)
  await recordOutcomes(
    database,
    checked.map(({ id, fence }, place) =>
      toOutcome(id, fence, place % 2 === 0 ? {} : { state: 'waiting', waitMs: 60_000 }),
    ),
  )
  return checked.length
}

/** Grows every table that delivery reads, without telling the planner. */
async function grow(rows: number) {
  const [last] = await setup.rows<{ id: number }>('select max(id) as id from notice')
  await setup.rows(
    `insert into "user" (username, status, email) select 'grown' || g + $2, 'A', 'grown' || g + $2 || '@example.org' from generate_series(1, $1) g`,
    [rows, last?.id],
  )
  await setup.rows(
    `insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state)
     select kind, template, event_id, revision + g, user_id, owner_key, channel, recipient_id, target, 'waiting'
     from notice, generate_series(1, $2) g where id = $1`,
    [last?.id, rows],
  )
  await setup.rows('insert into delivery (notice_id, lane) select id, 1 from notice where id > $1', [last?.id])
  await setup.rows(
    `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
     select o.user_id, o.event_id, o.revision + n.revision, o.alert_id, o.alert_name, o.criteria, o.channel, o.recipient_id + n.id, o.target, o.match, n.id
     from outgoing_event o, notice n where o.notice_id = $1 and n.id > $1`,
    [last?.id],
  )
}

/** Rows read so far by scanning an entire table. */
async function countReadInSequence(): Promise<Record<string, number>> {
  for (const connections of [setup.pool, pool]) await connections.query('select pg_stat_force_next_flush()')
  const rows = await setup.rows<{ table: string; count: number }>(
    `select relname as table, seq_tup_read::int as count from pg_stat_user_tables where relname in ('delivery', 'notice',
       'notice_attempt', 'outgoing_event', 'event', 'alert', 'alert_email', 'email_address', 'suppression', 'user')`,
  )
  return Object.fromEntries(rows.map(({ table, count }) => [table, count]))
}

test.each([
  ['without figures about them', 'select'],
  ['with figures about them', 'analyze'],
])('reads no entire table later with plans made while the tables were nearly empty, %s', async (_which, statement) => {
  for (let i = 0; i < 8; i++) {
    await setup.match()
    await sendSome()
  }
  await setup.match()
  await grow(50_000)
  await setup.rows(statement)
  const before = await countReadInSequence()
  for (let i = 0; i < 3; i++) expect(await sendSome()).toBe(40)
  expect(await countReadInSequence()).toEqual(before)
})

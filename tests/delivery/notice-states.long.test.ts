import { sql } from 'kysely'
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteUserRow } from '#server/features/users/managed-user.queries.ts'
import { releaseHeldRows } from '#shared/node/domain/notices/held-notices.queries.ts'
import { queueNotice, requeueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { markOpenNoticesInDoubt } from '#shared/node/domain/restore/restore.queries.ts'
import type { DeliveryStatus } from '#shared/node/providers/common/callback.ts'
import { accepted, delivered, failed, failedOf } from '#shared/node/providers/common/delivery-status.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { convertTextsToEmails } from '#worker/delivery/budget.queries.ts'
import { applyReports } from '#worker/delivery/callbacks/apply-reports.queries.ts'
import { claimNotices } from '#worker/delivery/claim.queries.ts'
import { type Call, type Outcome, recordOutcomes } from '#worker/delivery/outcome.queries.ts'
import { requeueRefused } from '#worker/delivery/refusals.queries.ts'
import { matchBatch } from '#worker/matching/match-batch.ts'
import { deriveStaleKeysBatch } from '#worker/matching/stale-keys.queries.ts'

// cspell:ignore conname constraintdef
/**
 * Compares the diagram of docs/data-model.md with the code: each of the acts below, on a notice in each state, and the
 * resulting state, as a trigger of this test recorded it.
 */
const page = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/data-model.md'), 'utf8')
const diagram = /```mermaid\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const drawn = [...diagram.matchAll(/^ {2}(\S+) --> (\w+): \S.*$/gm)].map(([, from, to]) => `${from} → ${to}`)

let setup: DeliverySetup
let owner: Client
beforeAll(async () => {
  setup = await openDeliverySetup()
  owner = new Client({ connectionString: setup.ownerUrl })
  await owner.connect()
  await owner.query(`
    -- Has a row while an act is under way: what sets up its notice does not count.
    create table watching (act text);
    create table seen (change text primary key);
    grant select on watching to app;
    grant insert on seen to app;
    create function see() returns trigger language plpgsql as $$
    begin
      insert into seen select (case when tg_op = 'INSERT' then '[*]' else old.state end) || ' → ' || new.state
        from watching on conflict do nothing;
      return null;
    end $$;
    create trigger seen after insert or update of state on notice for each row execute function see()`)
})
afterAll(async () => {
  await owner.end()
  await setup.close()
})

/** Everything that makes a notice or changes its state. */
type Act = (noticeId: number, userId: number, recipientId: number) => Promise<unknown>

const call = (outcome: Call['outcome']): Call => ({ outcome, calledAt: new Date(), endedAt: new Date(), detail: '' })
const record =
  (state: Outcome['state'], outcome: Call['outcome'] | null, waitMs: number | null = null): Act =>
  (id) =>
    recordOutcomes(setup, [
      {
        id,
        fence: 0,
        state,
        reason: '',
        possiblyTwice: false,
        waitMs,
        providerMessageId: null,
        call: outcome && call(outcome),
      },
    ])
const report =
  (status: DeliveryStatus): Act =>
  (noticeId) =>
    setup.db
      .transaction()
      .execute((tx) => applyReports(tx, [{ ...status, noticeId, attempt: 1, providerMessageId: 'm', at: new Date() }]))

const acts: Record<string, Act> = {
  'the provider accepts': record('accepted', 'accepted'),
  'the provider refuses': record('failed', 'refused'),
  'the provider puts off': record('waiting', 'retry', 1000),
  'the provider fails, perhaps afterwards': record('waiting', 'perhaps_taken', 1000),
  'the provider does not answer': record('in_doubt', 'in_doubt', 1000),
  'a look-up finds the message': record('accepted', null),
  'its retries end in doubt': record('failed', null),
  'its refusal was the sender’s': (id) =>
    setup.db.transaction().execute((tx) => requeueRefused(tx, [{ id, calls: 1, waitMs: 1000 }])),
  'delivery skips it': record('cancelled', null),
  'a worker finds the call of one that stopped': async (id) => {
    await setup.rows(`update delivery set calling_at = now(), lease_until = '-infinity' where notice_id = $1`, [id])
    await claimNotices(setup, 1, 1000)
  },
  'a report of acceptance': report(accepted),
  'a report of delivery': report(delivered),
  'a report of failure': report(failed('')),
  'a report that the sender is at fault': report(failedOf('sender', '', { failedFor: 'Twilio 30034' })),
  'staff release it': () => setup.db.transaction().execute((tx) => releaseHeldRows(tx)),
  'staff send it again': (id) =>
    setup.db.transaction().execute((tx) => requeueNotice(tx, id, ['failed', 'cancelled', 'accepted', 'delivered'])),
  'a restore is noticed': () => setup.db.transaction().execute((tx) => markOpenNoticesInDoubt(tx, new Date())),
  'the text budget is spent': (id) =>
    setup.db.transaction().execute((tx) => convertTextsToEmails(tx, [{ id, fence: 0 }])),
  'a revision restricts its record': (id) =>
    setup.rows('update event set restricted = true where id = (select event_id from notice where id = $1)', [id]),
  'the recipient is deleted': (_id, _userId, recipientId) =>
    setup.rows('delete from phone where id = $1', [recipientId]),
  'the user is deleted': (_id, userId) => setup.db.transaction().execute((tx) => deleteUserRow(tx, userId)),
  'matching finds another, over the daily limit': async () => {
    await setup.rows('insert into match_queue (event_id) values ($1)', [await setup.event()])
    await deriveStaleKeysBatch(setup.db, 1000)
    await matchBatch(setup.deps({ floodNoticesPerDay: 0 }))
  },
  'another message is queued': () =>
    setup.db.transaction().execute((tx) =>
      queueNotice(tx, {
        kind: 'account',
        template: 'help-text',
        channel: 'PHONE',
        target: '+16125550199',
        userId: null,
        data: {},
      }),
    ),
}

/** The possible states of a notice's columns, by state; the columns are of `notice`. */
const starts = [
  `state = 'held'`,
  `state = 'waiting'`,
  `state = 'in_doubt'`,
  ...['accepted', 'delivered', 'failed'].flatMap((earlier) =>
    ['waiting', 'in_doubt'].map((state) => `state = '${state}', again_after = 0, earlier_state = '${earlier}'`),
  ),
  `state = 'accepted', accepted_at = now(), ended_at = now()`,
  `state = 'delivered', accepted_at = now(), ended_at = now()`,
  `state = 'failed', ended_at = now()`,
  `state = 'failed', given_up = true, ended_at = now()`,
  `state = 'cancelled', ended_at = now()`,
]
const isOpen = (start: string) => /^state = '(waiting|in_doubt)'/.test(start)

test('a notice changes its state as drawn, and in each way that is drawn', async () => {
  expect(drawn.length).toBeGreaterThan(0)
  const { rows: checks } = await owner.query<{ states: string }>(
    `select pg_get_constraintdef(oid) as states from pg_constraint where conname = 'notice_state_check'`,
  )
  const states = [...(checks[0]?.states ?? '').matchAll(/'(\w+)'::text/g)].map(([, state]) => state)
  expect([...new Set(drawn.flatMap((change) => change.split(' → ')))].toSorted()).toEqual(['[*]', ...states].toSorted())

  for (const act of Object.values(acts)) {
    for (const start of starts) {
      const { noticeId, userId, recipientId } = await setup.match({ channel: 'PHONE' })
      await setup.rows(`update notice set ${start} where id = $1`, [noticeId])
      if (!isOpen(start)) await setup.rows('delete from delivery where notice_id = $1', [noticeId])
      await owner.query(`insert into watching values ('this')`)
      await act(noticeId, userId ?? 0, recipientId)
      await owner.query('delete from watching')
      await setup.rows('delete from delivery')
      await sql`update notice set state = 'accepted' where id = ${noticeId}`.execute(setup.db)
    }
  }
  const { rows } = await owner.query<{ change: string }>('select change from seen')
  const isChange = ({ change }: { change: string }) => new Set(change.split(' → ')).size === 2
  expect(
    rows
      .filter(isChange)
      .map(({ change }) => change)
      .toSorted(),
  ).toEqual(drawn.toSorted())
})

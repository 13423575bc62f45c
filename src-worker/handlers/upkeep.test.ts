import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '#shared/node/platform/database/client.ts'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { deleteEndedSessions, deleteOldThrottles, deleteOldTickets, restoreLostDeliveries } from './sweep.queries.ts'
import { deleteMessageTexts, maintainPartitions } from './upkeep.queries.ts'
import { preparePartitions, upkeep } from './upkeep.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
afterEach(() => {
  vi.useRealTimers()
})
beforeEach(async () => {
  await setup.clear()
  await setup.rows(`update session_epoch set end_users_ended_at = '-infinity'`)
})

const column = async (text: string) => (await setup.rows<{ v: unknown }>(text)).map((row) => row.v)

const session = (id: string, userId: number, started = '1 minute', expires = '1 hour') =>
  setup.rows(
    `insert into session (id, user_id, created_at, expires_at) values ($1, $2, now() - $3::interval, now() + $4::interval)`,
    [id, userId, started, expires],
  )
const kept = () => column('select id as v from session order by 1')

const partitions = () =>
  column(`select c.relname as v from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'event_key'::regclass order by 1`)

describe('ended sessions', () => {
  test('are deleted if they expired, ran twelve hours or were ended with their user’s; others stay', async () => {
    const [one, ended] = [await setup.user(), await setup.user()]
    await session('good', one)
    await session('expired', one, '1 hour', '-1 second')
    await session('twelve hours', one, '12 hours 1 second')
    await session('ended', ended, '1 hour')
    await setup.rows(`update "user" set sessions_ended_at = now() - interval '30 minutes' where id = $1`, [ended])
    await session('begun after', ended, '10 seconds')
    expect(await deleteEndedSessions(setup.db)).toBe(3)
    expect(await kept()).toEqual(['begun after', 'good'])
  })

  test('of end users are deleted with their epoch; those of administrators stay', async () => {
    for (const role of ['FOREVER', 'TRIMIN', 'COUNTY', 'USER', 'GUEST']) {
      const id = await setup.user()
      await setup.rows('update "user" set role = $2 where id = $1', [id, role])
      await session(role, id)
    }
    await setup.rows('update session_epoch set end_users_ended_at = now()')
    expect(await deleteEndedSessions(setup.db)).toBe(2)
    expect(await kept()).toEqual(['COUNTY', 'FOREVER', 'TRIMIN'])
  })
})

test('deletes throttles of past days and tickets that expired long ago', async () => {
  await setup.rows(
    `insert into throttle values ('old', 3, now() - interval '25 hours'), ('fresh', 3, now() - interval '23 hours')`,
  )
  expect(await deleteOldThrottles(setup.db)).toBe(1)
  const user = await setup.user()
  await setup.rows(
    `insert into ticket (hash, purpose, user_id, expires_at)
     select sha256(days::text::bytea), 'registration', $1, now() - days * interval '1 day' from unnest('{-1,1,29,31}'::int[]) days`,
    [user],
  )
  expect(await deleteOldTickets(setup.db)).toBe(1)
})

test('gives a work row to a waiting notice that lost it, and to no other', async () => {
  await setup.rows(
    `insert into notice (kind, template, owner_key, channel, target, state, created_at)
     select kind, 'x', 1, 'EMAIL', kind || state, state, now() - age
     from unnest('{match,verify,match,match,match}'::text[], '{waiting,in_doubt,held,accepted,waiting}'::text[],
       '{1h,1h,1h,1h,1s}'::interval[]) as n (kind, state, age)`,
  )
  expect(await restoreLostDeliveries(setup.db, 1000)).toBe(2)
  expect(await column('select lane as v from delivery order by 1')).toEqual([0, 1])
  expect(await restoreLostDeliveries(setup.db, null)).toBe(0)
})

describe('upkeep', () => {
  test('creates months ahead, drops them after thirteen, and moves keys of records dated ahead into theirs', async () => {
    await setup.rows(`insert into event_key values (1, 1, '2031-03-09'), (2, 2, '2040-01-01'), (3, 3, '2031-02-03')`)
    expect(await column('select key_hash as v from event_key_other order by 1')).toEqual([1, 2, 3])
    const owner = connect(setup.ownerUrl, { max: 1 })
    await maintainPartitions(owner.db, '2031-01-15')
    expect(await partitions()).toEqual(expect.arrayContaining(['event_key_2030_01', 'event_key_2031_03']))
    expect(await column('select key_hash as v from event_key_other order by 1')).toEqual([2])
    expect(await column('select tableoid::regclass::text as v from event_key where key_hash = 1')).toEqual([
      'event_key_2031_03',
    ])
    await maintainPartitions(owner.db, '2032-05-15')
    await owner.end()
    expect(await partitions()).not.toContain('event_key_2031_03')
    expect(await column('select key_hash as v from event_key')).toEqual([2])
  })

  test('deletes texts and answers past their time, and keeps notice and history', async () => {
    await setup.rows(
      `insert into notice (kind, template, owner_key, channel, target, data, created_at)
       select 'match', 'x', 1, 'EMAIL', 't', '{"a":1}', now() - days * interval '1 day' from unnest('{10,50}'::int[]) days`,
    )
    await setup.rows(
      `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome)
       select id, 1, created_at, created_at, 'accepted' from notice`,
    )
    await setup.rows(
      `insert into outbox_message (channel, recipient, text, created_at) select 'EMAIL', 'a@b.c', 'x', created_at from notice`,
    )
    await setup.rows(
      `insert into provider_callback (provider, dedupe_key, body, received_at)
       select 'sendgrid', id::text, '{}', created_at from notice`,
    )
    expect(await deleteMessageTexts(setup.db, 30)).toBe(4)
    expect(await column('select data::text as v from notice order by created_at')).toEqual(['{}', '{"a":1}'])
    for (const table of ['notice_attempt', 'outbox_message', 'provider_callback'])
      expect(await column(`select count(*)::int as v from ${table}`), table).toEqual([1])
  })

  test('deletes registrations that were never completed after seven days, each with its line in the audit log', async () => {
    const [fresh, stale, active] = [await setup.user('P'), await setup.user('P'), await setup.user('A')]
    await setup.rows(`update "user" set created_at = now() - interval '8 days' where id = any ($1)`, [[stale, active]])
    await upkeep(setup.deps)
    expect(await column('select id as v from "user" order by 1')).toEqual([fresh, active])
    expect(await setup.rows('select type, subject_user_id from audit_log')).toEqual([
      { type: 'ACCOUNT', subject_user_id: stale },
    ])
  })

  test.each([-30, 30])(
    'creates the months by the database’s clock if the worker’s clock is %i days off',
    async (days) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 })
      const before = await partitions()
      await upkeep(setup.deps)
      expect(await partitions()).toEqual(before)
    },
  )

  test('skips partitions after a second while a backup reads the keys of records, and does the rest', async () => {
    await setup.rows(
      `insert into outbox_message (channel, recipient, text, created_at) values ('EMAIL', 'old@mail.example', 'x', now() - interval '10 years')`,
    )
    const owner = connect(setup.ownerUrl, { max: 1 })
    // A month without a partition, by the county's day.
    await owner.pool.query(`do $$ begin
      execute format('drop table if exists event_key_%s', to_char(timezone('${setup.deps.env.COUNTY_TIME_ZONE}', now()) + interval '2 months', 'YYYY_MM'));
    end $$`)
    const backup = await owner.pool.connect()
    await backup.query('begin; lock table event_key in access share mode')
    try {
      await expect(upkeep(setup.deps)).rejects.toMatchObject({ code: '55P03' })
      // A worker that starts meanwhile continues without it.
      await preparePartitions(setup.deps)
      expect(await column(`select id as v from outbox_message where recipient = 'old@mail.example'`)).toEqual([])
    } finally {
      await backup.query('rollback')
      backup.release()
      await owner.end()
    }
    await upkeep(setup.deps)
  })
})

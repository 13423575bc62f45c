import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { insertCallbacks } from '#shared/node/domain/notices/callback.queries.ts'
import { preparedQuery } from '#shared/node/platform/database/prepared-query.ts'
import { cancelStandbyWaits, UnconfirmedCommit } from '#shared/node/platform/database/standby.ts'
import { inClientTransaction, inTransaction } from '#shared/node/platform/database/transaction.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { newBrowser, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { type BrokenStandby, breakStandby } from '#tests/helpers/standby.ts'
import { createFeed, createFeedKey } from '../manage/manage-feeds.ts'

let server: TestServer
let key: string
let lost: BrokenStandby | undefined
beforeAll(async () => {
  server = await startTestServer()
  const { id } = await createFeed(server.deps.db, null, { name: 'Recorder' })
  key = (await createFeedKey(server.deps.db, null, id)).key
})
afterEach(async () => {
  await lost?.restore()
  lost = undefined
})
afterAll(() => server.stop())

async function post(events: unknown[]) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/ingest/v1/events',
    headers: { authorization: `Bearer ${key}` },
    payload: { events },
  })
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json<object>() }
}
const deed = (documentIdentifier: string, name = 'MARLOWE, TESSA') => ({
  documentIdentifier,
  recordedAt: '2026-08-20',
  parties: [{ role: 'GRANTOR', name }],
})
const count = async (table: 'event' | 'match_queue' | 'quarantine') => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(
    server.deps.db,
  )
  return rows[0]?.count
}

test.each<[name: string, events: unknown[], answer: object]>([
  ['one record', [deed('ONE')], { accepted: 0, duplicates: 1, revised: 0, rejected: [] }],
  ['several', [deed('SOME-1'), deed('SOME-2')], { accepted: 0, duplicates: 2, revised: 0, rejected: [] }],
  [
    'one that goes to quarantine',
    [{ documentIdentifier: 'BAD', recordedAt: 'never' }],
    { accepted: 0, rejected: [{ index: 0, documentIdentifier: 'BAD' }] },
  ],
])('acknowledges %s only after a commit that waited for the standby', async (_name, events, answer) => {
  const before = [await count('event'), await count('quarantine')]
  lost = await breakStandby(server.database.ownerUrl, () => server.deps.pool.query('select 1'))
  for (const time of ['first', 'repeated', 'and again'])
    expect(await post(events), time).toMatchObject({ status: 503, retryAfter: '5' })
  await lost.restore()
  expect(lost.countCanceledWaits()).toBeGreaterThanOrEqual(3)
  lost = undefined
  expect((await post(events)).body).toMatchObject(answer)
  const after = [await count('event'), await count('quarantine')]
  expect(after[0]! + after[1]! - before[0]! - before[1]!).toBe(events.length)
  expect(await count('match_queue')).toBe(after[0])
})

test('does not call a revision known before that either', async () => {
  await post([deed('REV')])
  lost = await breakStandby(server.database.ownerUrl, () => server.deps.pool.query('select 1'))
  expect((await post([deed('REV', 'MARLOWE, THEO')])).status).toBe(503)
  expect((await post([deed('REV', 'MARLOWE, THEO')])).status).toBe(503)
})

test("a page gets 503, and a provider's repeated report an error", async () => {
  const user = await makeUser(server.deps.db)
  const report = [{ source: 'twilio-status', dedupeKey: 'SM1:delivered', body: {} }]
  lost = await breakStandby(server.database.ownerUrl, () => server.deps.pool.query('select 1'))
  const answer = await newBrowser(server.app).post('auth/login', { username: user.username, password: user.password })
  expect(answer).toMatchObject({ status: 503, body: { ok: false, message: messages.busy } })
  for (const time of ['first', 'repeated'])
    await expect(insertCallbacks(server.deps.db, report), time).rejects.toThrow(UnconfirmedCommit)
})

test('every way to commit fails if the standby did not confirm, and the next one gets a good connection', async () => {
  const { db, pool } = server.deps
  lost = await breakStandby(server.database.ownerUrl, () => server.deps.pool.query('select 1'))
  const write = sql<object>`insert into throttle (key, hits, window_started_at) values (gen_random_uuid()::text, 1, now())`
  const text = write.compile(db).sql
  const ways: (() => Promise<unknown>)[] = [
    () => write.execute(db),
    () => inTransaction(db, (tx) => write.execute(tx)),
    () => pool.query(text),
    () => preparedQuery({ db, pool }, 'write', write),
    () => inClientTransaction(pool, (client) => client.query(text)),
  ]
  const countRows = async () =>
    (await pool.query<{ count: number }>('select count(*)::int from throttle')).rows[0]?.count
  const before = (await countRows()) ?? 0
  for (const [place, way] of ways.entries()) {
    await expect(way()).rejects.toThrow()
    // A caller that repeats its work right after the failure finds what is stored.
    expect(await countRows()).toBe(before + place + 1)
  }
  await lost.restore()
  expect(lost.countCanceledWaits()).toBeGreaterThanOrEqual(ways.length)
  lost = undefined
  expect((await pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the product ends a wait for the standby that has no other end, and answers the call', async () => {
  const { pool, db } = server.deps
  lost = await breakStandby(server.database.ownerUrl, () => pool.query('select 1'), { givesUp: false })
  const answer = post([deed('WAITS')])
  const waiting = async () =>
    (await pool.query(`select from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`))
      .rowCount
  await expect.poll(waiting).toBeGreaterThan(0)
  await cancelStandbyWaits(db)
  expect(await waiting()).toBeGreaterThan(0)
  await cancelStandbyWaits(db, 0)
  expect((await answer).status).toBe(503)
})

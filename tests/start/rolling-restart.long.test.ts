import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { type Balancer, startBalancer } from '#tests/helpers/balancer.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'

const main = path.resolve(import.meta.dirname, '../../src-server/main.ts')
const drainSeconds = 5

let database: TestDatabase
let connection: Connection
let balancer: Balancer
let key: string
const children: ChildProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.appUrl, { max: 2 })
  balancer = await startBalancer()
  const { id } = await createFeed(connection.db, null, { name: 'Recorder' })
  key = (await createFeedKey(connection.db, null, id)).key
})
afterAll(async () => {
  balancer.close()
  for (const child of children) child.kill('SIGKILL')
  await connection.end()
  await database.drop()
})

type Server = { address: string; child: ChildProcess }

async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DATABASE_URL: database.appUrl,
      EMBEDDED_DATABASE: '1',
      APP_SECRET: 'a secret of tests, thirty-two characters',
      PUBLIC_URL: 'http://localhost',
      PORT: '0',
      DRAIN_SECONDS: String(drainSeconds),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { address, child }
}

let posted = 0
async function post(address: string): Promise<Response> {
  return fetch(`${address}/ingest/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      events: [
        { documentIdentifier: `D-${++posted}`, recordedAt: '2026-08-20', parties: [{ name: 'MARLOWE, TESSA' }] },
      ],
    }),
  })
}

/** Posts one record after the other until it is asked to end. */
function startRecorder(address: string) {
  const state = { ended: false }
  const failures: string[] = []
  const run = async () => {
    while (!state.ended) {
      const answer = await post(address).catch((error: Error) => error)
      if (answer instanceof Error) failures.push(answer.message)
      else if (answer.status !== 200) failures.push(`${answer.status} ${await answer.text()}`)
      else await answer.arrayBuffer()
    }
  }
  const running = Promise.all([run(), run(), run(), run()])
  return {
    end: async () => {
      state.ended = true
      await running
      return failures
    },
  }
}

test('replaces servers behind a balancer one by one without a failed request', async () => {
  const old = await Promise.all([startServer(), startServer()])
  for (const { address } of old) balancer.add(address)
  await expect.poll(() => balancer.ready().length).toBe(2)
  const recorder = startRecorder(balancer.address)
  for (const { address, child } of old) {
    const next = await startServer()
    balancer.add(next.address)
    await expect.poll(() => balancer.ready()).toContain(next.address)
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(503)
    // A request that still arrives is served, and its caller is sent elsewhere with the next one.
    const answer = await post(address)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect(await gone).toEqual([0, null])
  }
  expect(await recorder.end()).toEqual([])
  const { rows } = await connection.pool.query<{ count: number }>('select count(*)::int as count from event')
  expect(rows).toEqual([{ count: posted }])
})

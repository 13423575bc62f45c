import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('a server is up and ready', async () => {
  expect((await get('/healthz')).statusCode).toBe(200)
  expect((await get('/readyz')).json()).toEqual({ ok: true })
})

test('calls to /readyz at the same time cost one query', async () => {
  const asked = vi.spyOn(server.deps.pool, 'query')
  const answers = await Promise.all(Array.from({ length: 50 }, () => get('/readyz')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(asked.mock.calls.length).toBeLessThan(5)
  asked.mockRestore()
})

test('metrics need their token and are in the text format of Prometheus', async () => {
  expect((await get('/metrics')).statusCode).toBe(401)
  expect((await get('/metrics', bearer('another token, quite long'))).statusCode).toBe(401)
  const asked = vi.spyOn(server.deps.pool, 'query')
  const metrics = await get('/metrics', bearer('figures are read by tests 4817'))
  expect(
    asked.mock.calls.some(([text]) => String(text).includes('disk_probe')),
    'looks by itself',
  ).toBe(true)
  asked.mockRestore()
  expect(metrics.statusCode).toBe(200)
  expect(metrics.headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(metrics.body).toContain('land_alerts_database_up 1')
  expect(metrics.body).toContain('land_alerts_notices{state="waiting"} 0')
  for (const line of metrics.body.trimEnd().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) land_alerts_\w+ .+|land_alerts_\w+(\{\w+="[\w.]+"\})? -?[\d.e+-]+)$/)
  const named = [...metrics.body.matchAll(/^# TYPE (\w+)/gm)].map((match) => match[1])
  expect(new Set(named).size).toBe(named.length)
})

test('a server is not ready while the disk of the database is full, and recovers automatically', async () => {
  const { pool } = server.deps
  const refused = `do $$ begin raise 'could not extend file' using errcode = '53100'; end $$`
  const query = pool.query.bind(pool)
  const probes = vi
    .spyOn(pool, 'query')
    .mockImplementation(((text: unknown) =>
      query(String(text).includes('disk_probe') ? refused : (text as string))) as typeof pool.query)
  const isFull = async () => (await get('/metrics', bearer('figures are read by tests 4817'))).body
  const countProbes = () => probes.mock.calls.filter(([text]) => String(text).includes('disk_probe')).length
  try {
    expect((await get('/readyz')).statusCode).toBe(200)
    expect(countProbes(), 'free until a write was refused').toBe(0)
    await expect(query(refused)).rejects.toMatchObject({ code: '53100' })
    const answer = await get('/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { ok: false, problem: 'The disk of the database is full: it refused the last write.' },
    ])
    const metrics = await isFull()
    expect(metrics).toContain('land_alerts_database_disk_full 1')
    expect(metrics).toContain('land_alerts_health 2')
    expect(countProbes(), 'one look for all who ask').toBeLessThanOrEqual(1)
  } finally {
    probes.mockRestore()
  }
  await expect.poll(async () => (await get('/readyz')).statusCode, { timeout: 60_000 }).toBe(200)
  expect(await isFull()).toContain('land_alerts_database_disk_full 0')
})

test('metrics count the waiting work', async () => {
  const { db } = server.deps
  const notice = {
    kind: 'test',
    template: 'test-text',
    owner_key: 1,
    channel: 'PHONE',
    target: '+16125550100',
  } as const
  await db
    .insertInto('notice')
    .values({ ...notice, state: 'held' })
    .execute()
  const { id } = await db.insertInto('notice').values(notice).returning('id').executeTakeFirstOrThrow()
  await db.insertInto('delivery').values({ notice_id: id, priority: 1 }).execute()
  const { body } = await get('/metrics', bearer('figures are read by tests 4817'))
  expect(body).toContain('land_alerts_notices{state="held"} 1')
  expect(body).toContain('land_alerts_notices{state="waiting"} 1')
  expect(body).toContain('land_alerts_queue_depth{queue="delivery"} 1')
  expect(body).toContain('land_alerts_processes{kind="server"} 1')
})

test('without a configured token there are no metrics', async () => {
  const closed = await startTestServer({ env: { METRICS_TOKEN: '' } })
  try {
    const answer = await closed.app.inject({ method: 'GET', url: '/metrics', headers: bearer('') })
    expect(answer.statusCode).toBe(404)
  } finally {
    await closed.stop()
  }
})

test('without the database a server is up but not ready, and the metrics say so', async () => {
  const broken = await startTestServer()
  await broken.database.drop()
  try {
    const status = async (url: string) =>
      (await broken.app.inject({ method: 'GET', url, headers: bearer('figures are read by tests 4817') })).statusCode
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    const metrics = await broken.app.inject({
      method: 'GET',
      url: '/metrics',
      headers: bearer('figures are read by tests 4817'),
    })
    expect(metrics.body).toContain('land_alerts_database_up 0')
    const noCookies: Record<string, string> = {}
    const cookies = { [broken.deps.sessions.cookieName]: 'of somebody' }
    const message = 'The service is busy. Please try again in a moment.'
    const ask = (url: string, sent: Record<string, string>) => broken.app.inject({ method: 'GET', url, cookies: sent })
    for (const sent of [noCookies, cookies]) {
      const rest = await ask('/api/helperdata/landnotification', sent)
      expect(rest.json()).toMatchObject({ ok: false, message })
      const page = await ask('/trpc/helperdata.landnotification', sent)
      expect(page.json()).toMatchObject({ error: { message, data: { httpStatus: 503, retryAfter: 10 } } })
      for (const { statusCode, headers } of [rest, page])
        expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
    }
  } finally {
    await broken.stop()
  }
})

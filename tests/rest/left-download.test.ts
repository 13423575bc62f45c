import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { wholeDay } from '#shared/contract/report.ts'
import { dayToWire, today } from '#shared/domain/dates.ts'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let owner: Connection
let clerk: Browser
beforeAll(async () => {
  server = await startTestServer({ listen: true, env: { PORT: '0' } })
  owner = connect(server.database.ownerUrl)
  clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const report = () => wholeDay(dayToWire(today('America/Chicago')))
const running = async (table: string) =>
  (
    await owner.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [`%${table}%`],
    )
  ).rowCount

test.each([
  ['report/userReport', report, 'audit_personal'],
  ['report/userExport', report, 'audit_personal'],
  ['userManager/userExport', () => ({}), 'alert'],
  ['controlPanel/alertExport', () => ({}), 'alert'],
])('leaving POST %s cancels its query in the database', async (path, body, table) => {
  const download = (signal: AbortSignal | null = null) =>
    fetch(`${server.address}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: Object.entries(clerk.cookies)
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join('; '),
      },
      body: JSON.stringify(body()),
      signal,
    })
  // A read that would take forever.
  const holder = await owner.pool.connect()
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`)
    const leaving = new AbortController()
    const answer = download(leaving.signal)
    await vi.waitFor(async () => expect(await running(table)).toBe(1), 60_000)
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await vi.waitFor(async () => expect(await running(table)).toBe(0), 60_000)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const whole = await download()
  expect([whole.status, (await whole.arrayBuffer()).byteLength > 1000]).toEqual([200, true])
})

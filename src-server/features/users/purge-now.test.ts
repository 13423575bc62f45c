import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayToWire, startOfDay, today } from '#shared/domain/dates.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let clerk: Browser
beforeAll(async () => {
  server = await startTestServer()
  clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
  for (const role of ['USER', 'GUEST', 'COUNTY'] as const) {
    const { id } = await makeUser(server.deps.db, { role })
    await server.deps.pool.query(`update "user" set last_active_at = '2024-03-05T12:00:00Z' where id = $1`, [id])
  }
})
afterAll(() => server.stop())

const count = (purgeDate: string) =>
  clerk.query<{ content: { count: number } }>('controlPanel.purgeCount', { purgeDate })
const day = () => today(server.deps.env.COUNTY_TIME_ZONE)

test.each([
  ['03/05/2024', 0],
  ['03/06/2024', 2],
])('before %s it counts %i users', async (purgeDate, expected) => {
  expect((await count(purgeDate)).data.content).toEqual({ count: expected })
})

test('the schedule counts the users that its worker and Purge Now of that day would find', async () => {
  const concerned = async (days: number) =>
    (await clerk.query<{ content: { count: number; date: string } }>('controlPanel.purgeScheduleCount', { days })).data
      .content
  const zone = server.deps.env.COUNTY_TIME_ZONE
  const limit = startOfDay(addDays(day(), -400), zone)
  const active = async (lastActive: Date) => {
    const { id } = await makeUser(server.deps.db)
    await server.deps.db.updateTable('user').set({ last_active_at: lastActive }).where('id', '=', id).execute()
  }
  const date = dayToWire(addDays(day(), -400))
  expect(await concerned(400)).toEqual({ count: 2, date })
  await active(limit)
  await active(new Date(limit.getTime() - 1))
  expect(await concerned(400)).toEqual({ count: 3, date })
  expect((await count(date)).data.content).toEqual({ count: 3 })
  expect(await concerned(399)).toMatchObject({ count: 4 })
})

test.each([
  [364, '365 or more.'],
  [3651, '3650 or less.'],
  ['', 'Required.'],
])('a schedule limit of %j is refused', async (days, message) => {
  expect((await clerk.query('controlPanel.purgeScheduleCount', { days })).error?.data.fields).toEqual({ days: message })
})

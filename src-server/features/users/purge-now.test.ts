import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayToWire, startOfDay, today } from '#shared/domain/dates.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, signIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { type PurgeRun, purgeNow } from './purge-now.ts'

let server: TestServer
let clerk: Browser
let clerkId: number
beforeAll(async () => {
  server = await startTestServer()
  const user = await makeUser(server.deps.db, { role: 'COUNTY', username: 'clerk.of.purge' })
  clerkId = user.id
  clerk = await signIn(server.app, user)
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
])('before %s there are %i', async (purgeDate, expected) => {
  expect((await count(purgeDate)).data.content).toEqual({ count: expected })
})

test.each([
  ['no date', () => '', 'Required.'],
  ['a date that there is not', () => '02/30/2025', 'MM/DD/YYYY'],
  ['a day to come', () => dayToWire(addDays(day(), 1)), 'Future date entered.'],
])('%s is refused at the field', async (_what, purgeDate, message) => {
  expect((await count(purgeDate())).error?.data.fields).toEqual({ purgeDate: message })
})

test('the schedule concerns those whom its worker and Purge Now of that day would find', async () => {
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
])('a limit of %j is refused', async (days, message) => {
  expect((await clerk.query('controlPanel.purgeScheduleCount', { days })).error?.data.fields).toEqual({ days: message })
})

test('Purge Now is stored for the worker, with who and how many, and written down', async () => {
  const actor = { id: clerkId, username: 'clerk.of.purge', address: '198.18.0.1' }
  expect(await purgeNow(server.deps, actor, '03/06/2024')).toMatchObject({ found: 2 })
  const { data } = await clerk.query<{ content: { runs: PurgeRun[] } }>('controlPanel.purgeRuns')
  expect(data.content.runs).toMatchObject([
    {
      scheduled: false,
      activeBefore: '03/06/2024',
      startedBy: 'clerk.of.purge',
      found: 2,
      purged: 0,
      endedFormatted: '',
    },
  ])
  const audit = await server.deps.db.selectFrom('audit_log').where('type', '=', 'PURGE').select('actor_id').execute()
  expect(audit).toEqual([{ actor_id: clerkId }])
})

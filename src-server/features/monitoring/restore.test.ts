import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import type { RestoreView } from './restore.ts'

let server: TestServer
let trimin: Browser
beforeAll(async () => {
  server = await startTestServer()
  trimin = await logIn(server.app, await makeUser(server.deps.db, { role: 'TRIMIN' }))
})
afterEach(async () => {
  for (const table of ['delivery', 'notice', 'database_restore']) await query(`delete from ${table}`)
})
afterAll(() => server.stop())

const query = async (text: string, values: unknown[] = []) =>
  (await server.deps.pool.query<Record<string, unknown>>(text, values)).rows
const shown = async () => (await trimin.query<{ content: RestoreView | null }>('monitoring.restore')).data.content
const open = async (channel: 'EMAIL' | 'PHONE', state: string) => {
  const [row] = await query(
    `insert into notice (kind, template, owner_key, channel, target, state) values ('match', 'match', 1, $1, $2, $3) returning id`,
    [channel, `target ${state}`, state],
  )
  if (state !== 'held') await query('insert into delivery (notice_id, lane) values ($1, 1)', [row?.id])
  return Number(row?.id)
}

it('declaring a restore logs out all other users and puts open messages in doubt, and staff release them', async () => {
  const other = await logIn(server.app, await makeUser(server.deps.db, { role: 'FOREVER' }))
  await query(`update "user" set purge_warned_at = now(), purge_on = current_date where role = 'FOREVER'`)
  const email = await open('EMAIL', 'waiting')
  await open('PHONE', 'waiting')
  const held = await open('EMAIL', 'held')
  expect(await shown()).toBeNull()
  await query('update database_mark set position_at = now()')
  const backupAt = new Date(Date.now() - 3_600_000).toISOString()
  expect((await trimin.mutate('monitoring.declareRestore', { backupAt })).status).toBe(200)
  const restore = await shown()
  expect(restore).toMatchObject({
    paused: true,
    noticedBy: 'staff',
    emailsInDoubt: 1,
    textsInDoubt: 1,
    held: 1,
    waiting: { inDoubt: 2, new: 0 },
  })
  expect((await other.query('monitoring.restore')).status).toBe(403)
  expect(await query('select 1 from "user" where purge_on is not null')).toEqual([])
  const metrics = async () =>
    (await server.app.inject({ url: '/metrics', headers: { authorization: 'Bearer figures are read by tests 4817' } }))
      .body
  await expect.poll(metrics, { timeout: 60_000 }).toContain('land_alerts_delivery_paused 1')
  expect(
    await query(
      `select id::int, state, maybe_sent_since is not null as maybe from notice where id in ($1, $2) order by id`,
      [email, held],
    ),
  ).toEqual([
    { id: email, state: 'in_doubt', maybe: true },
    { id: held, state: 'held', maybe: true },
  ])

  // An earlier time moves it back; it is still the same restore.
  const earlier = new Date(Date.now() - 7_200_000)
  await trimin.mutate('monitoring.declareRestore', { backupAt: earlier.toISOString() })
  expect(await query('select doubt_since from delivery where lane = 1')).toEqual([
    { doubt_since: earlier },
    { doubt_since: earlier },
  ])
  expect((await shown())?.id).toBe(restore?.id)

  expect((await trimin.mutate('monitoring.releaseDelivery', { id: restore?.id })).status).toBe(200)
  expect(await shown()).toMatchObject({ paused: false, releasedBy: expect.stringMatching(/./) })
  expect((await trimin.mutate('monitoring.releaseDelivery', { id: restore?.id })).error?.message).toBe(
    'The alerts were already released.',
  )
  const audit = await query(
    `select p.description from audit_log a join audit_personal p on p.audit_id = a.id where a.type in ('NOTICE', 'LOGOUT') order by a.id`,
  )
  expect(audit.map(({ description }) => String(description).split('.')[0])).toEqual([
    'Staff reported that the database was restored from a backup',
    'Ended all sessions and password reset links after a restore',
    expect.stringMatching(/^Every open message has been in doubt since /),
    'Released delivery after a restore',
  ])
})

it('refuses a time that cannot be a backup’s on its field', async () => {
  const answer = await trimin.mutate('monitoring.declareRestore', { backupAt: '2062-01-01T00:00' })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer)).toContain('The backup time cannot be in the future.')
  expect(await shown()).toBeNull()
})

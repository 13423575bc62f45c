import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Calls while the user is being deleted, and ends the deletion once the call waits for it. */
async function callDuringDeletion<T>(user: TestUser, call: () => Promise<T>): Promise<T> {
  const { db, pool } = server.deps
  const { answer } = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('user').where('id', '=', user.id).execute()
    const answer = call()
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    return { answer }
  })
  return answer
}

async function stopLink(user: TestUser): Promise<string> {
  const { pool, env } = server.deps
  const { rows } = await pool.query<{ id: number }>(
    `insert into notice (kind, template, user_id, owner_key, channel, recipient_id, target, state)
     values ('match', 'match', $1, $1, 'EMAIL', 1, $2, 'accepted') returning id`,
    [user.id, user.email],
  )
  return signLink(env.APP_SECRET, 'unsubscribe', rows[0]?.id ?? 0)
}

const noLongerKept = /^This link is incomplete or has expired/
const refused = { status: 400, error: { message: expect.stringMatching(noLongerKept) as string } }

test('refuses an unsubscribe link of an account being deleted like an expired link', async () => {
  const user = await makeUser(server.deps.db)
  const token = await stopLink(user)
  const browser = newBrowser(server.app)
  const stop = () => browser.mutate('notices.unsubscribe', { token, scope: 'all' })
  expect(await callDuringDeletion(user, stop)).toMatchObject(refused)
  // Afterwards, too, by each of its doors.
  expect(await stop()).toMatchObject(refused)
  expect((await browser.query('notices.show', { token })).error?.message).toMatch(noLongerKept)
  const oneClick = { method: 'POST', url: `/unsubscribe/${token}`, payload: 'List-Unsubscribe=One-Click' } as const
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.app.inject({ ...oneClick, headers })).statusCode).toBe(404)
})

test('new recovery codes for an account being deleted require a login', async () => {
  const user = await makeUser(server.deps.db, { role: 'COUNTY' })
  const browser = await logIn(server.app, user)
  await server.deps.db.updateTable('user').set({ totp_on: true }).where('id', '=', user.id).execute()
  const answer = await callDuringDeletion(user, () => browser.mutate('authenticator.renewRecoveryCodes'))
  expect(answer).toMatchObject({ status: 403, error: { data: { status: 'LOGIN' } } })
})

const alert = (userId?: number) => ({
  ...(userId === undefined ? {} : { userId }),
  name: 'My name',
  alertType: 'NAME',
  firstName: 'Thessaly',
  lastName: 'Brandvold',
  alertEmailAddresses: [{ value: 'thessaly@example.org', acknowledged: true }],
  alertPhones: [],
})

test('an alert for a user being deleted is missing; for oneself it requires a login', async () => {
  const admin = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
  const user = await makeUser(server.deps.db)
  const theirs = await callDuringDeletion(user, () => admin.post('controlPanel/alert', alert(user.id)))
  expect(theirs).toMatchObject({ status: 404, body: { ok: false, message: 'We could not find that.' } })
  const owner = await makeUser(server.deps.db)
  const browser = await logIn(server.app, owner)
  const own = await callDuringDeletion(owner, () => browser.post('userView/alert', alert()))
  expect(own).toMatchObject({ status: 403, body: { ok: false, content: { status: 'LOGIN' } } })
})

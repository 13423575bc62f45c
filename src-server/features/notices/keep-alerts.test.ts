import { afterAll, beforeAll, expect, test } from 'vitest'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Browser, newBrowser, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import type { KeepView } from './keep-alerts.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  browser = newBrowser(server.app)
})
afterAll(() => server.stop())

/** A user whose account the purge deletes on 06/10/2031, with the letter about it. */
async function warned() {
  const { id, username } = await makeUser(server.deps.db)
  const { rows } = await server.deps.pool.query<{ id: number }>(
    `insert into notice (kind, template, user_id, owner_key, channel, target, state)
     values ('account', 'keep-alerts', $1, $1, 'EMAIL', 'a@example.org', 'accepted') returning id`,
    [id],
  )
  const noticeId = rows[0]?.id ?? 0
  await server.deps.pool.query(
    `update "user" set last_active_at = now() - interval '400 days', purge_warned_at = now(), purge_on = '2031-06-10',
       purge_notice_id = $2 where id = $1`,
    [id, noticeId],
  )
  return { id, username, noticeId, token: signLink(server.deps.env.APP_SECRET, 'keep', noticeId) }
}
const userRow = (id: number) =>
  server.deps.db
    .selectFrom('user')
    .where('id', '=', id)
    .select(['last_active_at', 'purge_warned_at', 'purge_on'])
    .executeTakeFirstOrThrow()
const show = (token: string) => browser.query<{ content: KeepView }>('notices.letter', { token })
const keep = (token: string) => browser.mutate<{ content: KeepView }>('notices.keepAlerts', { token })

test('opening the page of a letter changes nothing; the button keeps the account, and may be pressed again', async () => {
  const { id, username, token } = await warned()
  const before = await userRow(id)
  expect((await show(token)).data.content).toEqual({ username, day: '06/10/2031', kept: false })
  expect(await userRow(id)).toEqual(before)
  const kept = { username, day: '', kept: true }
  expect((await keep(token)).data.content).toEqual(kept)
  expect((await keep(token)).data.content).toEqual(kept)
  const after = await userRow(id)
  expect(after).toMatchObject({ purge_warned_at: null, purge_on: null })
  expect(after.last_active_at > before.last_active_at).toBe(true)
  expect((await show(token)).data.content).toMatchObject({ kept: true })
  const audit = await server.deps.db.selectFrom('audit_log').where('subject_user_id', '=', id).select('type').execute()
  expect(audit).toEqual([{ type: 'ACCOUNT' }])
})

test.each([
  ['cut short', (good: string) => good.slice(0, -2)],
  ['of a notice of a record', (_good: string, id: number) => signLink(server.deps.env.APP_SECRET, 'notice', id)],
])('a link %s keeps no account', async (_what, change) => {
  const { id, token, noticeId } = await warned()
  const reply = await keep(change(token, noticeId))
  expect(reply.error?.message).toContain('This link is incomplete')
  expect((await userRow(id)).purge_on).toBe('2031-06-10')
})

test('a link of a deleted account says so', async () => {
  const { id, token } = await warned()
  await server.deps.db.deleteFrom('user').where('id', '=', id).execute()
  for (const reply of [await show(token), await keep(token)])
    expect(reply.error?.message).toContain('We deleted this account')
})

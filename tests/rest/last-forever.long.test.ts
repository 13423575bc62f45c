import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail, extractTicket } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let last: TestUser
/** The browser of its owner. */
let known: Browser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

const statusOf = async ({ id }: { id: number }) =>
  (await server.deps.db.selectFrom('user').select('status').where('id', '=', id).executeTakeFirst())?.status
const newPassword = 'WinterOrchard#7'

// Wrong passwords lock whomever they are typed for, also where no one else could activate them.
describe('the last active FOREVER, locked out by a stranger', () => {
  beforeEach(async () => {
    await server.deps.db.deleteFrom('user').where('role', '=', 'FOREVER').execute()
    last = await makeUser(server.deps.db, { role: 'FOREVER' })
    known = await logIn(server.app, last)
    for (let wrong = 0; wrong < 5; wrong += 1)
      await newBrowser(server.app).post('auth/login', { username: last.username, password: 'x' })
    // The next one is made to wait, which is another rule.
    await server.deps.db.deleteFrom('throttle').execute()
    expect(await statusOf(last)).toBe('L')
    await expect(logIn(server.app, last)).rejects.toThrow('The username or password is incorrect.')
    await server.deps.db.deleteFrom('throttle').execute()
  })

  test('keeps working where they were logged in, and still manages others', async () => {
    await logIn(server.app, last, known)
    expect(await statusOf(last)).toBe('A')
    expect((await known.post('userManager/users', {})).status).toBe(200)
  })

  test('sets a new password by email, from any browser', async () => {
    const browser = newBrowser(server.app)
    await browser.post('auth/forgotPassword', { username: last.username, email: last.email })
    // After the letter that tells of the lock.
    const ticket = extractTicket((await mail.to(last.email, 2))[0], 'passwordReset')
    expect((await browser.post('auth/resetPassword', { ticket, password: newPassword })).body.ok).toBe(true)
    expect(await statusOf(last)).toBe('A')
    await logIn(server.app, { ...last, password: newPassword })
  })

  test(
    'is activated by another FOREVER created with npm run create-admin on the server',
    { timeout: 60_000 },
    async () => {
      const script = path.resolve(import.meta.dirname, '../../scripts/create-admin.ts')
      const username = `rescue.${last.id}`
      const child = spawn(process.execPath, [script, '--username', username], {
        env: { PATH: process.env.PATH, DATABASE_URL: server.database.appUrl } as unknown as NodeJS.ProcessEnv,
      })
      child.stdout.resume()
      child.stderr.resume()
      child.stdin.end(`${newPassword}\n`)
      expect((await once(child, 'close'))[0]).toBe(0)
      const rescue = await logIn(server.app, { username, password: newPassword })
      expect(await rescue.post('userManager/userChangeStatusSingle', { userId: last.id })).toMatchObject({
        status: 200,
        body: { ok: true, content: { status: 'A' } },
      })
      await logIn(server.app, last)
    },
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail } from '#tests/helpers/mail.ts'
import { newBrowser, startTestServer, type TestServer } from '#tests/helpers/server.ts'

/** What strangers without a session try, so that an owner cannot recover an account. */
let server: TestServer
let mail: Mail
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

const ask = (path: string, body: object) => newBrowser(server.app).post(`auth/${path}`, body)
const mailsTo = async (address: string) => (await mail.all()).filter(({ to }) => to === address)

test('answers more concurrent calls than there are database connections', async () => {
  const { username, email } = await makeUser(server.deps.db)
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      place % 2 ? ask('forgotUsername', { email }) : ask('forgotPassword', { username, email }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // Five links and ten lists of usernames, for any caller at any speed.
  expect(await mailsTo(email)).toHaveLength(15)
})

test("strangers' registrations with an account's email use up none of its links", async () => {
  const { username, email } = await makeUser(server.deps.db)
  for (let n = 0; n < 2; n++) {
    const stranger = await makeUser(server.deps.db, { status: 'P', email })
    for (let times = 0; times < 6; times++) await ask('forgotPassword', { username: stranger.username, email })
  }
  expect(await mailsTo(email)).toHaveLength(10)
  await ask('forgotPassword', { username, email })
  expect(await mailsTo(email)).toHaveLength(11)
})

test('concurrent sign-ups for one username and email create one account, and none fails', async () => {
  const entered = {
    username: 'wren.at.once',
    email: 'at.once@example.org',
    firstName: 'Ann',
    lastName: 'Tester',
    password: 'QuietMeadow#42',
    passwordConfirm: 'QuietMeadow#42',
    address: '1 Main St',
    city: 'Alder Falls',
    state: 'MN',
    zip: '55399',
    phone: '(612) 555-0134',
  }
  // More than may have a link, and few enough that no hash on a busy machine waits its second in line.
  const askFour = () => Promise.all(Array.from({ length: 4 }, () => ask('signUp', entered)))
  const answers = [...(await askFour()), ...(await askFour())]
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
    answers.map(() => [200, expect.stringContaining('emailed you a link') as string]),
  )
  expect(await mailsTo(entered.email)).toHaveLength(6)
})

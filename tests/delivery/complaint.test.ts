import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '#server/start.ts'
import { openTransports } from '#shared/node/providers/registry.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { bePatient } from '#tests/helpers/server.ts'
import { newBrowser, logIn } from '#tests/helpers/server.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import type { Entry } from '#tests/standins/ledger.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { applyCallbacks } from '#worker/delivery/callbacks/callbacks.ts'
import { startDelivery } from '#worker/delivery/loop.ts'
import type { Loop } from '#worker/platform/deps.ts'

let setup: DeliverySetup
let sendgrid: SendgridStandIn
let twilio: TwilioStandIn
let server: RunningServer
let delivery: Loop | undefined
beforeAll(async () => {
  ;[setup, sendgrid, twilio] = await Promise.all([openDeliverySetup(), startSendgrid(), startTwilio()])
  const env = standInEnv(sendgrid, twilio)
  server = await startServer(testEnv(setup.url, env), { listen: false, settingsMaxAgeMs: 0, ...bePatient() })
})
afterAll(async () => {
  await delivery?.stop()
  await server.stop()
  expect(sendgrid.breaches).toEqual([])
  await Promise.all([setup.close(), sendgrid.stop(), twilio.stop()])
})

const mailbox = 'thessaly@example.org'
/** Notices about a record that matched an alert of each owner; each is sent when released. */
async function waitingNotice(userId: number) {
  const { noticeId } = await setup.match({ userId, target: mailbox })
  await setup.rows(`update delivery set next_attempt_at = now() + interval '1 day' where notice_id = $1`, [noticeId])
  return noticeId
}
const release = (noticeId: number) =>
  setup.rows('update delivery set next_attempt_at = now() where notice_id = $1', [noticeId])
const waitUntilSent = async (noticeId: number) => {
  await setup.until('the notice ended', async () => !(await setup.notice(noticeId)).delivery)
  return (await setup.notice(noticeId)).state
}
/** SendGrid reports this event to the server's webhook; then a worker applies it. */
async function reportEvent(entry: Entry, event: string, more: object = {}) {
  const { body, headers } = sendgrid.signed([
    sendgrid.event(entry, event, { timestamp: Math.floor(Date.now() / 1000), ...more }),
  ])
  const answer = await server.app.inject({ method: 'POST', url: '/webhooks/sendgrid', headers, payload: body })
  expect(answer.statusCode).toBe(204)
  while (await applyCallbacks(setup.deps()));
}

/** The mail with this subject to the mailbox, once SendGrid has that many. */
async function findMail(subject: string, count = 1) {
  const found = () =>
    sendgrid.ledger.filter(({ to, message }) => to === mailbox && String(message.subject).includes(subject))
  await setup.until(`${count} of "${subject}"`, async () => found().length >= count)
  expect(found()).toHaveLength(count)
  return found().at(-1) as Entry
}

test("a complaint or bounce stops the right mail, from the provider's signed events to the next send", async () => {
  const owner = await makeUser(setup.db, { email: mailbox })
  await setup.rows('update "user" set email_verified_at = now() where id = $1', [owner.id])
  const first = await waitingNotice(owner.id)
  const neighbor = await waitingNotice((await makeUser(setup.db)).id)
  const third = await waitingNotice((await makeUser(setup.db)).id)
  const deps = setup.deps({}, standInEnv(sendgrid, twilio))
  delivery = startDelivery(deps, await openTransports(deps))

  // A stranger triggers an alarming mail to it, which contains none of the stranger's text.
  const stranger = await logIn(server.app, await makeUser(setup.db))
  const alert = {
    name: 'Your deed was stolen! https://evil.example',
    alertType: 'NAME',
    firstName: 'A',
    lastName: 'Bee',
  }
  const alertEmailAddresses = [{ value: mailbox.toUpperCase(), acknowledged: true }]
  await stranger.post('userView/alert', { ...alert, alertEmailAddresses, alertPhones: [] })
  await setup.until('the link is sent', async () => sendgrid.ledger.length > 0)
  const [link] = sendgrid.ledger as [Entry]
  expect(JSON.stringify(link.message)).not.toMatch(/deed|evil/)
  // Otherwise SendGrid's own list would stop mail that ours allows.
  expect(link.message.mail_settings).toEqual({ bypass_spam_management: { enable: true } })

  await reportEvent(link, 'spamreport')
  await release(first)
  expect(await waitUntilSent(first)).toBe('accepted')

  // A complaint about a notice stops it for its owner alone, and a second one, about another's, for every owner.
  await reportEvent(await findMail('matches your alert'), 'spamreport')
  await release(neighbor)
  expect(await waitUntilSent(neighbor)).toBe('accepted')
  await reportEvent(await findMail('matches your alert', 2), 'spamreport')
  await release(third)
  expect(await waitUntilSent(third)).toBe('canceled')

  const forgot = () => newBrowser(server.app).post('auth/forgotPassword', { username: owner.username, email: mailbox })
  await forgot()
  const reset = await findMail('Set a new password')
  await reportEvent(reset, 'bounce', { type: 'bounce', reason: '550 5.1.1 no such user' })
  await forgot()
  await setup.until('the second reset ended', async () => {
    const rows = await setup.rows(`select 1 from notice where template = 'password-reset' and state = 'canceled'`)
    return rows.length === 1
  })
  await findMail('Set a new password')
})

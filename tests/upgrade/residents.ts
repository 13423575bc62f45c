import { addDays, today } from '#shared/domain/dates.ts'
import { type OldBrowser, openOldBrowser, publicUrl, until } from './old-program.ts'
import { entryFor, feedKey, noticeFor, password, postRecords, query, type World } from './world.ts'

const details = (username: string) => ({
  username,
  firstName: 'Odalys',
  lastName: 'Larkspur',
  address: '12 Quarry Lane',
  city: 'Ashdale',
  state: 'MN',
  zip: '55101',
  email: `${username}@example.org`,
  phone: '(612) 555-0134',
  password,
})

const saveAlert = (browser: OldBrowser, lastName: string, email: string, phone: string) =>
  browser.post('/api/userView/alert', {
    name: lastName,
    alertType: 'NAME',
    firstName: 'Odalys',
    lastName,
    alertEmailAddresses: [{ value: email, acknowledged: true }],
    alertPhones: phone ? [{ value: phone, acknowledged: true }] : [],
  })

/** Signs up, follows the link, logs in, saves an alert, and verifies its email: everything by screens and messages. */
export async function register(world: World): Promise<OldBrowser> {
  const browser = openOldBrowser()
  const linkTo = async (to: string, page: string) => {
    let found: string | undefined
    await until(`the link to ${page} for ${to}`, () => {
      const all = [...world.sendgrid.ledger, ...world.twilio.ledger].filter((entry) => entry.to === to)
      const pattern = new RegExp(String.raw`/${page}/([A-Za-z0-9_-]{43})`)
      found = all.map(({ message }) => pattern.exec(JSON.stringify(message))?.[1]).findLast(Boolean)
      return found !== undefined
    })
    return found ?? ''
  }
  await browser.post('/api/auth/signUp', details('odalys.larkspur'))
  await browser.post('/api/auth/completeRegistration', {
    ticket: await linkTo('odalys.larkspur@example.org', 'CompleteRegistration'),
  })
  await openOldBrowser().post('/api/auth/signUp', details('perpetua.larkspur'))
  world.known.tickets.registration = await linkTo('perpetua.larkspur@example.org', 'CompleteRegistration')
  await browser.post('/api/auth/login', { username: 'odalys.larkspur', password })
  await saveAlert(browser, 'Larkspur', 'first@larkspur.example', '')
  await browser.post('/api/auth/confirmAlertEmail', { ticket: await linkTo('first@larkspur.example', 'ConfirmEmail') })
  await query(world, `update notice set created_at = created_at - interval '10 minutes'`)
  await saveAlert(browser, 'Foxglove', 'second@larkspur.example', '(612) 555-1001')
  world.known.tickets.email = await linkTo('second@larkspur.example', 'ConfirmEmail')
  world.known.tickets.phone = await linkTo('+16125551001', 'ConfirmPhone')
  const text = world.twilio.ledger.find(({ to }) => to === '+16125551001')?.message.text
  world.known.code = /\b(\d{6})\b/.exec(String(text))?.[1] ?? ''
  await openOldBrowser().post('/api/auth/forgotPassword', {
    username: 'odalys.larkspur',
    email: 'odalys.larkspur@example.org',
  })
  world.known.tickets.password = await linkTo('odalys.larkspur@example.org', 'passwordReset')
  return browser
}

/** What residents, staff and the recorder do while no worker runs. */
export async function leaveWork(world: World, resident: OldBrowser): Promise<void> {
  const { sendgrid } = world
  const staff = openOldBrowser()
  await query(
    world,
    `insert into "user" (username, role, email, email_verified_at, password_hash)
    select 'root', 'FOREVER', 'root@example.org', now(), password_hash from "user" where username = 'odalys.larkspur'`,
  )
  await staff.post('/api/auth/login', { username: 'root', password })
  for (const name of [
    'repeat-email',
    'repeat-text',
    'repeat-accepted-email',
    'repeat-undelivered-text',
    'refused-again-email',
  ]) {
    const notice = await noticeFor(world, name)
    await staff.post('/trpc/support.sendAgain', { userId: notice?.user_id, noticeId: notice?.id, evenIfSent: true })
  }
  const [held] = await query<{ reason: string }>(world, `select n.reason from notice n where id = $1`, [
    (await noticeFor(world, 'released-email'))?.id,
  ])
  await staff.post('/trpc/feeds.releaseHeld', { reason: held?.reason, notices: 1 })
  await resident.post('/api/auth/forgotPassword', { username: 'odalys.larkspur', email: 'odalys.larkspur@example.org' })
  await query(world, `update notice set created_at = created_at - interval '10 minutes'`)
  await saveAlert(resident, 'Bellflower', 'third@larkspur.example', '(612) 555-1002')
  // Claimed by a worker that stopped before the call.
  await query(
    world,
    `update delivery set fence = 1, lease_until = now() + interval '2 minutes'
    where notice_id = (select id from notice where target = 'third@larkspur.example')`,
  )
  await sendgrid.post(`${publicUrl}/webhooks/sendgrid`, [
    sendgrid.event(entryFor(world, (await noticeFor(world, 'late-report-email'))?.id ?? 0), 'delivered'),
  ])
  await query(world, `delete from email_address where address like 'removed-email@%'`)
  await query(world, `delete from "user" where username = 'deleted-text'`)
  await query(
    world,
    `with gone as (
      delete from delivery where notice_id = $1 returning notice_id)
    update notice set state = 'failed', given_up = true, ended_at = now(), reason = 'We gave up after 24 hours.' where id in (select notice_id from gone)`,
    [(await noticeFor(world, 'given-up-email'))?.id],
  )
  await postRecords(world, ['queued-email', 'queued-text'])
  // A revision, and one that cannot be read.
  await postRecords(world, ['accepted-email'], addDays(today('America/Chicago'), -1))
  await fetch(`${publicUrl}/ingest/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${feedKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ documentIdentifier: 'unreadable', recordedAt: 'sometime' }] }),
  })
}

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Registered } from '#shared/contract/registered.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { residentDetails } from '#tests/fixtures/resident.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { extractTicket, type Mail, startMail } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
})
beforeEach(async () => {
  browser = newBrowser(server.app)
  await setAlertSettings({})
  // Tests sign up more often than a resident does.
  await server.deps.db.deleteFrom('throttle').execute()
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

const password = 'QuietMeadow#42'
const setAlertSettings = (change: Partial<(typeof settingsGroups)['alertSettings']['initial']>) =>
  writeSetting(server.deps.db, 'alertSettings', { ...settingsGroups.alertSettings.initial, ...change }, null)

const house = { name: '12 Quarry Lane', alertType: 'PARCEL_ID', parcelId: '17-03-123-045' }
const ownName = { name: 'My name', alertType: 'NAME', firstName: 'Odalys', lastName: 'Fennimore' }
const trust = { name: 'The trust', alertType: 'BUSINESS', businessName: 'Fennimore Family Trust' }

let made = 0
function registration(change: Record<string, unknown> = {}) {
  made += 1
  const wanted = {
    ...residentDetails,
    username: `odalys.watch${made}`,
    email: `odalys.watch${made}@example.org`,
    password,
    watch: [] as unknown,
  }
  return { ...wanted, ...change }
}
type Wanted = ReturnType<typeof registration>

/** Signs up and returns the ticket of the emailed link; `count` emails went to that address with it. */
async function signUp(wanted: Wanted, count = 1, by = browser): Promise<string> {
  expect((await by.post('auth/signUp', wanted)).body).toMatchObject({ ok: true })
  return extractTicket((await mail.to(wanted.email, count))[0], 'CompleteRegistration')
}
const follow = (ticket: string, by = newBrowser(server.app)) =>
  by.post<Registered>('auth/completeRegistration', { ticket })

const alertsOf = async ({ username }: Wanted) => {
  const { rows } = await server.deps.pool.query<{ id: number; name: string; emails: string[] }>(
    `select a.id, a.name, array(select e.address || case when e.verified_at is null then '' else ' verified' end
         || case when l.acknowledged then ' acknowledged' else '' end
       from alert_email l join email_address e on e.id = l.email_id where l.alert_id = a.id) as emails
     from alert a join "user" u on u.id = a.user_id where lower(u.username) = lower($1) order by a.id`,
    [username],
  )
  return rows
}
const namesOf = async (wanted: Wanted) => (await alertsOf(wanted)).map(({ name }) => name)
const logInAs = (wanted: Wanted) => logIn(server.app, { username: wanted.username, password })

describe('POST auth/signUp with watch', () => {
  test('keeps the alerts with the link, and makes them once it is followed, in any browser', async () => {
    const wanted = registration({ watch: [house, ownName] })
    const ticket = await signUp(wanted)
    expect(await alertsOf(wanted)).toEqual([])
    expect(await follow(ticket)).toMatchObject({
      status: 200,
      body: {
        ok: true,
        content: {
          fullName: 'Odalys Fennimore',
          username: wanted.username,
          email: wanted.email,
          watching: [
            { name: '12 Quarry Lane', alertType: 'PARCEL_ID', criteria: '17-03-123-045' },
            { name: 'My name', alertType: 'NAME', criteria: 'Odalys Fennimore' },
          ],
          notWatching: [],
          sampleSent: false,
          textOffer: { phone: expect.stringMatching(/^\(\d{3}\) /), acknowledge: true },
        },
      },
    })
    // The link verified the address: we do not ask the owner to verify it again.
    const recipient = `${wanted.email} verified acknowledged`
    expect(await alertsOf(wanted)).toMatchObject([{ emails: [recipient] }, { emails: [recipient] }])
    expect(await mail.all().then((all) => all.filter(({ to }) => to === wanted.email))).toHaveLength(1)
    const own = await logInAs(wanted)
    const { body } = await own.post<{ alerts: object[] }>('userView/alerts', {})
    expect(body.content.alerts).toMatchObject([
      { name: '12 Quarry Lane', statusType: 'A', deliveryMethodStatus: 'VERIFIED' },
      { name: 'My name', statusType: 'A', deliveryMethodStatus: 'VERIFIED' },
    ])
  })

  test.each([
    ['a rare name begins wide if the sign-up asks for it', { automaticWidth: true }, true],
    ['a common name does not', { automaticWidth: true, firstName: 'James', lastName: 'Smith' }, false],
    ['without that, nothing is on', {}, false],
    ['what is stated besides stays', { automaticWidth: true, variants: { notByInitial: true } }, true],
  ])('automatic width: %s', async (_what, change, isWide) => {
    const wanted = registration({ watch: [{ ...ownName, ...change }] })
    await follow(await signUp(wanted))
    const own = await logInAs(wanted)
    const { body } = await own.post<{ alerts: { variants: object }[] }>('userView/alerts', {})
    expect(body.content.alerts[0]?.variants).toMatchObject({
      typingSlips: isWide,
      soundAlikes: isWide,
      nicknames: isWide,
      notByInitial: 'variants' in change,
      formerName: isWide,
    })
  })

  test('keeps the consent: wording, time and network address of the sign-up', async () => {
    const wanted = registration({ watch: [house, ownName] })
    const ticket = await signUp(wanted)
    await server.deps.pool.query(`update registration set created_at = created_at - interval '3 hours'`)
    await follow(ticket, newBrowser(server.app, '203.0.113.9'))
    const { rows } = await server.deps.pool.query(
      `select c.wording_version, c.target, host(c.actor_address::inet) as address,
         now() - c.given_at > interval '2 hours' as earlier
       from consent c join "user" u on u.id = c.user_id where u.username = $1`,
      [wanted.username],
    )
    expect(rows).toEqual([
      {
        wording_version: '2026-2',
        target: wanted.email,
        address: expect.not.stringMatching(/^203/) as string,
        earlier: true,
      },
    ])
  })

  test('where the county asks for no consent, the alerts are made without', async () => {
    await setAlertSettings({ emailAcknowledgement: false })
    const wanted = registration({ watch: [ownName] })
    await follow(await signUp(wanted))
    expect(await alertsOf(wanted)).toMatchObject([{ emails: [`${wanted.email} verified`] }])
    const consents = await server.deps.pool.query('select from consent where target = $1', [wanted.email])
    expect(consents.rowCount).toBe(0)
  })

  test.each([
    ['absent', undefined],
    ['null', null],
    ['empty', []],
  ])('an %s list asks for nothing', async (_what, watch) => {
    const wanted = registration({ watch })
    expect((await follow(await signUp(wanted))).body.content).toMatchObject({ watching: [], notWatching: [] })
    expect(await alertsOf(wanted)).toEqual([])
  })

  test('reports each problem on its field, with those of the registration', async () => {
    const { body } = await browser.post<{ fields: Record<string, string> }>(
      'auth/signUp',
      registration({
        zip: '551',
        watch: [
          { ...ownName, lastName: ' ' },
          { ...trust, name: '' },
          { alertType: 'PARCEL_ID', name: 'House' },
        ],
      }),
    )
    expect([body.ok, body.content.fields]).toEqual([
      false,
      {
        zip: '5-digit zip.',
        'watch.0.lastName': 'Required.',
        'watch.1.name': 'Required.',
        'watch.2.parcelId': 'Required.',
      },
    ])
  })

  test.each<[string, object, Record<string, string>]>([
    ['four alerts', { watch: [ownName, ownName, ownName, ownName] }, { watch: 'Up to 3.' }],
    [
      'a name too long',
      { watch: [{ ...ownName, lastName: 'x'.repeat(31) }] },
      { 'watch.0.lastName': '30 characters max.' },
    ],
    ['an unknown type', { watch: [{ ...ownName, alertType: 'HOUSE' }] }, { 'watch.0.alertType': 'Not valid.' }],
    ['no type', { watch: [{ name: 'My name' }] }, { 'watch.0.alertType': 'Required.' }],
    [
      'a pause in the past',
      { watch: [{ ...ownName, pausedUntil: '01/02/2020' }] },
      { 'watch.0.pausedUntil': 'Choose a day after today.' },
    ],
  ])('refuses %s', async (_what, change, fields) => {
    const { body } = await browser.post<{ fields: Record<string, string> }>('auth/signUp', registration({ ...change }))
    expect([body.ok, body.content.fields]).toEqual([false, fields])
  })

  test.each<[string, unknown]>([
    ['an id', [{ ...ownName, id: 4 }]],
    ['an owner', [{ ...ownName, userId: 1 }]],
    ['recipients', [{ ...ownName, alertEmailAddresses: [{ value: 'someone@example.org' }] }]],
    ['phones', [{ ...ownName, alertPhones: [] }]],
    ['an unknown match option', [{ ...ownName, variants: { all: true } }]],
    ['a text', 'my house'],
    ['a list of texts', ['my house']],
    ['a number for a text', [{ ...ownName, lastName: 7 }]],
  ])('%s in it is malformed', async (_what, watch) => {
    const wanted = registration({ watch })
    expect((await browser.post('auth/signUp', wanted)).status).toBe(400)
  })

  test('refuses a type that the county does not offer, and any where no email may be notified', async () => {
    await setAlertSettings({ businessAlert: false })
    const refused = async (watch: object[]) =>
      (await browser.post<{ fields: object }>('auth/signUp', registration({ watch }))).body.content.fields
    expect(await refused([ownName, trust])).toEqual({ 'watch.1.alertType': 'This type of alert is not available.' })
    await setAlertSettings({ numberOfEmails: 0 })
    expect(await refused([ownName])).toEqual({ watch: 'Not available here.' })
  })
})

describe('what a followed link makes', () => {
  test('once: opened again, it makes nothing and answers the same', async () => {
    const wanted = registration({ watch: [ownName] })
    const ticket = await signUp(wanted)
    const first = await follow(ticket)
    const [before] = await alertsOf(wanted)
    expect((await follow(ticket)).body).toEqual(first.body)
    expect(await alertsOf(wanted)).toEqual([before])
  })

  test('what staff deleted stays deleted when the link is opened again', async () => {
    const wanted = registration({ watch: [ownName, trust] })
    const ticket = await signUp(wanted)
    await follow(ticket)
    const [first] = await alertsOf(wanted)
    const clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
    expect((await clerk.post('controlPanel/alertDelete', { alertId: first?.id })).body.ok).toBe(true)
    expect((await follow(ticket)).body.content.watching).toMatchObject([{ name: 'The trust' }])
    expect(await namesOf(wanted)).toEqual(['The trust'])
  })

  /** Two sign-ups of one account from two browsers, with an alert each, and one that staff made. */
  async function twoLinks() {
    const wanted = registration({ watch: [ownName] })
    const first = await signUp(wanted)
    const second = await signUp({ ...wanted, watch: [house, trust] }, 2, newBrowser(server.app))
    const clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
    const { id } = await server.deps.db
      .selectFrom('user')
      .select('id')
      .where('username', '=', wanted.username)
      .executeTakeFirstOrThrow()
    const byStaff = {
      ...trust,
      name: 'By staff',
      userId: id,
      alertEmailAddresses: [{ value: 'helper@example.org', acknowledged: true }],
    }
    expect((await clerk.post('controlPanel/alert', byStaff)).body.ok).toBe(true)
    return { wanted, first, second }
  }

  test.each<[string, ('first' | 'second' | 'log in')[], string[]]>([
    ['the first alone', ['first'], ['By staff', 'My name']],
    ['the second alone', ['second'], ['By staff', '12 Quarry Lane', 'The trust']],
    ['the first, then the second', ['first', 'second'], ['By staff', '12 Quarry Lane', 'The trust']],
    ['the second, then the first', ['second', 'first'], ['By staff', 'My name']],
    ['one after the other, again', ['first', 'second', 'second', 'first', 'first'], ['By staff', 'My name']],
    ['the second after the first log-in', ['first', 'log in', 'second'], ['By staff', 'My name']],
    [
      'both after the first log-in',
      ['second', 'log in', 'first', 'second'],
      ['By staff', '12 Quarry Lane', 'The trust'],
    ],
  ])('of two links: %s', async (_what, steps, names) => {
    const { wanted, ...tickets } = await twoLinks()
    for (const step of steps) {
      if (step === 'log in') await logInAs(wanted)
      else expect((await follow(tickets[step])).body.ok).toBe(true)
    }
    expect(await namesOf(wanted)).toEqual(names)
    const [named] = await alertsOf(wanted)
    expect(named?.emails).toEqual(['helper@example.org acknowledged'])
  })

  test('a later link that asks for nothing takes back what the earlier one made', async () => {
    const both = registration({ watch: [ownName] })
    const first = await signUp(both)
    const second = await signUp({ ...both, watch: [] }, 2)
    await follow(first)
    expect((await follow(second)).body.content.watching).toEqual([])
    expect(await namesOf(both)).toEqual([])
  })

  test('says which alerts the county no longer offers, the same each time, and makes the others', async () => {
    const wanted = registration({ watch: [house, ownName, trust] })
    const ticket = await signUp(wanted)
    await setAlertSettings({ parcelIdAlert: false })
    const expected = {
      watching: [{ name: 'My name' }, { name: 'The trust' }],
      notWatching: [
        { name: '12 Quarry Lane', criteria: '17-03-123-045', problem: 'This type of alert is not available.' },
      ],
    }
    expect((await follow(ticket)).body.content).toMatchObject(expected)
    await setAlertSettings({})
    expect((await follow(ticket)).body.content).toMatchObject(expected)
    expect(await namesOf(wanted)).toEqual(['My name', 'The trust'])
  })

  test('nothing where no email may be notified any more, and says so', async () => {
    const wanted = registration({ watch: [ownName] })
    const ticket = await signUp(wanted)
    await setAlertSettings({ numberOfEmails: 0 })
    expect((await follow(ticket)).body.content).toMatchObject({
      watching: [],
      notWatching: [{ name: 'My name', problem: 'Not available here.' }],
    })
  })

  test('a pause that ended while the link waited is over', async () => {
    const wanted = registration({ watch: [{ ...ownName, pausedUntil: '12/31/2099' }] })
    const ticket = await signUp(wanted)
    await server.deps.pool.query(`update registration set watch = jsonb_set(watch, '{0,pausedUntil}', '"01/02/2020"')`)
    expect((await follow(ticket)).body.content.watching).toMatchObject([{ name: 'My name' }])
  })

  test('nothing once staff activated the account, or its owner set a password by another link', async () => {
    const wanted = registration({ watch: [ownName] })
    const ticket = await signUp(wanted)
    const clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
    const { id } = await server.deps.db
      .selectFrom('user')
      .select('id')
      .where('username', '=', wanted.username)
      .executeTakeFirstOrThrow()
    expect((await clerk.post('userManager/userChangeStatusSingle', { userId: id })).body.ok).toBe(true)
    expect((await follow(ticket)).body).toMatchObject({ ok: false, message: /^You no longer need this link/ })
    expect(await alertsOf(wanted)).toEqual([])
    const left = await server.deps.pool.query('select from registration where user_id = $1', [id])
    expect(left.rowCount).toBe(0)
  })

  test('all of it or nothing: a server killed in the middle leaves the registration as it was', async () => {
    const wanted = registration({ watch: [ownName, trust] })
    const ticket = await signUp(wanted)
    const blocker = await server.deps.pool.connect()
    try {
      // The account is written first, then it waits here.
      await blocker.query('begin')
      await blocker.query('lock table alert in exclusive mode')
      const killed = follow(ticket)
      const waiting = await vi.waitFor(
        async () => {
          const { rows } = await blocker.query<{ pid: number }>(
            `select pid from pg_locks where not granted and relation = 'alert'::regclass`,
          )
          expect(rows).toHaveLength(1)
          return rows[0]?.pid
        },
        { timeout: 60_000, interval: 20 },
      )
      await blocker.query('select pg_terminate_backend($1)', [waiting])
      expect((await killed).body.ok).toBe(false)
      await blocker.query('rollback')
    } finally {
      blocker.release()
    }
    const status = await server.deps.db
      .selectFrom('user')
      .select('status')
      .where('username', '=', wanted.username)
      .executeTakeFirst()
    expect([status?.status, await alertsOf(wanted)]).toEqual(['P', []])
    expect((await follow(ticket)).body.content.watching).toHaveLength(2)
    expect(await namesOf(wanted)).toEqual(['My name', 'The trust'])
  })

  test('two devices that open the link together make the alerts once', async () => {
    const wanted = registration({ watch: [ownName, house] })
    const ticket = await signUp(wanted)
    const answers = await Promise.all([follow(ticket), follow(ticket), follow(ticket)])
    expect(answers.map(({ body }) => body.content.watching.length)).toEqual([2, 2, 2])
    expect(await namesOf(wanted)).toEqual(['My name', '12 Quarry Lane'])
  })

  test('a corrected email gets them; the mistyped one gets none', async () => {
    const wrong = registration({ watch: [ownName] })
    await signUp(wrong)
    const right = { ...wrong, email: `right.${wrong.email}` }
    await follow(await signUp(right))
    expect(await alertsOf(wrong)).toMatchObject([{ emails: [`${right.email} verified acknowledged`] }])
  })

  test('is in the audit log, and goes with an account that was never completed', async () => {
    const wanted = registration({ watch: [ownName] })
    await follow(await signUp(wanted))
    const { rows } = await server.deps.pool.query<{ description: string }>(
      `select p.description from audit_log l join audit_personal p on p.audit_id = l.id
       join "user" u on u.id = l.subject_user_id where u.username = $1 order by l.id`,
      [wanted.username],
    )
    expect(rows.map(({ description }) => description)).toEqual([
      'Started a registration.',
      'Completed the registration.',
      'Verified an email address: it is the verified email of the account.',
      'Added an alert.',
    ])
  })
})

test('Text me too adds the phone to the alerts once, with its consent, and has it verified', async () => {
  const wanted = registration({ watch: [house, ownName] })
  const ticket = await signUp(wanted)
  const text = (acknowledged: boolean) =>
    newBrowser(server.app).mutate<{ content: { said: string } }>('auth.textMeToo', { ticket, acknowledged })
  expect((await text(true)).error?.message).toBe('Please open the link in our email first.')
  const phone = (await follow(ticket)).body.content.textOffer?.phone
  expect((await text(false)).error?.message).toMatch(/acknowledge/)
  expect((await text(true)).data.content.said).toBe(
    `We texted a link and a code to ${phone}. Please follow the link, or enter the code in the alert, to verify the number.`,
  )
  expect((await follow(ticket)).body.content.textOffer).toBeNull()
  const own = await logInAs(wanted)
  const { body } = await own.post<{ alerts: object[] }>('userView/alerts', {})
  const phones = [{ value: phone, acknowledged: true, verified: false }]
  expect(body.content.alerts).toMatchObject([{ alertPhones: phones }, { alertPhones: phones }])
})

describe('Send me a sample', () => {
  const samples = async ({ email }: Wanted) =>
    (await mail.all()).filter(({ to, subject }) => to === email && subject.startsWith('SAMPLE: '))
  const ask = (ticket: string) => newBrowser(server.app).mutate('auth.sendSample', { ticket })

  test('goes once to the confirmed email, and cannot be taken for a real alert', async () => {
    const wanted = registration({ watch: [ownName] })
    const ticket = await signUp(wanted)
    expect((await ask(ticket)).error?.message).toBe('Please open the link in our email first.')
    await follow(ticket)
    expect((await ask(ticket)).status).toBe(200)
    expect((await ask(ticket)).status).toBe(200)
    const sent = await samples(wanted)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('*** SAMPLE ***\nNo document was recorded.')
    expect(sent[0]?.text).toContain('matches your alert "My name"')
    expect(sent[0]?.text).not.toContain('/notice/')
    expect((await follow(ticket)).body.content.sampleSent).toBe(true)
  })

  test('is refused for a link that does not work', async () => {
    const wanted = registration({ watch: [ownName] })
    const ticket = await signUp(wanted)
    await follow(ticket)
    await server.deps.pool.query(`update ticket set expires_at = now() - interval '1 second'`)
    expect((await ask(ticket)).error?.message).toMatch(/^You no longer need this link/)
    expect((await ask('x'.repeat(43))).error?.message).toMatch(/^This link is not valid/)
    expect(await samples(wanted)).toEqual([])
  })
})

describe('a new link from an expired one, for a helper without an account', () => {
  test('goes to the same address, within the limits, and the answer is always the same', async () => {
    const owner = await logIn(server.app, await makeUser(server.deps.db))
    const alert = { ...ownName, alertEmailAddresses: [{ value: 'aid@example.org', acknowledged: true }] }
    expect((await owner.post('userView/alert', alert)).body.ok).toBe(true)
    const first = extractTicket((await mail.to('aid@example.org'))[0], 'ConfirmEmail')
    await server.deps.pool.query(`update ticket set expires_at = now() - interval '1 second'`)
    expect((await browser.post('auth/confirmAlertEmail', { ticket: first })).body).toMatchObject({
      ok: false,
      message: 'This link has expired. Choose Send me a new link.',
    })
    const renew = async (ticket: string) =>
      (await newBrowser(server.app).mutate<{ message: string }>('auth.renewEmailLink', { ticket })).data.message
    const sent = async () => (await mail.all()).filter(({ to }) => to === 'aid@example.org').length
    const answer = await renew(first)
    // Less than a minute after the first.
    expect(await sent()).toBe(1)
    await server.deps.pool.query(`update notice set created_at = now() - interval '61 seconds'`)
    expect(await renew(first)).toBe(answer)
    const second = extractTicket((await mail.to('aid@example.org', 2))[0], 'ConfirmEmail')
    expect((await browser.post('auth/confirmAlertEmail', { ticket: second })).body.ok).toBe(true)
    await server.deps.pool.query(`update notice set created_at = now() - interval '61 seconds'`)
    expect([await renew(first), await renew('x'.repeat(43))]).toEqual([answer, answer])
    expect(await sent()).toBe(2)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertView } from '#shared/contract/alert-view.ts'
import type { Role } from '#shared/contract/roles.ts'
import { addDays, dayFromWire, dayToWire, today } from '#shared/domain/dates.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail, extractTicket } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let owner: TestUser
let browser: Browser
let other: Browser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
  const counts = { ...settingsGroups.alertSettings.initial, numberOfEmails: 3, numberOfPhones: 3 }
  await writeSetting(server.deps.db, 'alertSettings', counts, null)
  const otherUser = await makeUser(server.deps.db)
  // With a verified address, twenty new ones a day.
  const verified = { owner_id: otherUser.id, address: 'other@example.org', verified_at: new Date() }
  await server.deps.db.insertInto('email_address').values(verified).execute()
  other = await logIn(server.app, otherUser)
})
beforeEach(async () => {
  owner = await makeUser(server.deps.db)
  browser = await logIn(server.app, owner)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

type Named = { content: { name: string } | null }
type Alerts = { id: number; alerts: AlertView[]; total: number }
let made = 0
function entered(change: Record<string, unknown> = {}) {
  made += 1
  return {
    name: 'My name',
    alertType: 'NAME',
    firstName: 'Thessaly',
    lastName: 'Brandvold',
    alertEmailAddresses: [{ value: `thessaly${made}@example.org`, acknowledged: true }],
    alertPhones: [],
    ...change,
  }
}
async function saved(change: Record<string, unknown> = {}, by = browser): Promise<AlertView> {
  const { body } = await by.post<Alerts>('userView/alert', entered(change))
  const alert = body.content.alerts.find(({ id }) => id === body.content.id)
  if (!alert) throw new Error(body.message)
  return alert
}
/** As if all that was asked for had been asked for a minute earlier. */
const minuteLater = () => server.deps.pool.query(`update notice set created_at = created_at - interval '1 minute'`)
const administrator = async (role: Role) => logIn(server.app, await makeUser(server.deps.db, { role }))

describe('POST userView/alert', () => {
  test('saves, says what happens next, and returns the alerts', async () => {
    const alert = entered({ alertPhones: [{ value: '(612) 555-0134', acknowledged: true }] })
    const answer = await browser.post<Alerts>('userView/alert', alert)
    const email = alert.alertEmailAddresses[0]?.value ?? ''
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ok: true,
        message: `Alert saved.  We emailed a link to ${email}. Please follow it to verify the address.  We texted a link and a code to (612) 555-0134. Please follow the link, or enter the code in the alert, to verify the number.`,
      },
    })
    expect(answer.body.content.alerts).toMatchObject([
      {
        name: 'My name',
        userId: owner.id,
        username: owner.username,
        alertType: 'NAME',
        criteria: 'Thessaly Brandvold',
        criteriaType: 'Person',
        statusType: 'P',
        deliveryMethodStatus: 'UNVERIFIED',
        emailAddressDTOs: [{ emailAddress: email, verified: false }],
        phoneDTOs: [{ phoneNumber: '(612) 555-0134', verified: false }],
        alertEmailAddresses: [{ value: email, verified: false, acknowledged: true, saved: true }],
        alertPhones: [{ value: '(612) 555-0134', verified: false }],
      },
    ])
  })

  test.each<[string, Record<string, unknown>, Record<string, string>]>([
    [
      'no acknowledgement',
      { alertEmailAddresses: [{ value: 'a@example.org', acknowledged: false }] },
      { 'alertEmailAddresses.0.acknowledged': 'Please read and select the checkbox to acknowledge.' },
    ],
    [
      'no nickname and nobody to tell, in one answer',
      { name: ' ', lastName: '', alertEmailAddresses: [] },
      { name: 'Required.', lastName: 'Required.', recipients: 'Enter at least one Email or Text(SMS) Recipient.' },
    ],
  ])('refuses %s', async (_what, change, fields) => {
    const { status, body } = await browser.post<{ fields: object }>('userView/alert', entered(change))
    expect([status, body.ok, body.content.fields]).toEqual([200, false, fields])
  })

  test('a wrong type is malformed', async () => {
    expect((await browser.post('userView/alert', entered({ alertPhones: 'x' }))).status).toBe(400)
  })

  test("accepts its own GET's answer; refuses another type", async () => {
    const alert = await saved()
    expect((await browser.post('userView/alert', { ...alert, name: 'Renamed' })).body.ok).toBe(true)
    const changed = { ...alert, alertType: 'BUSINESS', businessName: 'Greymoor Holdings' }
    expect((await browser.post('userView/alert', changed)).body).toMatchObject({
      ok: false,
      content: { fields: { alertType: 'The type of an alert cannot change.' } },
    })
  })
})

describe('two windows on one alert', () => {
  test('refuses a save of an outdated version, and says who saved last', async () => {
    const alert = await saved()
    const seen = (await browser.query<{ version: number }>('userView.alert', { id: alert.id })).data?.version
    const save = (name: string) =>
      browser.mutate('userView.saveAlert', { ...entered({ id: alert.id, name }), version: seen })
    expect((await save('First')).status).toBe(200)
    const second = await save('Second')
    expect([second.status, second.error?.message]).toEqual([
      409,
      expect.stringMatching(new RegExp(`^This page was changed by ${owner.username} at .+\\.$`)),
    ])
    expect((await browser.get<AlertView>(`userView/alert/${alert.id}`)).body.content.name).toBe('First')
  })

  test('does not tell an owner which administrator it was', async () => {
    const alert = await saved()
    const seen = (await browser.query<{ version: number }>('userView.alert', { id: alert.id })).data?.version
    const staff = await administrator('COUNTY')
    const theirs = entered({ id: alert.id, userId: owner.id, name: 'By phone' })
    expect((await staff.mutate('controlPanel.saveAlert', theirs)).status).toBe(200)
    const late = { ...entered({ id: alert.id, name: 'Late' }), version: seen }
    expect((await browser.mutate('userView.saveAlert', late)).error?.message).toMatch(
      /^This page was changed by staff at .+\.$/,
    )
  })
})

test("GET userView/alert/{id} returns only the caller's alert", async () => {
  const alert = await saved()
  expect(await browser.get(`userView/alert/${alert.id}`)).toMatchObject({
    status: 200,
    body: { ok: true, content: alert },
  })
  expect(await other.get(`userView/alert/${alert.id}`)).toMatchObject({
    status: 404,
    body: { ok: false, content: null },
  })
  expect((await browser.get('userView/alert/none')).status).toBe(400)
  // A reading is not refused for what a cache or a library adds to it.
  for (const [query, headers] of [
    ['?_=1700000000', {}],
    ['', { 'if-match': '"1"' }],
  ] as const)
    expect(
      (await browser.inject({ method: 'GET', url: `/api/userView/alert/${alert.id}${query}`, headers })).json(),
    ).toMatchObject({ ok: true, content: alert })
})

test('POST userView/alerts filters by text, status, email and phone, and pages', async () => {
  const first = await saved({ name: 'Cabin' })
  const phone = await saved({ name: 'House', alertPhones: [{ value: '(612) 555-0135', acknowledged: true }] })
  const paused = await saved({ name: 'Paused', statusType: 'I', firstName: 'Ottoline' })
  const names = async (filter: object) => {
    const { body } = await browser.post<Alerts>('userView/alerts', filter)
    return body.content.alerts.map(({ name }) => name)
  }
  expect(await names({})).toEqual(['Cabin', 'House', 'Paused'])
  expect(await names({ filterText: 'hou' })).toEqual(['House'])
  expect(await names({ filterText: 'ottoline' })).toEqual(['Paused'])
  expect(await names({ filterText: 'ou' })).toEqual([])
  expect(await names({ statusType: 'I' })).toEqual(['Paused'])
  expect(await names({ statusType: 'P' })).toEqual(['Cabin', 'House'])
  expect(await names({ statusType: 'ALL', emailAddressId: first.alertEmailAddresses[0]?.id })).toEqual(['Cabin'])
  expect(await names({ phoneNumberId: phone.alertPhones[0]?.id, emailAddressId: '' })).toEqual(['House'])
  expect(paused.statusType).toBe('I')
  const { alertEmailAddresses } = entered()
  for (let n = 0; n < 9; n++) await saved({ name: `Z ${n}`, alertEmailAddresses })
  const { body } = await browser.post<Alerts>('userView/alerts', { page: 2 })
  expect([body.content.total, body.content.alerts.length]).toEqual([12, 2])
  expect((await browser.post('userView/alerts', { statusType: 'X' })).body).toMatchObject({
    ok: false,
    content: { fields: { statusType: 'Not valid.' } },
  })
  expect(
    (await other.post<Alerts>('userView/alerts', {})).body.content.alerts.map(({ username }) => username),
  ).not.toContain(owner.username)
})

test("POST userView/alertDelete removes the caller's alert and returns the others", async () => {
  const [kept, gone] = [await saved({ name: 'Kept' }), await saved({ name: 'Gone' })]
  const list = { accountId: owner.id, filterText: '', statusType: 'ALL' }
  const answer = await browser.post<Alerts>('userView/alertDelete', { alertId: gone.id, ...list })
  expect(answer.body).toMatchObject({ ok: true, message: 'Alert deleted.' })
  expect(answer.body.content.alerts.map(({ id }) => id)).toEqual([kept.id])
  expect((await browser.post('userView/alertDelete', {})).body).toMatchObject({
    ok: false,
    content: { fields: { alertId: 'Required.' } },
  })
})

test('POST userView/alertResendEmail mails the link again; a verified address needs none', async () => {
  const alert = await saved()
  const { id = 0, value = '' } = alert.alertEmailAddresses[0] ?? {}
  // Staff may ask for it, too.
  for (const by of [browser, await administrator('COUNTY')])
    expect((await by.post('userView/alertResendEmail', { id })).body).toMatchObject({
      ok: false,
      message: 'We have just sent a link. Please wait a minute before you ask for another.',
    })
  await minuteLater()
  expect((await browser.post('userView/alertResendEmail', { id })).body).toMatchObject({
    ok: true,
    message: `We emailed a link to ${value}.`,
  })
  const [second] = await mail.to(value, 2)
  const ticket = extractTicket(second, 'ConfirmEmail')
  for (let times = 0; times < 2; times++)
    expect((await newBrowser(server.app).post('auth/confirmAlertEmail', { ticket })).body).toMatchObject({
      ok: true,
      content: { target: value, alerts: ['My name'] },
    })
  expect((await browser.get(`userView/alert/${alert.id}`)).body.content).toMatchObject({
    statusType: 'A',
    deliveryMethodStatus: 'VERIFIED',
    emailAddressDTOs: [{ verified: true }],
  })
  expect((await browser.post('userView/alertResendEmail', { id })).body).toMatchObject({
    ok: false,
    message: `${value} is already verified.`,
  })
})

test.each(['userView/alertResendEmail', 'userView/alertResendPhone'])(
  'POST %s accepts only a numeric recipient id',
  async (path) => {
    const { alertEmailAddresses } = await saved()
    const id = alertEmailAddresses[0]?.id
    for (const other of [`${id}x`, true, [id]]) expect((await browser.post(path, { id: other })).status).toBe(400)
    for (const nothing of [{}, { id: null }])
      expect(await browser.post(path, nothing)).toMatchObject({
        status: 200,
        body: { ok: false, content: { fields: { id: 'Required.' } } },
      })
  },
)

test('POST auth/confirmAlertPhone accepts the link in the text from anyone, repeatedly with the same answer', async () => {
  const alert = await saved({ alertPhones: [{ value: '(612) 555-0137', acknowledged: true }] })
  const ticket = extractTicket((await mail.to('+16125550137'))[0], 'ConfirmPhone')
  for (let times = 0; times < 2; times++)
    expect(await newBrowser(server.app).post('auth/confirmAlertPhone', { ticket })).toMatchObject({
      status: 200,
      body: { ok: true, content: { target: '(612) 555-0137', alerts: ['My name'] } },
    })
  expect((await browser.get(`userView/alert/${alert.id}`)).body.content).toMatchObject({
    statusType: 'A',
    deliveryMethodStatus: 'PARTIAL',
    phoneDTOs: [{ verified: true }],
  })
})

test('POST userView/alertResendPhone waits a minute between texts', async () => {
  const { alertPhones } = await saved({ alertPhones: [{ value: '(612) 555-0136', acknowledged: true }] })
  for (const by of [browser, await administrator('COUNTY')])
    expect((await by.post('userView/alertResendPhone', { id: alertPhones[0]?.id })).body).toMatchObject({
      ok: false,
      message: 'We have just sent a text. Please wait a minute before you ask for another.',
    })
})

describe('POST controlPanel/alert', () => {
  test.each(['USER', 'GUEST'] as const)(
    "saves the caller's own alert for a %s, whatever user they name",
    async (role) => {
      const me = await makeUser(server.deps.db, { role })
      const mine = await logIn(server.app, me)
      const { status, body } = await mine.post<Alerts>('controlPanel/alert', entered({ userId: owner.id }))
      expect([status, body.ok, body.content.alerts[0]?.userId]).toEqual([200, true, me.id])
      expect(body.message).toMatch(/^Alert saved\./)
    },
  )

  test('an administrator must name a user whom they may see', async () => {
    const county = await administrator('COUNTY')
    const { body } = await county.post<Alerts>('controlPanel/alert', entered({ userId: owner.id }))
    expect(body).toMatchObject({ ok: true, content: { alerts: [{ userId: owner.id, username: owner.username }] } })
    for (const userId of [undefined, null, 0])
      expect((await county.post('controlPanel/alert', entered({ userId }))).body).toMatchObject({
        ok: false,
        content: { fields: { userId: 'Required.' } },
      })
    const forever = await makeUser(server.deps.db, { role: 'FOREVER' })
    expect((await county.post('controlPanel/alert', entered({ userId: forever.id }))).status).toBe(404)
    // userView/alert is the administrator's own.
    const own = await county.post<Alerts>('userView/alert', entered({ userId: owner.id }))
    expect(own.body.content.alerts[0]?.userId).not.toBe(owner.id)
  })
})

test.each(['alert', 'alertView'])(
  'GET controlPanel/%s/{id} returns an alert, with or without an owner',
  async (path) => {
    const alert = await saved()
    const county = await administrator('COUNTY')
    expect(await county.get(`controlPanel/${path}/${alert.id}`)).toMatchObject({
      status: 200,
      body: { content: alert },
    })
    const migrated = await server.deps.db
      .insertInto('alert')
      .values({
        user_id: null,
        name: 'Taken over',
        alert_type: 'PARCEL_ID',
        parcel_id: '17-03',
        criteria: '17-03',
        rule_version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { content } = (await county.get<object>(`controlPanel/${path}/${migrated.id}`)).body
    expect(content).toMatchObject({ userId: null, name: 'Taken over' })
    expect(content).not.toHaveProperty('username')
  },
)

describe('new email addresses', () => {
  const verifyAccount = (verified: boolean) =>
    server.deps.db
      .updateTable('user')
      .set({ email_verified_at: verified ? new Date() : null })
      .where('id', '=', owner.id)
      .execute()
  beforeEach(() => verifyAccount(false))
  const addresses = (...values: string[]) => ({
    alertEmailAddresses: values.map((value) => ({ value, acknowledged: true })),
  })
  const tooMany = 'Too many new addresses today. Try again tomorrow.'
  const emails = async () =>
    (await server.deps.db.selectFrom('email_address').select('address').where('owner_id', '=', owner.id).execute())
      .length

  test('are limited to five a day until one is verified: one more is refused on its field, and nothing is saved', async () => {
    await saved(addresses('n1@example.org', 'n2@example.org', 'n3@example.org'))
    const refused = { body: { ok: false, content: { fields: { 'alertEmailAddresses.2.value': tooMany } } } }
    const three = entered(addresses('n4@example.org', 'n5@example.org', 'n6@example.org'))
    expect(await browser.post('userView/alert', three)).toMatchObject(refused)
    // By staff too: it is the owner's count.
    const county = await administrator('COUNTY')
    expect(await county.post('controlPanel/alert', { ...three, userId: owner.id })).toMatchObject(refused)
    expect(await emails()).toBe(3)

    await saved(addresses('n4@example.org', 'N1@example.org', 'n5@example.org'))
    expect((await browser.post('userView/alert', entered(addresses('n6@example.org')))).body.ok).toBe(false)
    // What was entered before is not new, also when it was removed meanwhile.
    await saved(addresses('n2@example.org'))
    await server.deps.pool.query(`update email_address set verified_at = now() where address = 'n2@example.org'`)
    await saved(addresses('n6@example.org', 'n7@example.org'))
    expect(await emails()).toBe(7)
  })

  test('are limited to 20 a day for an account whose email is verified, also if no alert uses it', async () => {
    await verifyAccount(true)
    const earlier = Array.from({ length: 19 }, (_, n) => ({ owner_id: owner.id, address: `v${n}@example.org` }))
    await server.deps.db.insertInto('email_address').values(earlier).execute()
    await saved(addresses('v19@example.org'))
    const more = await browser.post('userView/alert', entered(addresses('v20@example.org')))
    expect(more.body).toMatchObject({ content: { fields: { 'alertEmailAddresses.0.value': tooMany } } })
  })

  test("also count when requested as the account's email", async () => {
    await saved(addresses('p1@example.org', 'p2@example.org', 'p3@example.org'))
    await saved(addresses('p4@example.org', 'p5@example.org'))
    const profile = { firstName: 'Odalys', lastName: 'Fennimore', address: '12 Quarry Lane', city: 'Ashdale' }
    const rest = { state: 'MN', zip: '55101', phone: '(612) 555-0142', email: 'p6@example.org' }
    const answer = await browser.post('currentUser/profile', { ...profile, ...rest })
    expect(answer.body).toMatchObject({ ok: false, content: { fields: { email: tooMany } } })
  })

  test('cannot exceed the limit concurrently', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => browser.post('userView/alert', entered(addresses(`once${n}@example.org`)))),
    )
    expect(answers.filter(({ body }) => body.ok)).toHaveLength(5)
    expect(await emails()).toBe(5)
  })
})

test("userView.sameAlert finds the caller's alert with that type and text among many", async () => {
  const { alertEmailAddresses } = entered()
  for (const middle of ['A.', 'B.', 'C.', 'D.', 'E.', 'F.', 'G.', 'H.', 'I.', 'J.'])
    await saved({ name: `A ${middle}`, firstName: middle, lastName: 'Thessaly Brandvold', alertEmailAddresses })
  const first = await saved({ name: 'The same' })
  const second = await saved({ name: 'The same again' })
  await saved({ name: 'About: thessaly brandvold', firstName: 'Orrin' })
  await saved({ firstName: 'Wren' }, other)
  const same = async (criteria: string, more: object = {}) =>
    (await browser.query<Named>('userView.sameAlert', { alertType: 'NAME', criteria, ...more })).data.content?.name
  expect(await same('thessaly BRANDVOLD')).toBe('The same')
  expect(await same('Thessaly Brandvold', { except: first.id })).toBe('The same again')
  expect(await same('Thessaly Brandvold', { except: second.id })).toBe('The same')
  expect(await same('Thessaly Brandvold', { alertType: 'BUSINESS' })).toBeUndefined()
  expect(await same('Wren Brandvold')).toBeUndefined()
  expect(await same('Thessaly Brandvold', { name: 'The same again' })).toBe('The same again')
  expect(await same('Thessaly Brandvold', { name: 'Another' })).toBeUndefined()
})

describe('userView.alertPause', () => {
  const inDays = (days: number) => dayToWire(addDays(today('America/Chicago'), days))
  const pause = (alertId: number, pausedUntil: string) =>
    browser.mutate<{ message: string; content: AlertView }>('userView.alertPause', { alertId, pausedUntil })

  test('pauses an alert until a day and resumes it', async () => {
    const { id } = await saved()
    const day = inDays(7)
    expect((await pause(id, day)).data).toMatchObject({
      message: `This alert sends nothing until ${day}.`,
      content: { statusType: 'I', pausedUntil: day },
    })
    expect((await pause(id, '')).data).toMatchObject({
      message: 'This alert is active again.',
      content: { statusType: 'P', pausedUntil: '' },
    })
  })

  test('a save checks the day too, but clears a pause that is over', async () => {
    const { id } = await saved({ pausedUntil: inDays(1) })
    const save = async (pausedUntil: string, alertId?: number) => {
      const { body } = await browser.post<{ fields: object }>('userView/alert', entered({ id: alertId, pausedUntil }))
      return body.ok || body.content.fields
    }
    const refused = { pausedUntil: 'Choose a day after today.' }
    expect([await save(inDays(0)), await save(inDays(-1), id)]).toEqual([refused, refused])
    // The day has come since the alert was opened.
    await server.deps.db
      .updateTable('alert')
      .set({ paused_until: dayFromWire(inDays(0)) })
      .where('id', '=', id)
      .execute()
    expect(await save(inDays(0), id)).toBe(true)
    const { body } = await browser.get<AlertView>(`userView/alert/${id}`)
    expect(body.content).toMatchObject({ statusType: 'P', pausedUntil: '' })
    expect(await save(body.content.pausedUntil, id)).toBe(true)
  })

  test('requires a future day', async () => {
    const { id } = await saved()
    expect((await pause(id, inDays(0))).error?.data.fields).toEqual({ pausedUntil: 'Choose a day after today.' })
    expect((await pause(id, '2026-12-24')).error?.data.fields).toEqual({ pausedUntil: 'MM/DD/YYYY' })
  })
})

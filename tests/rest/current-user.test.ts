import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '#shared/contract/account.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail, extractTicket } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

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

async function someone(wanted: Parameters<typeof makeUser>[1] = {}): Promise<{ user: TestUser; browser: Browser }> {
  const user = await makeUser(server.deps.db, wanted)
  return { user, browser: await logIn(server.app, user) }
}
const details = {
  firstName: 'Odalys',
  lastName: 'Fennimore',
  company: 'Quarry & Sons',
  address: '12 Quarry Lane',
  city: 'Ashdale',
  state: 'MN',
  zip: '55101',
  phoneFormatType: 'INTERNATIONAL',
  phone: '447700900123',
}

test('POST auth/logout ends the session, as the documented GET does', async () => {
  const { browser } = await someone()
  const cookies = { ...browser.cookies }
  expect(await browser.post('auth/logout')).toMatchObject({ status: 200, body: { ok: true } })
  const old = await browser.inject({ method: 'GET', url: '/api/currentUser/loginStatus', cookies })
  expect(old.statusCode).toBe(403)
})

/** What still goes to former contacts of a user, on the user's page in the panel. */
async function formerAsStaffSee(user: TestUser): Promise<object[] | undefined> {
  const { browser } = await someone({ role: 'COUNTY' })
  return (await browser.get<{ formerContacts: object[] }>(`userManager/user/${user.id}`)).body.content?.formerContacts
}

/** Between two links to one address a minute has to pass. */
const minuteAfterMail = () =>
  server.deps.db
    .updateTable('notice')
    .set({ created_at: new Date(Date.now() - 61_000) })
    .execute()

describe('currentUser/profile', () => {
  test('returns the fields, saves them and returns them again', async () => {
    const { user, browser } = await someone({ firstName: 'Wilma', lastName: 'Tester' })
    expect(await browser.get('currentUser/profile')).toMatchObject({
      status: 200,
      body: { ok: true, content: { firstName: 'Wilma', email: user.email, phoneFormatType: 'STANDARD', phone: '' } },
    })
    const saved = { ...details, email: user.email }
    expect(await browser.post('currentUser/profile', saved)).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Profile updated.', content: saved },
    })
    const { body } = await browser.get<Profile>('currentUser/profile')
    expect(body.content).toEqual({
      ...saved,
      username: user.username,
      pendingEmail: '',
      alertsByEmail: 0,
      alertsByPhone: 0,
    })
    // What its own GET answers may be sent back whole.
    expect((await browser.post('currentUser/profile', body.content)).body.ok).toBe(true)
  })

  test('refuses invalid fields and malformed bodies', async () => {
    const { browser } = await someone()
    expect((await browser.post('currentUser/profile', { firstName: 'x'.repeat(31), zip: '123' })).body).toMatchObject({
      ok: false,
      content: {
        fields: {
          firstName: '30 characters max.',
          lastName: 'Required.',
          email: 'Required.',
          address: 'Required.',
          city: 'Required.',
          state: 'Required.',
          zip: '5-digit zip.',
          phone: 'Required.',
        },
      },
    })
    expect((await browser.post('currentUser/profile', { ...details, zip: 55101 })).status).toBe(400)
  })

  test('administrators need a name and an email only', async () => {
    const { user, browser } = await someone({ role: 'COUNTY' })
    const own = { firstName: 'Rowan', lastName: 'Ashdown', email: user.email }
    expect((await browser.post('currentUser/profile', own)).body.ok).toBe(true)
  })

  test('notifies the old address of a requested change, and its button cancels it', async () => {
    const { user, browser } = await someone()
    const email = 'not.mine@example.org'
    await browser.post('currentUser/profile', { ...details, email })
    const [asked] = await mail.to(user.email)
    expect(asked?.subject).toBe('Someone asked to change the email address for your account')
    expect(asked?.text).not.toContain(email)
    const stop = { ticket: extractTicket(asked, 'notMe') }
    const link = { ticket: extractTicket((await mail.to(email))[0], 'ConfirmProfileEmail') }
    const pending = async () => (await browser.get<{ pendingEmail: string }>('currentUser/profile')).body.content
    // Whatever opens links changes nothing.
    for (const url of [`/notMe/${stop.ticket}`, `/trpc/auth.stopEmailChange?input=${JSON.stringify(stop)}`])
      await newBrowser(server.app).inject({ method: 'GET', url })
    expect(await pending()).toMatchObject({ pendingEmail: email })
    const press = () => newBrowser(server.app).mutate('auth.stopEmailChange', stop)
    for (let times = 0; times < 2; times++) expect((await press()).status).toBe(200)
    expect(await pending()).toMatchObject({ email: user.email, pendingEmail: '' })
    expect((await browser.post('auth/confirmProfileEmail', link)).body).toMatchObject({ ok: false })

    // Too late: the new one counts, and only the county can help.
    await minuteAfterMail()
    await browser.post('currentUser/profile', { ...details, email })
    const again = extractTicket((await mail.to(email, 2))[0], 'ConfirmProfileEmail')
    expect((await browser.post('auth/confirmProfileEmail', { ticket: again })).body.ok).toBe(true)
    expect((await press()).error?.message).toMatch(/^The new email address is already verified/)
  })

  test('notifies an unverified old address without a name', async () => {
    const { user, browser } = await someone()
    await server.deps.db.updateTable('user').set({ email_verified_at: null }).where('id', '=', user.id).execute()
    await browser.post('currentUser/profile', { ...details, email: 'proven@example.org' })
    const ticket = extractTicket((await mail.to('proven@example.org'))[0], 'ConfirmProfileEmail')
    await browser.post('auth/confirmProfileEmail', { ticket })
    const told = await mail.to(user.email, 2)
    for (const { text } of told) expect(text.replaceAll(user.email, '')).not.toContain(user.username)
    // The new one is proven.
    await browser.post('auth/forgotUsername', { email: 'proven@example.org' })
    expect((await mail.to('proven@example.org', 2))[0]?.text).toContain(`Your username is ${user.username}.`)
  })

  test('a new email counts only after its link is followed; the old address is notified', async () => {
    const { user, browser } = await someone()
    const email = 'new.address@example.org'
    expect((await browser.post('currentUser/profile', { ...details, email })).body).toMatchObject({
      ok: true,
      message: `Profile updated. We emailed a link to ${email}. We will use the new email once you follow it.`,
      content: { email: user.email, pendingEmail: email },
    })
    const ticket = extractTicket((await mail.to(email))[0], 'ConfirmProfileEmail')
    expect((await browser.post('currentUser/profile', { ...details, email })).body.content).toEqual({
      fields: { email: 'We have just sent a link. Please wait a minute before you ask for another.' },
    })
    const { db } = server.deps
    const alertAddress = await db
      .insertInto('email_address')
      .values({ owner_id: user.id, address: email })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Saving other fields meanwhile, with the email that still counts, does not give the new one up.
    await browser.post('currentUser/profile', { ...details, email: user.email, city: 'Elsewhere' })
    for (let times = 0; times < 2; times++)
      expect(await newBrowser(server.app).post('auth/confirmProfileEmail', { ticket })).toMatchObject({
        status: 200,
        body: { ok: true, content: { email } },
      })
    expect((await browser.get('currentUser/profile')).body.content).toMatchObject({
      email,
      pendingEmail: '',
      city: 'Elsewhere',
    })
    // It counts for the owner's alerts too.
    const counts = await db
      .selectFrom('email_address')
      .where('id', '=', alertAddress.id)
      .select('verified_at')
      .executeTakeFirst()
    expect(counts?.verified_at).toBeInstanceOf(Date)
    const told = await mail.to(user.email, 2)
    expect(told.map(({ subject }) => subject)).toEqual([
      'The email address for your account has changed',
      'Someone asked to change the email address for your account',
    ])
  })

  test.each([true, false])(
    'alerts that go to the old email move along if the owner says so: %s',
    async (moveAlerts) => {
      const { user, browser } = await someone()
      const { db } = server.deps
      const email = `moved.${moveAlerts}@example.org`
      const old = { owner_id: user.id, address: user.email, verified_at: new Date() }
      const { id } = await db.insertInto('email_address').values(old).returning('id').executeTakeFirstOrThrow()
      for (const name of ['House', 'Farm']) {
        const alert = { user_id: user.id, name, alert_type: 'PARCEL_ID', criteria: '17-03', rule_version: 1 } as const
        const made = await db.insertInto('alert').values(alert).returning('id').executeTakeFirstOrThrow()
        await db.insertInto('alert_email').values({ alert_id: made.id, email_id: id, position: 0 }).execute()
      }
      expect((await browser.get('currentUser/profile')).body.content).toMatchObject({ alertsByEmail: 2 })
      await browser.post('currentUser/profile', { ...details, email, moveAlerts })
      const goTo = async () =>
        (
          await sql<{ address: string }>`
          select e.address from alert_recipient l join email_address e on l.channel = 'EMAIL' and e.id = l.recipient_id
          where e.owner_id = ${user.id} order by 1`.execute(db)
        ).rows.map(({ address }) => address)
      expect(await goTo()).toEqual([user.email, user.email])
      const ticket = extractTicket((await mail.to(email))[0], 'ConfirmProfileEmail')
      // Pressed twice, or loaded again, it answers the same.
      for (let times = 0; times < 2; times++)
        expect((await newBrowser(server.app).post('auth/confirmProfileEmail', { ticket })).body.content).toEqual({
          email,
          from: user.email,
          moved: moveAlerts ? 2 : 0,
          left: moveAlerts ? 0 : 2,
        })
      // For a week the old one gets their notices too.
      expect(await goTo()).toEqual(
        (moveAlerts ? [email, email, user.email, user.email] : [user.email, user.email]).toSorted(),
      )
      const changes = db.selectFrom('notice').select('target').where('user_id', '=', user.id)
      const told = await changes.where('template', '=', 'notices-changed').execute()
      expect(told.map(({ target }) => target).toSorted()).toEqual(moveAlerts ? [email, user.email].toSorted() : [])
      // Home says what still goes to the old one, until its owner moves it or leaves it there.
      const former = async () =>
        (await browser.get<{ formerContacts: object[] }>('home/all')).body.content?.formerContacts
      const stillThere = { channel: 'EMAIL', id, value: user.email, to: email, alerts: 2 }
      expect(await former()).toEqual(moveAlerts ? [] : [stillThere])
      expect(await formerAsStaffSee(user)).toEqual(moveAlerts ? [] : [stillThere])
      expect((await browser.mutate('home.keepFormerContact', { channel: 'EMAIL', id })).status).toBe(200)
      expect([await former(), await formerAsStaffSee(user)]).toEqual([[], []])
    },
  )

  test.each([true, false])(
    'text alerts that go to the old phone move along if the owner says so: %s',
    async (moveTexts) => {
      const { user, browser } = await someone()
      const { db } = server.deps
      const mine = { ...details, email: user.email, phoneFormatType: 'STANDARD', phone: '(612) 555-0142' }
      await browser.post('currentUser/profile', mine)
      const verified_at = new Date()
      const old = { owner_id: user.id, number: '+16125550142', verified_at, validated_at: verified_at }
      const { id } = await db.insertInto('phone').values(old).returning('id').executeTakeFirstOrThrow()
      const alert = {
        user_id: user.id,
        name: 'House',
        alert_type: 'PARCEL_ID',
        criteria: '17-03',
        rule_version: 1,
      } as const
      const made = await db.insertInto('alert').values(alert).returning('id').executeTakeFirstOrThrow()
      await db.insertInto('alert_phone').values({ alert_id: made.id, phone_id: id, position: 0 }).execute()
      expect((await browser.get('currentUser/profile')).body.content).toMatchObject({ alertsByPhone: 1 })
      const phone = '(612) 555-0199'
      expect((await browser.post('currentUser/profile', { ...mine, phone, moveTexts })).body.message).toBe(
        moveTexts
          ? 'Profile updated. We texted a link and a code to (612) 555-0199. Please follow the link, or enter the code in the alert, to verify the number.'
          : 'Profile updated.',
      )
      const { rows } = await sql<{ number: string }>`
        select p.number from alert_recipient l join phone p on l.channel = 'PHONE' and p.id = l.recipient_id
        where p.owner_id = ${user.id} order by 1`.execute(db)
      // For a week the old one gets their texts too.
      expect(rows.map(({ number }) => number)).toEqual(moveTexts ? ['+16125550142', '+16125550199'] : ['+16125550142'])
      const consents = await db.selectFrom('consent').select('target').where('user_id', '=', user.id).execute()
      expect(consents).toEqual(moveTexts ? [{ target: '+16125550199' }] : [])
      const former = moveTexts ? [] : [{ channel: 'PHONE', id, value: '(612) 555-0142', to: phone, alerts: 1 }]
      expect((await browser.get('home/all')).body.content).toMatchObject({ formerContacts: former })
      expect(await formerAsStaffSee(user)).toEqual(former)
    },
  )

  test('a withdrawn new email is no longer pending, and its link verifies nothing', async () => {
    const { user, browser } = await someone()
    await browser.post('currentUser/profile', { ...details, email: 'let.go@example.org' })
    const ticket = extractTicket((await mail.to('let.go@example.org'))[0], 'ConfirmProfileEmail')
    const headers = { 'content-type': 'application/json' }
    for (let times = 0; times < 2; times++)
      expect(
        (await browser.inject({ method: 'POST', url: '/trpc/currentUser.dropPendingEmail', headers, payload: '{}' }))
          .statusCode,
      ).toBe(200)
    const { body } = await browser.get('currentUser/profile')
    expect(body.content).toMatchObject({ email: user.email, pendingEmail: '' })
    expect((await browser.post('auth/confirmProfileEmail', { ticket })).body.ok).toBe(false)
  })

  test('the link to an address replaced by another verifies nothing', async () => {
    const { browser } = await someone()
    await browser.post('currentUser/profile', { ...details, email: 'mistyped@example.org' })
    const mistyped = extractTicket((await mail.to('mistyped@example.org'))[0], 'ConfirmProfileEmail')
    await browser.post('currentUser/profile', { ...details, email: 'right.one@example.org' })
    const right = extractTicket((await mail.to('right.one@example.org'))[0], 'ConfirmProfileEmail')
    const confirm = async (ticket: string) => (await browser.post('auth/confirmProfileEmail', { ticket })).body
    expect((await confirm(mistyped)).message).toMatch(/^This link is not valid, or you entered another email/)
    expect((await confirm('x')).message).toMatch(/^This link is incomplete\./)
    await server.deps.db
      .updateTable('ticket')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('target', '=', 'right.one@example.org')
      .execute()
    expect((await confirm(right)).message).toMatch(/^This link has expired\./)
    await minuteAfterMail()
    await browser.post('currentUser/profile', { ...details, email: 'right.one@example.org' })
    const [again] = await mail.to('right.one@example.org', 2)
    expect((await confirm(extractTicket(again, 'ConfirmProfileEmail'))).content).toMatchObject({
      email: 'right.one@example.org',
    })
  })
})

describe('POST currentUser/password', () => {
  test('ends other sessions, keeps this one, and notifies the owner', async () => {
    const { user, browser } = await someone()
    const elsewhere = await logIn(server.app, user)
    const password = 'WinterOrchard#7'
    expect(await browser.post('currentUser/password', { password })).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Password updated.', content: null },
    })
    expect((await browser.get('currentUser/loginStatus')).status).toBe(200)
    expect((await elsewhere.get('currentUser/loginStatus')).status).toBe(403)
    expect((await mail.to(user.email))[0]?.subject).toBe('Your password has changed')
    await logIn(server.app, { username: user.username, password })
    expect(
      (await newBrowser(server.app).post('auth/login', { username: user.username, password: user.password })).body.ok,
    ).toBe(false)
  })

  test.each([
    [{}, { password: 'Required.' }],
    [{ password: 'WinterOrchard#7', passwordConfirm: 'WinterOrchard#8' }, { passwordConfirm: 'Mismatched passwords.' }],
  ])('refuses %j', async (body, fields) => {
    const { browser } = await someone()
    expect((await browser.post('currentUser/password', body)).body).toMatchObject({ ok: false, content: { fields } })
  })
})

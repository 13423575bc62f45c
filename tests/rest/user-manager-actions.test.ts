import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { residentDetails } from '#tests/fixtures/resident.ts'
import { auditRows } from '#tests/helpers/audit.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail, extractTicket } from '#tests/helpers/mail.ts'
import { type Browser, newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let admin: TestUser
let browser: Browser
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
  admin = await makeUser(server.deps.db, { role: 'FOREVER' })
  browser = await logIn(server.app, admin)
})
beforeEach(async () => {
  user = await makeUser(server.deps.db)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

type List = { users: ManagedUser[]; total: number }
const readUser = (id: number) => server.deps.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
/** The administrator's latest act on a user. */
const audited = async (id: number) =>
  (
    await auditRows(server.deps.db, { subject_user_id: id, actor_id: admin.id })
      .select(['type', 'subject_username', 'description', 'old_value', 'new_value'])
      .execute()
  ).at(-1)
const isIn = async (one: Browser) => (await one.get('currentUser/loginStatus')).status === 200
const tryLogin = async ({ username, password }: { username: string; password: string }) =>
  (await newBrowser(server.app).post('auth/login', { username, password })).body

describe('a change of status', () => {
  test('userChangeStatusSingle deactivates and reactivates; sessions end', async () => {
    const theirs = await logIn(server.app, user)
    const call = async () => (await browser.post('userManager/userChangeStatusSingle', { userId: user.id })).body
    expect(await call()).toMatchObject({ ok: true, message: 'User deactivated.', content: { status: 'I' } })
    expect(await isIn(theirs)).toBe(false)
    expect((await tryLogin(user)).message).toBe('This account is not active. Please contact the county.')
    expect(await audited(user.id)).toMatchObject({
      type: 'ACCOUNT',
      description: 'Deactivated the user.',
      old_value: { status: 'A' },
      new_value: { status: 'I' },
    })
    expect(await call()).toMatchObject({ ok: true, message: 'User activated.', content: { status: 'A' } })
    expect((await tryLogin(user)).ok).toBe(true)
    // What ended is not restored with the account.
    expect(await isIn(theirs)).toBe(false)
  })

  test('userChangeStatusList returns the list that it was called from', async () => {
    const [one, two] = [
      await makeUser(server.deps.db, { username: 'toggled.user.one' }),
      await makeUser(server.deps.db, { username: 'toggled.user.two' }),
    ]
    const body = { userId: one.id, filterText: 'toggled.user', statusType: 'A', page: 1 }
    expect((await browser.post<List>('userManager/userChangeStatusList', body)).body).toMatchObject({
      ok: true,
      message: 'User deactivated.',
      content: { users: [{ id: two.id }], total: 1 },
    })
    const all = { ...body, statusType: 'ALL' }
    expect((await browser.post<List>('userManager/userChangeStatusList', all)).body).toMatchObject({
      message: 'User activated.',
      content: {
        users: [
          { id: one.id, status: 'A' },
          { id: two.id, status: 'A' },
        ],
      },
    })
  })

  test('activating a locked account clears its counters', async () => {
    const locked = await makeUser(server.deps.db, { status: 'L' })
    const counted = { failed_logins: 5, unproven_failures: 150 }
    await server.deps.db.updateTable('user').set(counted).where('id', '=', locked.id).execute()
    await browser.post('userManager/userChangeStatusSingle', { userId: locked.id })
    expect(await readUser(locked.id)).toMatchObject({ status: 'A', failed_logins: 0, unproven_failures: 0 })
    // One more wrong password does not lock it again, and an unknown browser can log in.
    expect((await tryLogin({ ...locked, password: 'wrong' })).ok).toBe(false)
    expect((await tryLogin(locked)).ok).toBe(true)
  })

  test.each(['userManager/userChangeStatusSingle', 'userManager/userChangeStatusList', 'userManager/userDelete'])(
    "refuses %s for one's own account",
    async (path) => {
      const what = path.endsWith('Delete') ? 'delete' : 'deactivate'
      expect(await browser.post(path, { userId: admin.id })).toMatchObject({
        status: 200,
        body: { ok: false, message: `You cannot ${what} your own account.` },
      })
      expect((await readUser(admin.id))?.status).toBe('A')
    },
  )

  test('keeps one of two FOREVER who deactivate each other concurrently', async () => {
    const others = [
      await makeUser(server.deps.db, { role: 'FOREVER' }),
      await makeUser(server.deps.db, { role: 'FOREVER' }),
    ] as const
    const [first, second] = [await logIn(server.app, others[0]), await logIn(server.app, others[1])]
    await server.deps.db.updateTable('user').set({ status: 'I' }).where('id', '=', admin.id).execute()
    const answers = await Promise.all([
      first.post('userManager/userChangeStatusSingle', { userId: others[1].id }),
      second.post('userManager/userChangeStatusSingle', { userId: others[0].id }),
    ])
    const left = await Promise.all(others.map(({ id }) => readUser(id)))
    expect(left.filter((row) => row?.status === 'A').length).toBe(1)
    const messages = answers.map(({ body }) => body.message).toSorted()
    expect(messages).toContain('User deactivated.')
    await server.deps.db
      .updateTable('user')
      .set({ status: 'I' })
      .where(
        'id',
        'in',
        others.map(({ id }) => id),
      )
      .execute()
    await server.deps.db
      .updateTable('user')
      .set({ status: 'A', sessions_ended_at: '-infinity' })
      .where('id', '=', admin.id)
      .execute()
  })
})

describe('POST userManager/userPassword', () => {
  const fresh = { password: 'WinterOrchard#7', passwordConfirm: 'WinterOrchard#7' }

  test('sets it, ends sessions and reset links, and notifies the owner', async () => {
    const theirs = await logIn(server.app, user)
    await newBrowser(server.app).post('auth/forgotPassword', { username: user.username, email: user.email })
    const ticket = extractTicket((await mail.to(user.email))[0], 'passwordReset')
    const body = { id: user.id, username: user.username, ...fresh }
    expect(await browser.post('userManager/userPassword', body)).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Password updated.', content: null },
    })
    expect(await isIn(theirs)).toBe(false)
    expect((await tryLogin(user)).ok).toBe(false)
    expect((await tryLogin({ ...user, ...fresh })).ok).toBe(true)
    expect((await mail.to(user.email, 2))[0]?.subject).toBe('Your password has changed')
    const reset = { ticket, password: 'SummerOrchard#8', passwordConfirm: 'SummerOrchard#8' }
    expect((await newBrowser(server.app).post('auth/resetPassword', reset)).body.ok).toBe(false)
    const row = await audited(user.id)
    expect(row).toMatchObject({ type: 'PASSWORD', description: 'Staff set the password.' })
    expect(JSON.stringify(row)).not.toContain(fresh.password)
  })

  test("keeps this session when changing one's own", async () => {
    const own = await makeUser(server.deps.db, { role: 'COUNTY' })
    const [here, elsewhere] = [await logIn(server.app, own), await logIn(server.app, own)]
    expect((await here.post('userManager/userPassword', { id: own.id, ...fresh })).body.ok).toBe(true)
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false])
  })

  test('unlocks a user, but leaves a pending or inactive one unchanged', async () => {
    for (const [status, after] of [
      ['L', 'A'],
      ['P', 'P'],
      ['I', 'I'],
    ] as const) {
      const { id, username } = await makeUser(server.deps.db, { status })
      await server.deps.db
        .updateTable('user')
        .set({ failed_logins: 5, unproven_failures: 120 })
        .where('id', '=', id)
        .execute()
      expect((await browser.post('userManager/userPassword', { id, ...fresh })).body.ok).toBe(true)
      expect(await readUser(id)).toMatchObject({ status: after, failed_logins: 0, unproven_failures: 0 })
      expect((await tryLogin({ username, password: fresh.password })).ok).toBe(after === 'A')
    }
  })

  test.each([
    [{}, { password: 'Required.', passwordConfirm: 'Required.' }],
    [{ ...fresh, passwordConfirm: 'WinterOrchard#8' }, { passwordConfirm: 'Mismatched passwords.' }],
  ])('refuses %j', async (body, fields) => {
    expect((await browser.post('userManager/userPassword', { id: user.id, ...body })).body).toMatchObject({
      ok: false,
      content: { fields },
    })
    expect((await tryLogin(user)).ok).toBe(true)
  })
})

describe('links that staff send', () => {
  const send = (procedure: string, input: object) =>
    browser.mutate<{ message: string }>(`userManager.${procedure}`, input)
  const complete = async (ticket: string) =>
    (await newBrowser(server.app).post('auth/completeRegistration', { ticket })).body
  let made = 0
  /** A resident who signed up, from a browser of their own, with a mistyped email. */
  async function pending(change: object = {}) {
    const username = `odalys.typo${++made}`
    const signUp = {
      ...residentDetails,
      username,
      email: `typo${made}@example.org`,
      password: 'QuietMeadow#42',
      ...change,
    }
    expect((await newBrowser(server.app).post('auth/signUp', signUp)).body.ok).toBe(true)
    const row = await server.deps.db
      .selectFrom('user')
      .selectAll()
      .where('username', '=', signUp.username)
      .executeTakeFirstOrThrow()
    return { ...signUp, id: row.id }
  }

  test('a reset link sets a password, and also completes a registration or unlocks an account', async () => {
    for (const status of ['A', 'L', 'P'] as const) {
      const one = await makeUser(server.deps.db, { status })
      expect((await send('sendResetLink', { userId: one.id })).data.message).toBe(`We emailed a link to ${one.email}.`)
      const ticket = extractTicket((await mail.to(one.email))[0], 'passwordReset')
      const password = 'WinterOrchard#7'
      const reset = { ticket, password, passwordConfirm: password }
      expect((await newBrowser(server.app).post('auth/resetPassword', reset)).body.ok).toBe(true)
      expect((await tryLogin({ ...one, password })).ok).toBe(true)
      expect(await audited(one.id)).toMatchObject({
        type: 'PASSWORD',
        description: 'Staff sent a link to set a new password.',
      })
    }
  })

  test('sends no reset link to a user who has no email or is not active', async () => {
    const none = await makeUser(server.deps.db, { email: '' })
    const off = await makeUser(server.deps.db, { status: 'I' })
    expect((await send('sendResetLink', { userId: none.id })).error?.message).toMatch(/^This user has no email\./)
    expect((await send('sendResetLink', { userId: off.id })).error?.message).toMatch(/^This user is not active\./)
  })

  test('sends the link to the corrected email; the link to the mistyped one stops working', async () => {
    const { id, username, email, password } = await pending()
    const stray = extractTicket((await mail.to(email))[0], 'CompleteRegistration')
    const right = `right${made}@example.org`
    expect((await send('sendRegistrationLink', { userId: id, email: 'nonsense' })).error?.data).toMatchObject({
      fields: { email: expect.any(String) },
    })
    expect((await send('sendRegistrationLink', { userId: id, email: right })).data.message).toBe(
      `We emailed a link to ${right}.`,
    )
    expect(await complete(stray)).toMatchObject({ ok: false, content: null })
    expect(await complete(extractTicket((await mail.to(right))[0], 'CompleteRegistration'))).toMatchObject({
      ok: true,
      content: { username },
    })
    expect(await readUser(id)).toMatchObject({ status: 'A', email: right })
    expect((await tryLogin({ username, password })).ok).toBe(true)
    expect((await send('sendRegistrationLink', { userId: id, email: right })).error?.message).toMatch(
      /^This user already completed registration\./,
    )
    // The mistyped address got nothing but its link.
    expect(await mail.to(email)).toHaveLength(1)
  })

  test('sends no second link within a minute, and writes to no more than five addresses a day', async () => {
    const { id, email } = await pending()
    const link = async (to: string) =>
      (await send('sendRegistrationLink', { userId: id, email: to })).error?.data.fields
    const tooSoon = { email: 'We have just sent a link. Please wait a minute before you ask for another.' }
    expect(await link(email)).toEqual(tooSoon)
    for (const n of [2, 3, 4, 5]) {
      expect(await link(`right${n}.${email}`)).toBeUndefined()
      // A link that still waits would end with its address.
      await mail.to(`right${n}.${email}`)
    }
    expect(await link(`right6.${email}`)).toEqual({ email: 'Too many new addresses today. Try again tomorrow.' })
    expect(await readUser(id)).toMatchObject({ email: `right5.${email}` })
    await server.deps.pool.query(`update notice set created_at = created_at - interval '1 minute' where user_id = $1`, [
      id,
    ])
    expect(await link(`right4.${email}`)).toBeUndefined()
    expect(await mail.to(`right4.${email}`, 2)).toHaveLength(2)
  })

  test('after two sign-ups for one account, the link sets a new password', async () => {
    const first = await pending()
    const { id, email, ...again } = first
    expect(
      (await newBrowser(server.app).post('auth/signUp', { ...again, email, password: 'SummerOrchard#8' })).body.ok,
    ).toBe(true)
    await mail.to(email, 2)
    await send('sendRegistrationLink', { userId: id, email })
    // A minute must be between two of these too.
    expect((await send('sendRegistrationLink', { userId: id, email })).error?.message).toMatch(
      /^We have just sent a link\./,
    )
    const [newest] = await mail.to(email, 3)
    expect(newest?.text).not.toContain('CompleteRegistration')
    expect(extractTicket(newest, 'passwordReset')).not.toBe('')
  })

  test('activating a pending user ends a link that waits for its minute', async () => {
    const { id, username, email, password, ...more } = await pending()
    await mail.to(email)
    await newBrowser(server.app).post('auth/signUp', { username, email, password, ...more })
    expect((await browser.post('userManager/userChangeStatusSingle', { userId: id })).body.message).toBe(
      'User activated.',
    )
    const { rows } = await server.deps.pool.query(
      `select n.state, d.notice_id is not null as delivery from notice n left join delivery d on d.notice_id = n.id
       where n.target = $1 order by n.id`,
      [email],
    )
    expect(rows).toEqual([
      { state: 'accepted', delivery: false },
      { state: 'cancelled', delivery: false },
    ])
  })

  test('activating a pending user invalidates the link, also after the email was corrected', async () => {
    const { id, username, email, password } = await pending()
    const ticket = extractTicket((await mail.to(email))[0], 'CompleteRegistration')
    const { content } = (await browser.post<List>('userManager/users', { filterText: username })).body
    expect(content.users).toMatchObject([{ id, status: 'P' }])
    expect((await browser.post('userManager/userChangeStatusSingle', { userId: id })).body.message).toBe(
      'User activated.',
    )
    expect((await tryLogin({ username, password })).ok).toBe(true)
    const tickets = await server.deps.db.selectFrom('ticket').select('used_at').where('user_id', '=', id).execute()
    expect(tickets.every(({ used_at }) => used_at !== null)).toBe(true)
    const moved = { id, firstName: 'Odalys', lastName: 'Fennimore', email: `moved${made}@example.org` }
    expect((await browser.post('userManager/user', moved)).body.ok).toBe(true)
    expect(await complete(ticket)).toMatchObject({ ok: false, content: null })
    // Nor if staff set its status back.
    await server.deps.db.updateTable('user').set({ status: 'P' }).where('id', '=', id).execute()
    expect(await complete(ticket)).toMatchObject({ ok: false, content: null })
    // Never verified: no message about the change.
    await mail.all()
    expect(await mail.to(email)).toHaveLength(1)
  })
})

test('a changed email takes effect immediately; the old address is notified, and its links stop working', async () => {
  const theirs = await logIn(server.app, user)
  await newBrowser(server.app).post('auth/forgotPassword', { username: user.username, email: user.email })
  const ticket = extractTicket((await mail.to(user.email))[0], 'passwordReset')
  const body = { id: user.id, firstName: 'Wilma', lastName: 'Tester', email: 'moved.away@example.org' }
  expect((await browser.post('userManager/user', body)).body).toMatchObject({
    ok: true,
    content: { email: body.email },
  })
  expect((await mail.to(user.email, 2))[0]?.subject).toBe('The email address for your account has changed')
  const reset = { ticket, password: 'SummerOrchard#8', passwordConfirm: 'SummerOrchard#8' }
  expect((await newBrowser(server.app).post('auth/resetPassword', reset)).body.ok).toBe(false)
  expect(await isIn(theirs)).toBe(true)
})

describe('POST userManager/userDelete', () => {
  test('cancels unsent messages and keeps nothing personal but the audit log', async () => {
    const { db } = server.deps
    await mail.stop()
    const theirs = await logIn(server.app, user)
    const address = `private.${user.username}@example.net`
    const alert = {
      name: 'My secret name',
      alertType: 'NAME',
      firstName: 'Thessaly',
      lastName: 'Brandvold',
      alertEmailAddresses: [{ value: address, acknowledged: true }],
      alertPhones: [],
    }
    expect((await theirs.post('userView/alert', alert)).body.ok).toBe(true)
    await queueNotice(db, {
      kind: 'account',
      template: 'password-changed',
      channel: 'EMAIL',
      target: user.email,
      userId: user.id,
      data: { username: user.username },
    })
    const { body } = await browser.post<List>('userManager/userDelete', { userId: user.id, filterText: user.username })
    expect(body).toMatchObject({ ok: true, message: 'User deleted.', content: { users: [], total: 0 } })
    expect(await isIn(theirs)).toBe(false)
    expect((await browser.get(`userManager/user/${user.id}`)).status).toBe(404)

    const notices = await db.selectFrom('notice').selectAll().where('user_id', '=', user.id).execute()
    expect(notices.map(({ state, reason }) => [state, reason])).toEqual([
      ['cancelled', 'The account was deleted.'],
      ['cancelled', 'The account was deleted.'],
    ])
    const waiting = await db
      .selectFrom('delivery')
      .select('notice_id')
      .where(
        'notice_id',
        'in',
        notices.map(({ id }) => id),
      )
      .execute()
    expect(waiting).toEqual([])

    // The message about the deletion itself is sent; it names no one but its address, and is purged by its age.
    const goodbye = await db
      .deleteFrom('notice')
      .where('template', '=', 'account-deleted')
      .returning('target')
      .execute()
    expect(goodbye).toEqual([{ target: user.email }])
    const tables = (
      await server.deps.pool.query<{ name: string }>(
        `select quote_ident(table_name) as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'audit%'`,
      )
    ).rows
    for (const { name } of tables)
      for (const trace of [user.username, user.email, address, 'My secret name', 'Brandvold']) {
        const { rows } = await server.deps.pool.query(`select 1 from ${name} t where t::text ilike '%' || $1 || '%'`, [
          trace,
        ])
        expect([name, trace, rows.length]).toEqual([name, trace, 0])
      }
    expect(await audited(user.id)).toMatchObject({
      type: 'ACCOUNT',
      subject_username: user.username,
      description: 'Deleted the user.',
    })
    mail = startMail(server)
  })
})

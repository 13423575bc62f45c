import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Role, rights, roles } from '#shared/contract/roles.ts'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
const browsers = {} as Record<Role, Browser>
const people = {} as Record<Role, TestUser>
beforeAll(async () => {
  server = await startTestServer()
  for (const role of roles) {
    people[role] = await makeUser(server.deps.db, { role, username: `a.${role.toLowerCase()}.person` })
    browsers[role] = await logIn(server.app, people[role])
  }
})
afterAll(() => server.stop())

type List = { users: ManagedUser[]; total: number }
const details = { firstName: 'Odalys', lastName: 'Fennimore', email: 'odalys@example.org' }
const fresh = { password: 'WinterOrchard#7', passwordConfirm: 'WinterOrchard#7' }
let made = 0
const newUser = (change: Record<string, unknown> = {}) => {
  made += 1
  return { username: `made.by.staff${made}`, ...fresh, ...details, ...change }
}
const readUser = async (id: number) =>
  server.deps.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const readAudit = (id: number) =>
  server.deps.db
    .selectFrom('audit_log')
    .innerJoin('audit_personal', 'audit_id', 'audit_log.id')
    .where('subject_user_id', '=', id)
    .select(['type', 'actor_id', 'actor_username', 'subject_username', 'description', 'old_value', 'new_value'])
    .orderBy('audit_log.id', 'desc')
    .execute()

describe('access', () => {
  test.each(['FOREVER', 'TRIMIN', 'COUNTY'] as const)('%s sees and creates only its own types', async (by) => {
    const { body } = await browsers[by].post<List>('userManager/users', { filterText: '.person' })
    expect(body.content.users.map(({ role }) => role).toSorted()).toEqual(rights[by].manages.toSorted())
    for (const role of roles) {
      const answer = await browsers[by].post<ManagedUser>('userManager/user', newUser({ role }))
      if (rights[by].manages.includes(role))
        expect(answer.body).toMatchObject({ ok: true, content: { role, status: 'A' } })
      else
        expect(answer).toMatchObject({
          status: 403,
          body: { ok: false, message: "You don't have permission to do that." },
        })
    }
  })
})

describe('POST userManager/users', () => {
  let admin: Browser
  beforeAll(async () => {
    admin = browsers.COUNTY
    for (let n = 10; n < 35; n++)
      await makeUser(server.deps.db, {
        username: `listed.user${n}`,
        firstName: n === 20 ? 'ÉVA' : 'Mirela',
        lastName: 'Zwickford',
        status: n === 11 ? 'I' : n === 12 ? 'P' : n === 13 ? 'L' : 'A',
      })
  })
  const find = async (body: Record<string, unknown>) => (await admin.post<List>('userManager/users', body)).body.content

  test('returns all, or a page of ten ordered by username, with the exact total', async () => {
    const all = await find({ filterText: 'listed.user' })
    expect([all.users.length, all.total]).toEqual([25, 25])
    const third = await find({ filterText: 'listed.user', page: 3 })
    expect(third.users.map(({ username }) => username)).toEqual([30, 31, 32, 33, 34].map((n) => `listed.user${n}`))
    expect(third.total).toBe(25)
    const whole = await find({ page: 1 })
    expect(whole.users.length).toBe(10)
    expect(whole.users.map(({ username }) => username)).toEqual(whole.users.map(({ username }) => username).toSorted())
    expect(whole.total).toBe((await find({})).users.length)
  })

  test.each([
    ['', 25],
    ['A', 22],
  ])('narrows to the status %j', async (statusType, total) => {
    expect((await find({ filterText: 'LISTED.USER', statusType })).total).toBe(total)
  })

  test("narrows to one user, and shows only the user's fields", async () => {
    const [user] = (await find({ filterText: 'listed.user20' })).users
    expect(user).toEqual({
      id: expect.any(Number),
      username: 'listed.user20',
      role: 'USER',
      status: 'A',
      firstName: 'ÉVA',
      lastName: 'Zwickford',
      company: '',
      address: '',
      city: '',
      state: '',
      zip: '',
      email: 'listed.user20@example.org',
      phoneFormatType: 'STANDARD',
      phone: '',
      alertCount: 0,
    })
    expect((await find({ accountId: user?.id })).users).toEqual([user])
  })

  test('narrows to users whose alerts have an address or a number', async () => {
    const { db } = server.deps
    const owner = await makeUser(db)
    const email = await db
      .insertInto('email_address')
      .values({ owner_id: owner.id, address: 'who.has@example.org' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const phone = await db
      .insertInto('phone')
      .values({ owner_id: owner.id, number: '+16125550137' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const filter of [{ emailAddressId: email.id, phoneNumberId: '' }, { phoneNumberId: phone.id }])
      expect(await find(filter)).toMatchObject({ users: [{ id: owner.id }], total: 1 })
    expect(await find({ emailAddressId: email.id, statusType: 'I' })).toMatchObject({ users: [], total: 0 })
  })

  test("counts each user's alerts", async () => {
    const owner = await makeUser(server.deps.db)
    for (const name of ['One', 'Two'])
      await server.deps.db
        .insertInto('alert')
        .values({ user_id: owner.id, name, alert_type: 'PARCEL_ID', parcel_id: '1', criteria: '1', rule_version: 1 })
        .execute()
    expect((await find({ accountId: owner.id })).users[0]?.alertCount).toBe(2)
    expect((await admin.get(`userManager/user/${owner.id}`)).body.content).toMatchObject({ alertCount: 2 })
  })

  test('refuses unknown filters', async () => {
    expect((await admin.post('userManager/users', { page: '1' })).status).toBe(400)
    expect((await admin.post('userManager/users', { statusType: 'X' })).body.ok).toBe(false)
  })

  test('a page includes the count up to a limit; larger counts are requested separately', async () => {
    const page = await admin.query<{ content: List }>('userManager.userPage', { filterText: 'listed.user', page: 2 })
    expect(page.data.content).toMatchObject({ total: 25 })
    expect(page.data.content.users.length).toBe(10)
    const total = await admin.query<{ content: number }>('userManager.userTotal', { filterText: 'listed.user' })
    expect(total.data.content).toBe(25)
  })
})

describe('POST userManager/user', () => {
  test('creates an active user who can log in, and audits it', async () => {
    const input = newUser({
      role: 'GUEST',
      company: 'Quarry & Sons',
      phone: '(612) 555-0188',
      zip: '55111',
      state: 'MN',
    })
    const { status, body } = await browsers.COUNTY.post<ManagedUser>('userManager/user', { ...input, id: 0 })
    const { password, passwordConfirm, ...shown } = input
    expect([status, body]).toMatchObject([
      200,
      { ok: true, message: 'User created.', content: { ...shown, status: 'A', alertCount: 0 } },
    ])
    expect(JSON.stringify(body)).not.toContain(password + passwordConfirm)
    await logIn(server.app, { username: input.username, password })
    const [, created] = await readAudit(body.content.id)
    expect(created).toMatchObject({ type: 'ACCOUNT', actor_id: people.COUNTY.id, subject_username: input.username })
    expect(JSON.stringify(created)).not.toContain(password)
  })

  test.each([
    [{ username: 'A.County.Person' }, { username: 'This username is taken.' }],
    [
      { password: '', passwordConfirm: '' },
      { password: 'Required.', passwordConfirm: 'Required.' },
    ],
    [{ passwordConfirm: null }, { passwordConfirm: 'Required.' }],
    [
      { username: 'short', passwordConfirm: 'WinterOrchard#8', firstName: '', lastName: ' ', email: null },
      {
        username: 'At least 8 characters long.',
        passwordConfirm: 'Mismatched passwords.',
        firstName: 'Required.',
        lastName: 'Required.',
        email: 'Required.',
      },
    ],
    [{ role: 'KING' }, { role: 'Not valid.' }],
  ])('refuses %j', async (change, fields) => {
    const { status, body } = await browsers.FOREVER.post('userManager/user', newUser(change))
    expect([status, body]).toMatchObject([200, { ok: false, message: 'Please correct the fields shown.' }])
    expect((body.content as { fields: unknown }).fields).toEqual(fields)
  })

  test('notifies the other administrators of the type; an address that was never verified gets no name', async () => {
    const { db } = server.deps
    const unproven = await makeUser(db, { role: 'COUNTY', emailVerified: false })
    const told = async (call: Promise<{ body: unknown }>) => {
      await db.deleteFrom('notice').where('template', '=', 'administrator-added').execute()
      expect((await call).body).toMatchObject({ ok: true })
      const notices = await db.selectFrom('notice').where('template', '=', 'administrator-added').selectAll().execute()
      return Object.fromEntries(notices.map(({ target, data }) => [target, data]))
    }
    const made = newUser({ role: 'COUNTY' })
    expect(await told(browsers.TRIMIN.post('userManager/user', made))).toMatchObject({
      [people.COUNTY.email]: { username: made.username, by: 'Provider staff', role: 'COUNTY' },
      [unproven.email]: { username: '', by: '', role: 'COUNTY' },
    })
    const raised = await makeUser(db)
    const raise = { ...details, id: raised.id, role: 'COUNTY' }
    const notifiedOfRaised = await told(browsers.COUNTY.post('userManager/user', raise))
    expect(notifiedOfRaised[people.COUNTY.email]).toEqual({
      username: raised.username,
      by: people.COUNTY.username,
      role: 'COUNTY',
    })
    expect(notifiedOfRaised).not.toHaveProperty([people.TRIMIN.email])
    expect(await told(browsers.COUNTY.post('userManager/user', newUser({ role: 'USER' })))).toEqual({})
  })

  test('a malformed body is an error, not a refusal', async () => {
    expect((await browsers.FOREVER.post('userManager/user', newUser({ zip: 55111 }))).status).toBe(400)
  })

  test("accepts its own GET's answer, and ignores read-only fields", async () => {
    const user = await makeUser(server.deps.db)
    const { body } = await browsers.COUNTY.get<ManagedUser>(`userManager/user/${user.id}`)
    const saved = { ...body.content, city: 'Ashdale', company: 'Quarry & Sons', state: '' }
    const sent = {
      ...saved,
      username: 'another.name',
      status: 'I',
      alertCount: 99,
      password: 'x',
      passwordConfirm: 'y',
    }
    expect((await browsers.COUNTY.post('userManager/user', sent)).body).toMatchObject({
      ok: true,
      message: 'User saved.',
      content: saved,
    })
    expect(await readUser(user.id)).toMatchObject({ username: user.username, status: 'A', city: 'Ashdale' })
    const [row] = await readAudit(user.id)
    expect(row).toMatchObject({ type: 'ACCOUNT', description: 'Staff changed the user.' })
    expect(row?.old_value).toMatchObject({ city: '' })
    expect(row?.new_value).toMatchObject({ city: 'Ashdale' })
  })

  test('a missing type stays unchanged', async () => {
    const guest = await makeUser(server.deps.db, { role: 'GUEST' })
    await browsers.COUNTY.post('userManager/user', { id: guest.id, ...details })
    expect(await readUser(guest.id)).toMatchObject({ role: 'GUEST', first_name: 'Odalys' })
  })

  test("changing the type ends the user's sessions; other details do not", async () => {
    const user = await makeUser(server.deps.db, { role: 'USER' })
    const browser = await logIn(server.app, user)
    await browsers.COUNTY.post('userManager/user', { id: user.id, ...details, role: 'USER' })
    expect((await browser.get('currentUser/loginStatus')).status).toBe(200)
    await browsers.COUNTY.post('userManager/user', { id: user.id, ...details, role: 'GUEST' })
    expect((await browser.get('currentUser/loginStatus')).status).toBe(403)
  })

  test('warns the second of two administrators, and overwrites nothing', async () => {
    const user = await makeUser(server.deps.db)
    const url = `/api/userManager/user/${user.id}`
    const etag = String((await browsers.COUNTY.inject({ method: 'GET', url })).headers.etag)
    const save = async (by: Browser, city: string, headers: Record<string, string>) =>
      (
        await by.inject({
          method: 'POST',
          url: '/api/userManager/user',
          payload: { id: user.id, ...details, city },
          headers,
        })
      ).json<{ ok: boolean; message: string }>()
    expect((await save(browsers.TRIMIN, 'Ashdale', { 'if-match': etag })).ok).toBe(true)
    const late = await save(browsers.COUNTY, 'Birkton', { 'if-match': etag })
    expect(late.ok).toBe(false)
    expect(late.message).toMatch(
      /^This page was changed by a\.trimin\.person at \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M\.$/,
    )
    expect((await readUser(user.id)).city).toBe('Ashdale')
    expect((await save(browsers.COUNTY, 'Birkton', {})).ok).toBe(true)
    expect((await readUser(user.id)).city).toBe('Birkton')
  })

  test.each(['I', 'P', 'L'] as const)('does not change a user with status %s', async (status) => {
    const user = await makeUser(server.deps.db, { status })
    expect((await browsers.COUNTY.post('userManager/user', { id: user.id, ...details })).body).toMatchObject({
      ok: false,
      message: 'You can change only active users. Activate the user first.',
    })
    expect((await readUser(user.id)).first_name).toBe('Wilma')
  })

  test("refuses to change one's own type or to assign a type beyond one's role", async () => {
    const own = { id: people.FOREVER.id, ...details }
    expect((await browsers.FOREVER.post('userManager/user', { ...own, role: 'TRIMIN' })).body).toMatchObject({
      ok: false,
      message: 'You cannot change the type of your own account.',
    })
    const user = await makeUser(server.deps.db)
    for (const role of ['FOREVER', 'TRIMIN'])
      expect((await browsers.COUNTY.post('userManager/user', { id: user.id, ...details, role })).status).toBe(403)
    expect((await readUser(user.id)).role).toBe('USER')
    // Administrators change their own details elsewhere.
    expect((await browsers.FOREVER.post('userManager/user', own)).body.ok).toBe(true)
  })
})

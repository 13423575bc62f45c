import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EmailAddressView, PhoneView } from '#server/features/recipients/list-recipients.ts'
import type { Role } from '#shared/contract/roles.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail } from '#tests/helpers/mail.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let county: Browser
beforeAll(async () => {
  server = await startTestServer()
  mail = startMail(server)
  county = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})
beforeEach(async () => {
  for (const table of ['alert', 'email_address', 'phone', 'suppression'] as const)
    await server.deps.db.deleteFrom(table).execute()
})

const makeOwner = async (role: Role = 'USER') => (await makeUser(server.deps.db, { role })).id
async function email(address: string, ownerId: number | null, change: object = {}): Promise<number> {
  const row = await server.deps.db
    .insertInto('email_address')
    .values({ address, owner_id: ownerId, ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
async function phone(number: string, ownerId: number | null, change: object = {}): Promise<number> {
  const row = await server.deps.db
    .insertInto('phone')
    .values({ number, owner_id: ownerId, ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
async function alertFor(link: { email?: number; phone?: number }, status: 'A' | 'I' = 'A'): Promise<void> {
  const { db } = server.deps
  const { id } = await db
    .insertInto('alert')
    .values({ name: 'Watch', alert_type: 'PARCEL_ID', criteria: '17-03', rule_version: 1, status })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (link.email)
    await db.insertInto('alert_email').values({ alert_id: id, email_id: link.email, position: 0 }).execute()
  if (link.phone)
    await db.insertInto('alert_phone').values({ alert_id: id, phone_id: link.phone, position: 0 }).execute()
}
const emails = async (filter: object = {}, by = county) =>
  (await by.post<{ emailAddresses: EmailAddressView[]; total: number }>('controlPanel/emails', filter)).body.content
const phones = async (filter: object = {}, by = county) =>
  (await by.post<{ phones: PhoneView[]; total: number }>('controlPanel/phones', filter)).body.content

describe('POST controlPanel/emails', () => {
  test('returns addresses with Migrated, status and their number of alerts', async () => {
    const owner = await makeOwner()
    const used = await email('Briar@example.org', owner, { verified_at: new Date() })
    await alertFor({ email: used })
    await alertFor({ email: used }, 'I')
    const only = await email('clover@example.org', null, { migrated: true, verified_at: new Date() })
    await alertFor({ email: only }, 'I')
    const stopped = await email('dill@example.org', owner)
    await alertFor({ email: stopped })
    await server.deps.db
      .insertInto('suppression')
      .values({ channel: 'EMAIL', target: 'dill@example.org', reason: 'bounce' })
      .execute()
    const rows = [
      {
        id: used,
        emailAddress: 'Briar@example.org',
        status: 'A',
        stopReason: '',
        verified: false,
        confirmed: true,
        alertCount: 2,
      },
      {
        id: only,
        emailAddress: 'clover@example.org',
        status: 'I',
        stopReason: '',
        verified: true,
        confirmed: true,
        alertCount: 1,
      },
      {
        id: stopped,
        emailAddress: 'dill@example.org',
        status: 'I',
        stopReason: 'bounce',
        verified: false,
        confirmed: false,
        alertCount: 1,
      },
    ]
    expect(await emails()).toEqual({ emailAddresses: rows, total: 3 })
    expect((await emails({ statusType: 'A' })).emailAddresses).toEqual([rows[0]])
    expect(await emails({ statusType: 'I' })).toMatchObject({ emailAddresses: [rows[1], rows[2]], total: 2 })
    expect(await emails({ page: 2 })).toMatchObject({ emailAddresses: [], total: 3 })
  })

  test('says why an address is suppressed: for everyone before its own user, without what was undone', async () => {
    const { db } = server.deps
    const [owner, other] = [await makeOwner(), await makeOwner()]
    for (const id of [owner, other]) await alertFor({ email: await email('fern@example.org', id) })
    const reasons = async () =>
      (await emails({ filterText: 'fern' })).emailAddresses.map(({ stopReason }) => stopReason)
    const stop = (values: object) =>
      db
        .insertInto('suppression')
        .values({ channel: 'EMAIL', target: 'fern@example.org', reason: 'unsubscribe', ...values })
        .execute()
    await stop({ owner_id: owner })
    expect((await reasons()).toSorted()).toEqual(['', 'unsubscribe'])
    await stop({ reason: 'complaint' })
    expect(await reasons()).toEqual(['complaint', 'complaint'])
    await db
      .updateTable('suppression')
      .set({ lifted_at: new Date() })
      .where('target', '=', 'fern@example.org')
      .execute()
    expect(await reasons()).toEqual(['', ''])
  })

  test('finds text within an address; one or two characters match its prefix; none of a user out of reach', async () => {
    await email('hidden.briar@example.org', await makeOwner('TRIMIN'))
    await email('briar@example.org', await makeOwner())
    await email('x_y%z@example.org', await makeOwner())
    const found = async (filterText: string) =>
      (await emails({ filterText })).emailAddresses.map((one) => one.emailAddress)
    expect(await found('RIAR')).toEqual(['briar@example.org'])
    expect(await found('br')).toEqual(['briar@example.org'])
    expect(await found('ri')).toEqual([])
    expect(await found('_y%')).toEqual(['x_y%z@example.org'])
    expect((await emails({ filterText: 'example' })).total).toBe(2)
    const forever = await logIn(server.app, await makeUser(server.deps.db, { role: 'FOREVER' }))
    expect((await emails({ filterText: 'briar' }, forever)).total).toBe(2)
    const { data } = await county.query<{ content: { total: number } }>('controlPanel.recipientCount', {
      kind: 'EMAIL',
      filterText: 'briar',
    })
    expect(data.content.total).toBe(1)
  })

  test('refuses an unknown filter', async () => {
    expect((await county.post('controlPanel/emails', { statusType: 'P' })).body).toMatchObject({
      ok: false,
      content: { fields: { statusType: 'Not valid.' } },
    })
  })
})

describe('POST controlPanel/phones', () => {
  test('returns formatted numbers with both counters and their number of alerts', async () => {
    const id = await phone('+16125550171', await makeOwner(), {
      validated_at: new Date('2026-03-02T15:04:00Z'),
      validation_attempts: 1,
      verification_attempts: 2,
    })
    await alertFor({ phone: id })
    await phone('+8613123456789', await makeOwner(), { format_type: 'INTERNATIONAL' })
    expect(await phones()).toEqual({
      total: 2,
      phones: [
        {
          id,
          phoneNumber: '16125550171',
          phoneNumberFormatted: '(612) 555-0171',
          status: 'A',
          stopReason: '',
          validated: true,
          validationTimestampFormatted: '03/02/2026 9:04 AM',
          validationAttempts: 1,
          verificationTimestampFormatted: '',
          verificationAttempts: 2,
          alertCount: 1,
        },
        expect.objectContaining({
          phoneNumberFormatted: '8613123456789',
          status: 'I',
          stopReason: '',
          validated: false,
        }),
      ],
    })
  })

  test('finds by digits, whatever separates them', async () => {
    await phone('+16125550172', await makeOwner())
    await phone('+19525550173', await makeOwner())
    await phone('+8613123456789', await makeOwner(), { format_type: 'INTERNATIONAL' })
    await phone('+16125550174', await makeOwner('FOREVER'))
    const found = async (filterText: string) =>
      (await phones({ filterText })).phones.map(({ phoneNumberFormatted }) => phoneNumberFormatted)
    expect(await found('(612) 555')).toEqual(['(612) 555-0172'])
    expect(await found('55501')).toEqual(['(612) 555-0172', '(952) 555-0173'])
    expect(await found('9')).toEqual(['(952) 555-0173'])
    expect(await found('86')).toEqual(['8613123456789'])
    expect(await found('abc')).toEqual([])
  })
})

describe('staff actions on a phone', () => {
  const act = (path: string, id: number) => county.post(`controlPanel/${path}`, { id })
  const shown = '(612) 555-0181'

  test('POST controlPanel/validatePhone and controlPanel/invalidatePhone', async () => {
    const id = await phone('+16125550181', await makeOwner(), { validation_problem: 'A landline.' })
    expect((await act('invalidatePhone', id)).body).toMatchObject({ ok: false, message: `${shown} is not validated.` })
    expect((await act('validatePhone', id)).body).toMatchObject({ ok: true, message: `${shown} was validated.` })
    expect((await phones()).phones[0]).toMatchObject({ validated: true })
    expect((await act('validatePhone', id)).body).toMatchObject({
      ok: false,
      message: `${shown} is already validated.`,
    })
    expect((await act('invalidatePhone', id)).body).toMatchObject({
      ok: true,
      message: `${shown} was invalidated. It gets no texts until it is validated.`,
    })
    expect((await phones()).phones[0]).toMatchObject({ validated: false, validationTimestampFormatted: '' })
  })

  test('POST controlPanel/resetPhone clears both counters', async () => {
    const id = await phone('+16125550181', null, { validation_attempts: 3, verification_attempts: 10 })
    expect((await act('resetPhone', id)).body).toMatchObject({
      ok: true,
      message: `The attempts of ${shown} were reset.`,
    })
    expect((await phones()).phones[0]).toMatchObject({ validationAttempts: 0, verificationAttempts: 0 })
  })

  test('POST controlPanel/helloUser sends one text, and reports limits and opt-outs', async () => {
    const id = await phone('+16125550181', await makeOwner())
    const { ok, message } = (await act('helloUser', id)).body
    // On a very busy machine ten seconds may pass before it is out.
    expect([`Text sent to ${shown}.`, 'Still sending.']).toContain(message)
    expect(ok).toBe(true)
    expect(await mail.to('+16125550181')).toHaveLength(1)
    for (let n = 0; n < 4; n++) await act('helloUser', id)
    expect((await act('helloUser', id)).body).toMatchObject({
      ok: false,
      message: 'We sent many test texts in the last hour. Please try again later.',
    })
    await server.deps.db
      .insertInto('suppression')
      .values({ channel: 'PHONE', target: '+16125550181', reason: 'stop' })
      .execute()
    expect((await act('helloUser', id)).body).toMatchObject({
      ok: false,
      message: `Texts to ${shown} are stopped. To allow them again, text START from it to our number.`,
    })
  })

  test.each(['validatePhone', 'invalidatePhone', 'resetPhone', 'helloUser'])(
    '%s: an id is required, and it is audited',
    async (path) => {
      expect((await county.post(`controlPanel/${path}`, {})).body).toMatchObject({
        ok: false,
        content: { fields: { id: 'Required.' } },
      })
      const before = await audited()
      const validated = path === 'invalidatePhone' ? new Date() : null
      await act(path, await phone('+16125550183', await makeOwner(), { validated_at: validated }))
      expect(await audited()).toBe(before + 1)
    },
  )
})

async function audited(): Promise<number> {
  const row = await server.deps.db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('type', 'in', ['RECIPIENT', 'NOTICE'])
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

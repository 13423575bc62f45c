import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppError } from '#shared/contract/errors.ts'
import { hashCode, newTicket } from '#shared/node/domain/recipients/tickets.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { createKeyring } from '#shared/node/platform/secrets/keyring.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { confirmEmail, confirmPhone } from './confirm-recipient.ts'

let connection: Connection
let userId: number
let emailId: number
let phoneId: number
const secret = createKeyring('a secret of the tests, long enough')
const deps = () => ({ db: connection.db, env: { APP_SECRET: secret } as never })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())
beforeEach(async () => {
  const { db } = connection
  await db.deleteFrom('user').execute()
  userId = (await db.insertInto('user').values({ username: 'thessaly.b' }).returning('id').executeTakeFirstOrThrow()).id
  emailId = (
    await db
      .insertInto('email_address')
      .values({ owner_id: userId, address: 'thessaly@example.org' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  phoneId = (
    await db
      .insertInto('phone')
      .values({ owner_id: userId, number: '+16125550142', validated_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
})

async function emailTicket(hours = 4): Promise<string> {
  const { token, hash } = newTicket()
  await connection.db
    .insertInto('ticket')
    .values({ hash, purpose: 'email', email_id: emailId, expires_at: inHours(hours) })
    .execute()
  return token
}
async function phoneTicket({ code = '482913', hours = 4 } = {}): Promise<string> {
  const { token, hash } = newTicket()
  await connection.db
    .insertInto('ticket')
    .values({
      hash,
      purpose: 'phone',
      phone_id: phoneId,
      code_hash: hashCode(secret, phoneId, code),
      expires_at: inHours(hours),
    })
    .execute()
  return token
}
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'confirmed',
    (error: AppError) => error.message,
  )
const verified = async (table: 'email_address' | 'phone') =>
  (await connection.db.selectFrom(table).select('verified_at').executeTakeFirst())?.verified_at !== null
const byTicket = (ticket: string, code = '') => confirmPhone(deps(), { ticket, code, userId: null })
const byCode = (code: string, by: number | null = userId) => confirmPhone(deps(), { ticket: '', code, userId: by })

describe('the link in a verification email', () => {
  test('verifies the address, and answers the same each time, since scanners open links too', async () => {
    const ticket = await emailTicket()
    const first = await confirmEmail(deps(), ticket)
    expect(first).toEqual({ target: 'thessaly@example.org', alerts: [] })
    expect(await confirmEmail(deps(), ticket)).toEqual(first)
    expect(await verified('email_address')).toBe(true)
    expect(
      await connection.db.selectFrom('audit_log').select('id').where('type', '=', 'RECIPIENT').execute(),
    ).toHaveLength(1)
  })

  test('verifies the account’s email too, although staff typed it, but only for its owner', async () => {
    const { db } = connection
    const other = await db.insertInto('user').values({ username: 'other.b' }).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('user').set({ email: 'Thessaly@example.org' }).execute()
    await confirmEmail(deps(), await emailTicket())
    const users = await db.selectFrom('user').select(['id', 'email_verified_at']).orderBy('id').execute()
    expect(users).toEqual([
      { id: userId, email_verified_at: expect.any(Date) },
      { id: other.id, email_verified_at: null },
    ])
  })

  test('verifies nothing when it is cut short, forged, meant for a phone, or expired', async () => {
    expect(await refusal(confirmEmail(deps(), 'abc'))).toContain('incomplete')
    expect(await refusal(confirmEmail(deps(), newTicket().token))).toContain('not valid')
    expect(await refusal(confirmEmail(deps(), await phoneTicket()))).toContain('not valid')
    expect(await refusal(confirmEmail(deps(), await emailTicket(-1)))).toContain('expired')
    expect(await verified('email_address')).toBe(false)
  })
})

describe('the link or code in a verification text', () => {
  test('verifies the phone when the link is followed', async () => {
    const ticket = await phoneTicket()
    expect(await byTicket(ticket)).toEqual({ target: '(612) 555-0142', alerts: [] })
    expect(await verified('phone')).toBe(true)
  })

  test('verifies the phone when its logged-in owner types the code', async () => {
    await phoneTicket()
    expect(await byCode('482 913')).toMatchObject({ target: '(612) 555-0142' })
    expect(await verified('phone')).toBe(true)
  })

  test('verifies nothing without a login, for another user, with a malformed code, or after its expiry', async () => {
    await phoneTicket()
    const other = await connection.db
      .insertInto('user')
      .values({ username: 'orrin.dale' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await refusal(byCode('482913', null))).toContain('log in')
    expect(await refusal(byCode('482913', other.id))).toContain('no longer works')
    expect(await refusal(byCode('48291'))).toContain('six digits')
    expect(await refusal(byTicket(await phoneTicket({ hours: -1 })))).toContain('expired')
    expect(await verified('phone')).toBe(false)
  })

  test('refuses the right code after five wrong ones; the link still works', async () => {
    const ticket = await phoneTicket()
    for (let n = 0; n < 4; n++) expect(await refusal(byCode('000000'))).toContain('try again')
    expect(await refusal(byCode('000000'))).toBe(
      'That is not the code we sent, and that was your last try. Choose Resend to get a new one.',
    )
    expect(await refusal(byCode('482913'))).toContain('no longer works')
    expect(await verified('phone')).toBe(false)
    await byTicket(ticket)
    expect(await verified('phone')).toBe(true)
  })

  test('counts a wrong code on each text that waits, so the last try is when none accepts another', async () => {
    await phoneTicket()
    for (let n = 0; n < 3; n++) await refusal(byCode('000000'))
    await phoneTicket({ code: '771204' })
    for (let n = 0; n < 4; n++) expect(await refusal(byCode('000000'))).toContain('try again')
    expect(await refusal(byCode('000000'))).toContain('your last try')
  })

  test('counts wrong codes that are tried together', async () => {
    await phoneTicket()
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => refusal(byCode(String(n).padStart(6, '0')))))
    expect(answers.filter((text) => text.includes('not the code'))).toHaveLength(5)
  })
})

describe('a code typed on the page of the link', () => {
  const problemOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      ({ fields }: AppError) => fields?.code,
    )
  const wrongCodes = () => connection.db.selectFrom('ticket').select('wrong_codes').orderBy('id').execute()

  test('verifies the phone of that link without a login, and the audit log says so', async () => {
    expect(await byTicket(await phoneTicket(), '482 913')).toEqual({ target: '(612) 555-0142', alerts: [] })
    expect(await verified('phone')).toBe(true)
    const { description } = await connection.db
      .selectFrom('audit_log')
      .innerJoin('audit_personal', 'audit_id', 'audit_log.id')
      .select('description')
      .where('type', '=', 'RECIPIENT')
      .orderBy('audit_log.id', 'desc')
      .executeTakeFirstOrThrow()
    expect(description).toBe('Verified a phone by the code in the text.')
  })

  test('is refused at its field when it is wrong, malformed, or of another text', async () => {
    const ticket = await phoneTicket()
    await phoneTicket({ code: '771204' })
    expect(await problemOf(byTicket(ticket, '000000'))).toContain('not the code')
    expect(await problemOf(byTicket(ticket, '771204'))).toContain('not the code')
    expect(await problemOf(byTicket(ticket, '48291'))).toContain('six digits')
    expect(await verified('phone')).toBe(false)
    expect(await wrongCodes()).toEqual([{ wrong_codes: 2 }, { wrong_codes: 0 }])
  })

  test('is refused after five wrong ones, typed on either page; the link alone still works', async () => {
    const ticket = await phoneTicket()
    for (let n = 0; n < 3; n++) expect(await refusal(byTicket(ticket, '000000'))).toContain('not the code')
    expect(await refusal(byCode('000000'))).toContain('try again')
    expect(await problemOf(byTicket(ticket, '000000'))).toBe(
      'That is not the code we sent, and that was your last try. Press Confirm instead, without a code.',
    )
    expect(await problemOf(byTicket(ticket, '482913'))).toContain('no longer works')
    expect(await verified('phone')).toBe(false)
    await byTicket(ticket)
    expect(await verified('phone')).toBe(true)
  })

  test('is counted when wrong ones are tried together', async () => {
    const ticket = await phoneTicket()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => refusal(byTicket(ticket, String(n).padStart(6, '0')))),
    )
    expect(answers.filter((text) => text.includes('not the code'))).toHaveLength(5)
    expect(await wrongCodes()).toEqual([{ wrong_codes: 5 }])
  })

  test('is ignored when the link is invalid, or the phone is verified already', async () => {
    expect(await refusal(byTicket('abc', '482913'))).toContain('incomplete')
    expect(await refusal(byTicket(newTicket().token, '482913'))).toContain('not valid')
    expect(await refusal(byTicket(await phoneTicket({ hours: -1 }), '482913'))).toContain('expired')
    const ticket = await phoneTicket()
    const first = await byTicket(ticket)
    expect(await byTicket(ticket, '000000')).toEqual(first)
  })
})

describe('on a server with a wrong clock, the database’s clock decides when links and codes expire', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  const setClock = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: inHours(hours) })

  test('a clock a day ahead expires none early', async () => {
    const email = await emailTicket()
    const phone = await phoneTicket()
    setClock(24)
    expect(await refusal(confirmEmail(deps(), email))).toBe('confirmed')
    expect(await refusal(byTicket(phone))).toBe('confirmed')
    expect(await refusal(byCode('482913'))).toBe('confirmed')
  })

  test('a clock a day behind keeps none too long', async () => {
    const email = await emailTicket(-1)
    const phone = await phoneTicket({ hours: -1 })
    setClock(-24)
    expect(await refusal(confirmEmail(deps(), email))).toContain('expired')
    expect(await refusal(byTicket(phone))).toContain('expired')
    expect(await refusal(byCode('482913'))).toContain('no longer works')
  })
})

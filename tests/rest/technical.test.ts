import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunsView } from '#server/features/legacy/show-runs.ts'
import { sendTestText } from '#server/features/recipients/send-test-text.ts'
import { auditRows } from '#tests/helpers/audit.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { createLegacyDatabase, fillLegacy, type LegacyDatabase } from '#tests/helpers/legacy.ts'
import { type Mail, startMail } from '#tests/helpers/mail.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let mail: Mail
let legacy: LegacyDatabase
let engineer: TestUser
let technical: Browser
beforeAll(async () => {
  legacy = await createLegacyDatabase()
  await fillLegacy(legacy, { emails: 5, alerts: 12 })
  server = await startTestServer({ env: { LEGACY_DATABASE_HOSTS: legacy.fields.databaseAddress } })
  mail = startMail(server)
  engineer = await makeUser(server.deps.db, { role: 'FOREVER', username: 'forever.engineer' })
  technical = await logIn(server.app, engineer)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
  await legacy.drop()
})
beforeEach(() => server.deps.db.deleteFrom('throttle').execute())

describe('POST controlPanel/helloWorld', () => {
  const hello = (phoneNumber: unknown, browser = technical) => browser.post('controlPanel/helloWorld', { phoneNumber })

  test('sends one test text, confirms it, and audits who requested it', async () => {
    expect(await hello('(612) 555-0134')).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Text sent to (612) 555-0134.' },
    })
    const [text] = await mail.to('+16125550134')
    expect(text?.text).toContain('This is a test text')
    const { db } = server.deps
    const logged = await auditRows(db, { type: 'NOTICE' })
      .select(['type', 'actor_username', 'description', 'new_value'])
      .execute()
    expect(logged).toMatchObject([
      {
        actor_username: 'forever.engineer',
        description: 'Requested a test text.',
        new_value: { number: '+16125550134' },
      },
    ])
  })

  test.each([
    ['', 'Required.'],
    [null, 'Required.'],
    ['555', '(XXX) XXX-XXXX'],
    ['442071838750', '(XXX) XXX-XXXX'],
    ['+44 20 7183 8750', '(XXX) XXX-XXXX'],
  ])('refuses %j on its field', async (number, message) => {
    expect(await hello(number)).toMatchObject({
      status: 200,
      body: { ok: false, content: { fields: { phoneNumber: message } } },
    })
  })

  test('accepts a foreign number when the county allows them', async () => {
    const { db } = server.deps
    await db
      .insertInto('setting')
      .values({ key: 'service', value: JSON.stringify({ otherCountries: true }), updated_by: null })
      .execute()
    expect((await hello('442071838750')).body).toMatchObject({ ok: true, message: 'Text sent to 442071838750.' })
    await db.deleteFrom('setting').where('key', '=', 'service').execute()
  })

  test('reports a number whose owner replied STOP, and sends nothing', async () => {
    const { db } = server.deps
    await db.insertInto('suppression').values({ channel: 'PHONE', target: '+16125550177', reason: 'stop' }).execute()
    expect((await hello('(612) 555-0177')).body).toMatchObject({
      ok: false,
      message: 'Texts to (612) 555-0177 are stopped. To allow them again, text START from it to our number.',
    })
    expect((await mail.all()).filter(({ to }) => to === '+16125550177')).toEqual([])
  })

  test('limits texts to strangers: five an hour to one number, thirty in total', async () => {
    const actor = { ...engineer, address: '' }
    const ask = (number: string) => sendTestText(server.deps, actor, { number }, 0)
    for (let n = 0; n < 5; n += 1) await ask('+16125550101')
    expect((await hello('(612) 555-0101')).body).toMatchObject({
      ok: false,
      message: 'We sent many test texts in the last hour. Please try again later.',
    })
    const others = Array.from({ length: 26 }, (_, n) => ask(`+161255502${n + 10}`))
    const refused = (await Promise.allSettled(others)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
  })

  test('takes a number as text only', async () => {
    expect((await technical.post('controlPanel/helloWorld', { phoneNumber: 6125550134 })).status).toBe(400)
  })
})

describe('a test text', () => {
  const actor = () => ({ ...engineer, address: '' })

  test('that is not sent in time is reported as under way, with what the provider said', async () => {
    const other = await startTestServer()
    try {
      const asked = { ...(await makeUser(other.deps.db)), address: '' }
      const deps = { ...other.deps, env: { ...other.deps.env, SMS_TRANSPORT: 'twilio' as const } }
      const send = (waitMs: number) => sendTestText(deps, asked, { number: '+16125550134' }, waitMs)
      const message = 'Still sending.'
      expect(await send(0)).toEqual({ message, content: { noAnswer: 'No answer from Twilio yet.' } })
      // No worker runs here; the stored reason of a failed call is shown.
      for (const [reason, noAnswer] of [
        [
          'We could not reach the provider (ECONNREFUSED).',
          'No answer from Twilio yet: could not reach it (ECONNREFUSED).',
        ],
        ['Twilio answered 503.', 'Twilio has not taken it yet: Twilio answered 503.'],
      ]) {
        const sending = send(500)
        const write = () =>
          other.deps.db
            .updateTable('notice')
            .set({ reason: reason ?? '' })
            .executeTakeFirst()
        const writes: Promise<unknown>[] = []
        const timer = setInterval(() => writes.push(write()), 20)
        const sent = await sending
        clearInterval(timer)
        // The database closes only after the last one.
        await Promise.all(writes)
        expect(sent).toEqual({ message, content: { noAnswer } })
      }
    } finally {
      await other.stop()
    }
  })

  test('that the provider refuses shows the reason', async () => {
    await mail.stop()
    const { db } = server.deps
    const sending = sendTestText(server.deps, actor(), { number: '+16125550188' })
    const refused = expect(sending).rejects.toThrow(
      'We could not send the text to (612) 555-0188. The number takes no texts.',
    )
    for (;;) {
      const { numUpdatedRows } = await db
        .updateTable('notice')
        .set({ state: 'failed', reason: 'The number takes no texts.' })
        .where('target', '=', '+16125550188')
        .executeTakeFirst()
      if (numUpdatedRows > 0n) break
    }
    await refused
    mail = startMail(server)
  })

  test('says so when the service sends no texts', async () => {
    const deps = { ...server.deps, env: { ...server.deps.env, SMS_TRANSPORT: 'none' as const } }
    await expect(sendTestText(deps, actor(), { number: '+16125550134' })).rejects.toThrow('This service sends no texts')
  })
})

describe('POST controlPanel/countyConfig/migrateLandNotificationOneAlerts', () => {
  const path = 'controlPanel/countyConfig/migrateLandNotificationOneAlerts'
  const fields = () => ({ ...legacy.fields, countyCode: '17' })

  test.each(['databaseAddress', 'databaseName', 'username', 'password', 'countyCode'])(
    '%s is required',
    async (field) => {
      for (const empty of ['', null, undefined])
        expect(await technical.post(path, { ...fields(), [field]: empty })).toMatchObject({
          status: 200,
          body: { ok: false, content: { fields: { [field]: 'Required.' } } },
        })
      expect((await technical.post(path, { ...fields(), [field]: 17 })).status).toBe(400)
    },
  )

  test('gives one refusal for every fault of the database', async () => {
    for (const change of [{ password: 'wrong' }, { databaseAddress: 'db.example' }])
      expect(await technical.post(path, { ...fields(), ...change })).toMatchObject({
        status: 200,
        body: {
          ok: false,
          content: null,
          message: expect.stringMatching(/^We could not open the legacy database/) as string,
        },
      })
  })

  test("checks a county's name that is sent along", async () => {
    for (const [countyName, problem] of [
      ['Another County', 'Enter the county name as shown.'],
      ['', 'Required.'],
    ])
      expect(await technical.post(path, { ...fields(), countyName })).toMatchObject({
        status: 200,
        body: { ok: false, content: { fields: { countyName: problem } } },
      })
    expect((await technical.post(path, { ...fields(), countyName: 17 })).status).toBe(400)
    // As typed, in upper or lower case: refused only for its database.
    const { countyName } = (await server.deps.settings.current()).common
    const named = { ...fields(), countyName: countyName.toUpperCase(), password: 'wrong' }
    expect((await technical.post(path, named)).body.message).toMatch(/^We could not open the legacy database/)
  })

  test("over tRPC the county's name is required", async () => {
    const call = 'controlPanel.migrateLandNotificationOneAlerts'
    for (const [countyName, problem] of [
      [undefined, 'Required.'],
      [null, 'Required.'],
      ['', 'Required.'],
      [' ', 'Required.'],
      ['Another County', 'Enter the county name as shown.'],
    ])
      expect(await technical.mutate(call, { ...fields(), countyName })).toMatchObject({
        status: 400,
        error: { data: { fields: { countyName: problem } } },
      })
    const { countyName } = (await server.deps.settings.current()).common
    const named = await technical.mutate(call, { ...fields(), countyName, password: 'wrong' })
    expect(named.error?.message).toMatch(/^We could not open the legacy database/)
  })

  test('starts with the documented fields alone, answers immediately, and continues', async () => {
    expect(await technical.post(path, fields())).toMatchObject({
      status: 200,
      body: { ok: true, message: 'The migration has started.', content: { runId: expect.any(Number) as number } },
    })
    await expect
      .poll(
        async () => (await technical.query<{ content: RunsView }>('controlPanel.migrationRuns')).data.content.runs[0],
        {
          timeout: 60_000,
        },
      )
      .toMatchObject({ state: 'done', counts: { alertsTaken: 12, emailsTaken: 5 } })
    const list = await server.deps.db.selectFrom('alert').select('id').where('user_id', 'is', null).execute()
    expect(list).toHaveLength(12)
  })
})

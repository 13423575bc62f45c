import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PurgeRun } from '#server/features/users/purge-now.ts'
import type { Role } from '#shared/contract/roles.ts'
import { addDays, dayToWire, today } from '#shared/domain/dates.ts'
import { settingsGroups, type SettingsKey } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let clerk: Browser
let clerkUser: TestUser
beforeAll(async () => {
  server = await startTestServer()
  clerkUser = await makeUser(server.deps.db, { role: 'COUNTY', username: 'clerk.one' })
  clerk = await logIn(server.app, clerkUser)
})
afterAll(() => server.stop())

const someone = async (role: Role) => logIn(server.app, await makeUser(server.deps.db, { role }))
const at = (key: string) => `controlPanel/countyConfig/${key}`
type Content = Record<string, unknown>

/** A save with what If-Match carries. */
async function saveAs(browser: Browser, key: string, payload: object, version?: string) {
  const headers = version === undefined ? {} : { 'if-match': version }
  const response = await browser.inject({ method: 'POST', url: `/api/${at(key)}`, headers, payload })
  return { status: response.statusCode, body: response.json<{ ok: boolean; message: string; content: Content }>() }
}
async function versionOf(key: string) {
  const response = await clerk.inject({ method: 'GET', url: `/api/${at(key)}` })
  return response.headers.etag ?? ''
}
const auditRows = () =>
  server.deps.db
    .selectFrom('audit_log')
    .innerJoin('audit_personal', 'audit_personal.audit_id', 'audit_log.id')
    .select(['type', 'actor_username', 'old_value', 'new_value', 'description'])
    .orderBy('audit_log.id', 'desc')
    .execute()

const paragraphs = [{ heading: 'Office closed', paragraphContent: 'We are back on Monday.' }]
const links = [{ heading: 'Records', paragraphContent: 'https://records.example/' }]
const empty = { heading: '', paragraphContent: '' }
const refusedFields = (fields: Record<string, string>) => ({
  status: 200,
  body: { ok: false, message: 'Please correct the fields shown.', content: { fields } },
})

type Case = {
  key: Exclude<SettingsKey, 'service' | 'userPurgeNow'>
  /** A change, and what the GET then shows if that is more. */
  change: Content
  shown?: Content
  bad: Content
  fields: Record<string, string>
}
const cases: Case[] = [
  {
    key: 'common',
    change: { countyName: 'Quarry County', contactPhone: '(612) 555-0177' },
    bad: { countyName: '', appTitle: null },
    fields: { countyName: 'Required.', appTitle: 'Required.' },
  },
  {
    key: 'languages',
    change: { languagesOn: true, offered: ['ENGLISH', 'CHINESE'] },
    bad: { offered: ['ELVISH'] },
    fields: { 'offered.0': 'Not valid.' },
  },
  {
    key: 'latestNews',
    change: { paragraphs },
    bad: { paragraphs: Array.from({ length: 51 }, () => empty) },
    fields: { paragraphs: "There's a limit of 50 paragraphs." },
  },
  {
    key: 'externalLinks',
    change: { paragraphs: links },
    bad: { paragraphs: Array.from({ length: 51 }, () => empty) },
    fields: { paragraphs: "There's a limit of 50 links." },
  },
  {
    key: 'homeSelections',
    change: { disclaimer: false, numberOfSlides: 5 },
    // Read-only: the one of loginPageSlides.
    shown: { disclaimer: false, numberOfSlides: 1 },
    bad: { links: null },
    fields: { links: 'Required.' },
  },
  {
    key: 'loginPageLinks',
    change: { paragraphs: [empty, ...links] },
    shown: { paragraphs: [empty, ...links, ...Array.from({ length: 10 }, () => empty)] },
    bad: { paragraphs: [{ heading: 'x', paragraphContent: 'javascript:alert(1)' }] },
    fields: { 'paragraphs.0.paragraphContent': 'Enter an address that begins with http:// or https://.' },
  },
  {
    key: 'loginPageLatestNews',
    change: { paragraphs },
    bad: { paragraphs: null },
    fields: { paragraphs: 'Required.' },
  },
  {
    key: 'loginPageSlides',
    change: { numberOfSlides: 6 },
    bad: { numberOfSlides: 7 },
    fields: { numberOfSlides: '6 or less.' },
  },
  {
    key: 'loginPageRegistration',
    change: { selfRegistration: false, emailExpireIn: 48 },
    bad: { emailExpireIn: '' },
    fields: { emailExpireIn: 'Required.' },
  },
  {
    key: 'userPurgeSchedule',
    change: { automaticPurge: true, automaticPurgeAfterDays: 400 },
    bad: { automaticPurgeAfterDays: 364 },
    fields: { automaticPurgeAfterDays: '365 or more.' },
  },
  {
    key: 'userAccess',
    change: { maxloginAttempts: 3, inactivityTimeLimitPeriod: 120 },
    bad: { inactivityTimeLimitPeriod: 121 },
    fields: { inactivityTimeLimitPeriod: '120 or less.' },
  },
  {
    key: 'alertSettings',
    change: { numberOfEmails: 5, phoneAcknowledgement: false },
    bad: { businessAlert: false, nameAlert: false, parcelIdAlert: false },
    fields: { parcelIdAlert: 'Must select at least one alert type.' },
  },
  {
    key: 'auditLogPurgeSchedule',
    change: { automaticPurge: true, automaticPurgeAfterDays: 90, status: false },
    shown: { automaticPurge: true, automaticPurgeAfterDays: 90, status: true },
    bad: { automaticPurge: true, automaticPurgeAfterDays: 59 },
    fields: { automaticPurgeAfterDays: '60 or more.' },
  },
  {
    key: 'userLockout',
    change: { messageLogin: 'Closed until Monday.' },
    bad: { messageLogin: '', messageHeadline: '' },
    fields: { messageLogin: 'Required.', messageHeadline: 'Required.' },
  },
]

describe.each(cases)('controlPanel/countyConfig/$key', ({ key, change, shown, bad, fields }) => {
  const { initial } = settingsGroups[key]
  const sent = () => ({ ...initial, ...change })

  test('returns the defaults, saves, returns the saved value, and writes the audit log', async () => {
    const before = await clerk.get<Content>(at(key))
    expect(before).toMatchObject({ status: 200, body: { ok: true } })
    if (key !== 'loginPageLinks') expect(before.body.content).toMatchObject(initial)
    const now = { ...initial, ...(shown ?? change) }
    expect(await clerk.post(at(key), sent())).toMatchObject({ status: 200, body: { ok: true, message: 'Saved.' } })
    const after = await clerk.get<Content>(at(key))
    expect(after.body.content).toEqual(key === 'homeSelections' ? { ...now, numberOfSlides: 1 } : now)
    const [row] = await auditRows()
    expect(row).toMatchObject({
      type: key === 'userLockout' ? 'LOCKOUT' : 'SETTING',
      actor_username: 'clerk.one',
      old_value: { group: key },
      new_value: { group: key },
    })
    const stored = Object.keys(change).filter((name) => name in initial)
    expect(Object.keys(row?.new_value as object).toSorted()).toEqual(['group', ...stored].toSorted())
  })

  test('saving the same value writes nothing', async () => {
    const [rows, version] = [(await auditRows()).length, await versionOf(key)]
    expect(await clerk.post(at(key), sent())).toMatchObject({ body: { ok: true } })
    expect([(await auditRows()).length, await versionOf(key)]).toEqual([rows, version])
  })

  test('refuses values out of bounds and saves nothing', async () => {
    expect(await clerk.post(at(key), { ...sent(), ...bad })).toMatchObject(refusedFields(fields))
    expect((await clerk.get<Content>(at(key))).body.content).toMatchObject({ ...initial, ...(shown ?? change) })
  })
})

// Of the others, shared/settings/groups.test.ts has what is missing or unknown.
test.each(['common', 'auditLogPurgeSchedule'] as const)(
  '%s: refuses a missing field; an unknown key and a wrong type are malformed',
  async (key) => {
    const { initial } = settingsGroups[key]
    const [first = ''] = Object.keys(initial)
    const { [first]: _left, ...rest } = initial as Content
    const missing = key === 'auditLogPurgeSchedule' ? { ...rest, status: undefined } : rest
    expect(await clerk.post(at(key), missing)).toMatchObject(refusedFields({ [first]: 'Required.' }))
    expect((await clerk.post(at(key), { ...initial, noSuchKey: 1 })).status).toBe(400)
    expect((await clerk.post(at(key), { ...initial, [first]: { wrong: true } })).status).toBe(400)
  },
)

describe('two administrators on one page', () => {
  test('warns the second one and overwrites nothing', async () => {
    const seen = await versionOf('common')
    expect(seen).toMatch(/^"\d+"$/)
    const other = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY', username: 'clerk.two' }))
    const value = settingsGroups.common.initial
    expect(await saveAs(other, 'common', { ...value, contactName: 'Theirs' }, seen)).toMatchObject({
      body: { ok: true },
    })
    const late = await saveAs(clerk, 'common', { ...value, contactName: 'Mine' }, seen)
    expect(late).toMatchObject({ status: 409, body: { ok: false } })
    expect(late.body.message).toMatch(/^This page was changed by clerk\.two at \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M\.$/)
    expect((await clerk.get(at('common'))).body.content).toMatchObject({ contactName: 'Theirs' })
    const again = await saveAs(clerk, 'common', { ...value, contactName: 'Mine' }, await versionOf('common'))
    expect(again).toMatchObject({ status: 200, body: { ok: true } })
  })

  test('one of many concurrent saves of a version wins', async () => {
    const seen = await versionOf('userAccess')
    const saves = [11, 12, 13, 14, 15, 16].map((maxloginAttempts) =>
      saveAs(clerk, 'userAccess', { ...settingsGroups.userAccess.initial, maxloginAttempts }, seen),
    )
    expect((await Promise.all(saves)).filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a group that was never saved has a version too', async () => {
    const fresh = await startTestServer()
    try {
      const browser = await logIn(fresh.app, await makeUser(fresh.deps.db, { role: 'COUNTY' }))
      const payload = settingsGroups.loginPageSlides.initial
      const save = (numberOfSlides: number) =>
        browser.inject({
          method: 'POST',
          url: `/api/${at('loginPageSlides')}`,
          headers: { 'if-match': '"0"' },
          payload: { ...payload, numberOfSlides },
        })
      const answers = await Promise.all([save(2), save(3)])
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    } finally {
      await fresh.stop()
    }
  })

  test('without a version the last save wins; a foreign tag is malformed', async () => {
    const value = settingsGroups.userLockout.initial
    expect(await saveAs(clerk, 'userLockout', { ...value, messageLogin: 'One.' })).toMatchObject({ body: { ok: true } })
    expect(await saveAs(clerk, 'userLockout', value, '*')).toMatchObject({ body: { ok: true } })
    expect((await saveAs(clerk, 'userLockout', value, '"none"')).status).toBe(400)
  })
})

test("over tRPC the version comes with the value, who saved it and the page's changes", async () => {
  const name = 'controlPanel.countyConfig.loginPageSlides'
  const value = { numberOfSlides: 4 }
  const saved = await clerk.mutate<{ version: number }>(`${name}.save`, { value })
  const shown = await clerk.query<Content>(`${name}.show`)
  expect(shown.data).toEqual({
    content: value,
    version: saved.data.version,
    saved: { by: 'clerk.one', at: expect.stringMatching(/^\d\d\/\d\d\/\d{4} /) as string },
  })
  const late = await clerk.mutate(`${name}.save`, { value: { numberOfSlides: 5 }, version: saved.data.version - 1 })
  expect(late).toMatchObject({ status: 409, error: { data: { code: 'CONFLICT' } } })
  const { data } = await clerk.query<{ content: { changes: unknown[] } }>(`${name}.changes`)
  expect(data.content.changes[0]).toMatchObject({
    by: 'clerk.one',
    fields: [{ name: 'numberOfSlides', old: 6, new: 4 }],
  })
})

test('over tRPC one change of a page is returned in full, to restore it', async () => {
  const name = 'controlPanel.countyConfig.latestNews'
  const paragraphs = Array.from({ length: 12 }, (_, row) => ({
    heading: `Row ${row}`,
    paragraphContent: 'x'.repeat(500),
  }))
  await clerk.mutate(`${name}.save`, { value: { paragraphs } })
  await clerk.mutate(`${name}.save`, { value: { paragraphs: [] } })
  type Changes = { content: { changes: { id: number; fields: { old: unknown[]; new: unknown[] }[] }[] } }
  const [change] = (await clerk.query<Changes>(`${name}.changes`)).data.content.changes
  expect(change?.fields[0]?.old).toHaveLength(10)
  const whole = await clerk.query<Changes>(`${name}.changes`, { id: change?.id })
  expect(whole.data.content.changes).toMatchObject([
    { id: change?.id, fields: [{ name: 'paragraphs', old: paragraphs, new: [] }] },
  ])
  // Of another page, and of none.
  const elsewhere = 'controlPanel.countyConfig.externalLinks.changes'
  expect((await clerk.query(elsewhere, { id: change?.id })).status).toBe(404)
  expect((await clerk.query(`${name}.changes`, { id: 999_999_999 })).status).toBe(404)
})

describe('the Service group', () => {
  test('has no REST path', async () => {
    expect((await (await someone('FOREVER')).get(at('service'))).status).toBe(404)
  })

  test("a new parcel mask makes parcel alerts' keys stale and queues their derivation", async () => {
    const { db } = server.deps
    const parcel = await db
      .insertInto('alert')
      .values({
        user_id: clerkUser.id,
        name: 'Mine',
        alert_type: 'PARCEL_ID',
        parcel_id: '17-3',
        criteria: '17-3',
        status: 'A',
        rule_version: 9,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const provider = await someone('TRIMIN')
    const value = { ...settingsGroups.service.initial, parcelMask: '2-2-3' }
    expect((await provider.mutate('service.save', { value })).status).toBe(200)
    const row = await db
      .selectFrom('alert')
      .where('id', '=', parcel.id)
      .select('rule_version')
      .executeTakeFirstOrThrow()
    expect(row.rule_version).toBe(0)
    const jobs = await server.deps.pool.query(`select 1 from pgboss.job where name = 'alerts.rederive-keys'`)
    expect(jobs.rowCount).toBe(1)
    const bad = await provider.mutate('service.save', { value: { ...value, parcelMask: 'two-two' } })
    expect(bad.error?.data.fields).toEqual({
      parcelMask: 'Write the mask as lengths joined by hyphens, such as 2-2-3-3-4.',
    })
  })
})

describe('controlPanel/countyConfig/userPurgeNow', () => {
  test('GET returns an empty date; POST counts, starts the purge and reports it', async () => {
    expect((await clerk.get(at('userPurgeNow'))).body).toMatchObject({ ok: true, content: { purgeDate: '' } })
    const { id } = await makeUser(server.deps.db)
    await server.deps.db
      .updateTable('user')
      .set({ last_active_at: new Date('2019-05-01T12:00:00Z') })
      .where('id', '=', id)
      .execute()
    expect(await clerk.query('controlPanel.purgeCount', { purgeDate: '01/01/2020' })).toMatchObject({
      data: { content: { count: 1 } },
    })
    expect(await clerk.post(at('userPurgeNow'), { purgeDate: '01/01/2020' })).toMatchObject({
      status: 200,
      body: { ok: true, message: 'Deleting 1 user.', content: { purgeDate: '01/01/2020', found: 1 } },
    })
    expect((await auditRows())[0]).toMatchObject({ type: 'PURGE', actor_username: 'clerk.one' })
    const { data } = await clerk.query<{ content: { runs: PurgeRun[] } }>('controlPanel.purgeRuns')
    expect(data.content.runs).toMatchObject([
      {
        scheduled: false,
        activeBefore: '01/01/2020',
        startedBy: 'clerk.one',
        found: 1,
        purged: 0,
        endedFormatted: '',
      },
    ])
  })

  test.each([
    ['no date', () => '', 'Required.'],
    ['a date that there is not', () => '02/30/2025', 'MM/DD/YYYY'],
    ['a day to come', () => dayToWire(addDays(today('America/Chicago'), 1)), 'Future date entered.'],
  ])('refuses %s, and does not count for it', async (_what, toDate, message) => {
    const purgeDate = toDate()
    expect(await clerk.post(at('userPurgeNow'), { purgeDate })).toMatchObject(refusedFields({ purgeDate: message }))
    const counted = await clerk.query('controlPanel.purgeCount', { purgeDate })
    expect(counted.error?.data.fields).toEqual({ purgeDate: message })
  })
})

describe('controlPanel/countyConfig/endUserSessions', () => {
  test('ends every session of USER and GUEST; administrators stay logged in', async () => {
    const [user, guest, other] = [await someone('USER'), await someone('GUEST'), await someone('FOREVER')]
    const status = async (browser: Browser) => (await browser.get('currentUser/loginStatus')).status
    expect(await Promise.all([user, guest].map(status))).toEqual([200, 200])
    const answer = await clerk.get<{ sessions: number }>(at('endUserSessions'))
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })
    expect(answer.body.message).toMatch(/^Ended all user sessions: \d+ sessions\.$/)
    expect(await Promise.all([user, guest, other, clerk].map(status))).toEqual([403, 403, 200, 200])
    expect((await auditRows())[0]).toMatchObject({ type: 'LOCKOUT', description: 'Ended all user sessions.' })
    const jobs = await server.deps.pool.query(`select 1 from pgboss.job where name = 'sessions.end'`)
    expect(jobs.rowCount).toBe(1)
  })
})

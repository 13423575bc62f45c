import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertsOutsideRoll } from '#server/features/alerts/alerts-outside-roll.ts'
import { roles } from '#shared/contract/roles.ts'
import type { FoundProperties } from '#shared/contract/roll.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { useRoll } from '#tests/helpers/roll.ts'
import { newBrowser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

const lines: unknown[] = []
const keep = (...line: unknown[]) => void lines.push(line)
const log: Log = { debug: keep, info: keep, warn: keep, error: keep }
const owner = 'TESTER WILMA'
const elm = { parcelId: '17-03-200-011', address: '12 ELM ST', city: 'ROSEFIELD', zip: '55012' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log })
  await useRoll(server.deps.db, [{ ...elm, ownerName: owner, legalDescription: 'LOT 4' }], '2-2-3-3')
})
afterAll(() => server.stop())
beforeEach(() => sql`delete from throttle`.execute(server.deps.db))

const logInAs = async (role: (typeof roles)[number]) => logIn(server.app, await makeUser(server.deps.db, { role }))

describe('roll/find', () => {
  test.each(roles)('answers %s, never with an owner', async (role) => {
    const browser = await logInAs(role)
    const { status, body } = await browser.post<FoundProperties>('roll/find', { text: '12 elm' })
    expect([status, body.ok, body.content]).toEqual([200, true, { properties: [elm], more: false }])
  })

  test('leaves connections for others, however many search concurrently', async () => {
    const browser = await logInAs('USER')
    const { deps } = server
    const waiting = () =>
      sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from roll where state%'`
        .execute(deps.db)
        .then(({ rows }) => rows[0]?.n)
    const answers = await inTransaction(deps.db, async (tx) => {
      await sql`lock table roll in access exclusive mode`.execute(tx)
      const asked = Array.from({ length: 12 }, () => browser.post<FoundProperties>('roll/find', { text: '12 elm' }))
      await expect.poll(waiting).toBe(4)
      // Other calls are answered meanwhile.
      expect((await browser.get('currentUser/loginStatus')).status).toBe(200)
      expect(await waiting()).toBe(4)
      return asked
    })
    const given = await Promise.all(answers)
    expect(given.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  })

  test('answers alike where it finds nothing, also for what is no text of an address', async () => {
    const browser = await logInAs('USER')
    for (const text of ['', '\u0007'])
      expect((await browser.post<FoundProperties>('roll/find', { text })).body).toMatchObject({
        ok: true,
        content: { properties: [], more: false },
      })
  })

  test.each([[{}], [{ text: 5 }], [{ text: '12 elm', owner: true }], [{ text: 'x'.repeat(10_001) }]])(
    'refuses %j',
    async (input) => {
      const { status, body } = await (await logInAs('USER')).post('roll/find', input)
      expect(body.ok).toBe(false)
      expect([200, 400]).toContain(status)
    },
  )

  test('is counted by session: 120 a minute', async () => {
    const browser = await logInAs('USER')
    for (let n = 0; n < 120; n += 1) expect((await browser.post('roll/find', { text: '' })).status).toBe(200)
    expect((await browser.post('roll/find', { text: '12 elm' })).status).toBe(429)
    expect((await (await logInAs('USER')).post('roll/find', { text: '12 elm' })).status).toBe(200)
  })

  test('leaves no address in the log', async () => {
    const browser = await logInAs('USER')
    await browser.post('roll/find', { text: '4711 private lane' })
    await browser.mutate('roll.find', { text: '4711 private lane' })
    await browser.mutate('roll.find', { text: '4711 private lane', unknown: 'private too' })
    await newBrowser(server.app).mutate('auth.findProperty', { text: '4711 private lane' })
    const written = JSON.stringify(lines)
    expect(written).toContain('/api/roll/find')
    expect(written).not.toMatch(/private/i)
    const { rows } = await sql<{ row: string }>`select to_jsonb(a)::text as row from audit_log a`.execute(
      server.deps.db,
    )
    // Digests of the audit chain may hold any digits.
    expect(JSON.stringify(rows)).not.toMatch(/private/i)
  })
})

describe('auth.findProperty, for a resident who is registering', () => {
  const find = (browser = newBrowser(server.app)) => browser.mutate('auth.findProperty', { text: '12 elm' })

  test('answers the same, without a session and without a REST path', async () => {
    const { data } = await find()
    expect(data).toMatchObject({ content: { properties: [elm], more: false } })
    expect((await newBrowser(server.app).post('auth/findProperty', { text: '12 elm' })).status).toBe(404)
  })

  test('is counted by network address: 20 a minute', async () => {
    const browser = newBrowser(server.app)
    for (let n = 0; n < 20; n += 1) expect((await find(browser)).status).toBe(200)
    expect((await find(browser)).status).toBe(429)
    expect((await find()).status).toBe(200)
  })

  test('is offered only while registration is', async () => {
    const set = (selfRegistration: boolean) =>
      writeSetting(
        server.deps.db,
        'loginPageRegistration',
        { ...settingsGroups.loginPageRegistration.initial, selfRegistration },
        null,
      )
    await set(false)
    expect(await find()).toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('not open') as string },
    })
    await set(true)
    expect((await find()).status).toBe(200)
  })
})

describe('roll.alertsOutside', () => {
  const addAlert = async (userId: number | null, name: string, parcelId: string) =>
    server.deps.db
      .insertInto('alert')
      .values({
        user_id: userId,
        name,
        alert_type: 'PARCEL_ID',
        parcel_id: parcelId,
        criteria: parcelId,
        rule_version: 1,
      })
      .execute()

  test('lists, for administrators, the alerts of those whom they may see', async () => {
    const resident = await makeUser(server.deps.db)
    const provider = await makeUser(server.deps.db, { role: 'FOREVER' })
    await addAlert(resident.id, 'A: in the roll', elm.parcelId)
    await addAlert(resident.id, 'B: in the roll, without separators', '1703200011')
    await addAlert(resident.id, 'C: in the roll, without zeros', '17-3-200-11')
    await addAlert(resident.id, 'D: not in it', '17-03-200-012')
    await addAlert(null, 'E: imported, not in it', '99-99-999-999')
    await addAlert(provider.id, 'F: of the provider', '98-99-999-999')
    const list = async (role: (typeof roles)[number], page = 1) =>
      (await (await logInAs(role)).query<{ content: AlertsOutsideRoll }>('roll.alertsOutside', { page })).data.content
    const names = ({ alerts }: AlertsOutsideRoll) => alerts.map(({ name }) => name)
    const county = await list('COUNTY')
    expect([county.hasRoll, county.total, names(county)]).toEqual([true, 2, ['D: not in it', 'E: imported, not in it']])
    expect(names(await list('FOREVER'))).toContain('F: of the provider')
    expect(await list('COUNTY', 2)).toMatchObject({ alerts: [], total: 2 })
  })
})

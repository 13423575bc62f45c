import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { formatTime } from '#shared/domain/dates.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let county: Browser
let clerk: TestUser
beforeAll(async () => {
  server = await startTestServer()
  clerk = await makeUser(server.deps.db, { role: 'COUNTY' })
  county = await logIn(server.app, clerk)
})
afterAll(() => server.stop())

type List = { alerts: AlertView[]; total: number }
const user = (wanted: Parameters<typeof makeUser>[1] = {}) => makeUser(server.deps.db, wanted)

let made = 0
const entered = (userId: number, change: Record<string, unknown> = {}) => ({
  userId,
  name: `Orchard ${++made}`,
  alertType: 'NAME',
  firstName: 'Peregrine',
  lastName: `Ashdown`,
  alertEmailAddresses: [{ value: `peregrine${made}@example.org`, acknowledged: true }],
  alertPhones: [],
  ...change,
})
async function saved(userId: number, change: Record<string, unknown> = {}, by = county): Promise<AlertView> {
  const { body } = await by.post<List & { id: number }>('controlPanel/alert', entered(userId, change))
  const alert = body.content?.alerts?.find(({ id }) => id === body.content.id)
  if (!alert) throw new Error(`${body.message} ${JSON.stringify(body.content)}`)
  return alert
}
async function migrated(name: string): Promise<number> {
  const { db } = server.deps
  const values = { user_id: null, name, alert_type: 'PARCEL_ID', parcel_id: '17-03', criteria: '17-03' } as const
  const alert = await db
    .insertInto('alert')
    .values({ ...values, rule_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return alert.id
}
const list = async (filter: object, by = county) => (await by.post<List>('controlPanel/alerts', filter)).body.content
const names = async (filter: object, by = county) => (await list(filter, by)).alerts.map(({ name }) => name)

describe('POST controlPanel/alerts', () => {
  let owner: TestUser
  beforeEach(async () => {
    await server.deps.db.deleteFrom('alert').execute()
    owner = await user()
  })

  test('returns alerts of every owner by name, including migrated ones, with the exact count', async () => {
    await saved(owner.id, { name: 'beta' })
    await saved((await user()).id, { name: 'Alpha' })
    await migrated('Gamma')
    const { alerts, total } = await list({})
    expect(total).toBe(3)
    expect(alerts).toMatchObject([{ name: 'Alpha' }, { name: 'beta', username: owner.username }, { name: 'Gamma' }])
    expect(alerts[2]).not.toHaveProperty('username')
  })

  test('leaves out users the caller may not see', async () => {
    const [forever, trimin] = await Promise.all(
      (['FOREVER', 'TRIMIN'] as const).map(async (role) => logIn(server.app, await user({ role }))),
    )
    const [high, middle] = [await user({ role: 'FOREVER' }), await user({ role: 'TRIMIN' })]
    await saved(high.id, { name: 'High' }, forever)
    await saved(middle.id, { name: 'Middle' }, forever)
    await saved(owner.id, { name: 'Own' })
    await migrated('Taken over')
    expect(await names({}, forever)).toEqual(['High', 'Middle', 'Own', 'Taken over'])
    expect(await names({}, trimin)).toEqual(['Middle', 'Own', 'Taken over'])
    expect(await names({})).toEqual(['Own', 'Taken over'])
    for (const filter of [{ userId: high.id }, { filterText: 'hig' }, { filterText: 'h' }])
      expect(await list(filter)).toMatchObject({ alerts: [], total: 0 })
  })

  test('finds by nickname, criteria and username; one or two characters match prefixes only', async () => {
    const named = await user({ username: 'quillfeather' })
    await saved(owner.id, { name: 'Lake cabin', firstName: 'Zebulon', lastName: 'Tarn' })
    await saved(named.id, { name: 'House', firstName: 'Ottoline', lastName: 'Marsh' })
    for (const [filterText, found] of [
      ['cabin', ['Lake cabin']],
      ['LON T', ['Lake cabin']],
      ['feather', ['House']],
      ['zqx', []],
      ['100%', []],
      ['_ab', []],
      ['la', ['Lake cabin']],
      ['Z', ['Lake cabin']],
      ['ot', ['House']],
      ['q', ['House']],
      ['ca', []],
      ['_', []],
      ['\\', []],
    ] as const)
      expect([filterText, await names({ filterText })]).toEqual([filterText, found])
  })

  test('narrows by status, user, email, phone and includeInactive', async () => {
    const active = await saved(owner.id, {
      name: 'Active',
      alertPhones: [{ value: '(612) 555-0161', acknowledged: true }],
    })
    await server.deps.db
      .updateTable('email_address')
      .set({ verified_at: new Date() })
      .where('id', '=', active.alertEmailAddresses[0]?.id ?? 0)
      .execute()
    await saved(owner.id, { name: 'Inactive', statusType: 'I' })
    await saved(owner.id, { name: 'Paused', pausedUntil: '12/31/2099' })
    const pending = await saved((await user()).id, { name: 'Pending' })
    const cases: [object, string[]][] = [
      [{ statusType: 'ALL' }, ['Active', 'Inactive', 'Paused', 'Pending']],
      [{ statusType: 'A' }, ['Active']],
      [{ statusType: 'I' }, ['Inactive', 'Paused']],
      [{ statusType: 'P' }, ['Pending']],
      [{ includeInactive: false }, ['Active', 'Pending']],
      [{ includeInactive: false, statusType: 'I' }, ['Inactive', 'Paused']],
      [{ includeInactive: true }, ['Active', 'Inactive', 'Paused', 'Pending']],
      [{ userId: owner.id, includeInactive: false }, ['Active']],
      [{ userId: owner.id, filterText: 'pa' }, ['Paused']],
      [{ emailAddressId: pending.alertEmailAddresses[0]?.id }, ['Pending']],
      [{ phoneNumberId: active.alertPhones[0]?.id, emailAddressId: '', userId: '' }, ['Active']],
    ]
    for (const [filter, found] of cases) expect([filter, await names(filter)]).toEqual([filter, found])
    for (const [filter, found] of cases) {
      const { data } = await county.query<{ content: { total: number } }>('controlPanel.alertCount', filter)
      expect([filter, data.content.total]).toEqual([filter, found.length])
    }
  })

  test('pages by ten, and refuses an unknown status', async () => {
    const alertEmailAddresses = [{ value: 'page@example.org', acknowledged: true }]
    for (let n = 10; n < 22; n++) await saved(owner.id, { name: `Page ${n}`, alertEmailAddresses })
    expect(await list({ page: 2, filterText: 'page' })).toMatchObject({
      total: 12,
      alerts: [{ name: 'Page 20' }, { name: 'Page 21' }],
    })
    expect(await names({ page: 2, filterText: 'p' })).toEqual(['Page 20', 'Page 21'])
    expect(await names({ page: 2 })).toEqual(['Page 20', 'Page 21'])
    expect((await list({ page: 7, filterText: 'page' })).alerts).toEqual([])
    expect((await county.post('controlPanel/alerts', { statusType: 'X' })).body).toMatchObject({
      ok: false,
      content: { fields: { statusType: 'Not valid.' } },
    })
    expect((await county.post('controlPanel/alerts', { page: 0 })).body.ok).toBe(false)
  })
})

describe('POST controlPanel/alertDelete', () => {
  test('deletes, confirms it and returns the list', async () => {
    const owner = await user()
    const [kept, gone] = [await saved(owner.id, { name: 'Kept' }), await saved(owner.id, { name: 'Gone' })]
    const answer = await county.post<List>('controlPanel/alertDelete', {
      alertId: gone.id,
      accountId: owner.id,
      userId: owner.id,
      filterText: '',
      statusType: 'ALL',
      includeInactive: true,
    })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, message: 'Alert deleted.' } })
    expect(answer.body.content.alerts.map(({ id }) => id)).toEqual([kept.id])
    expect((await county.post('controlPanel/alertDelete', {})).body).toMatchObject({
      ok: false,
      content: { fields: { alertId: 'Required.' } },
    })
  })

  test('deletes a migrated alert', async () => {
    const id = await migrated('To go')
    expect((await county.post('controlPanel/alertDelete', { alertId: id })).body.ok).toBe(true)
  })
})

describe('POST controlPanel/alertChangeStatusList', () => {
  const change = (alertId: number) =>
    county.post<List>('controlPanel/alertChangeStatusList', { alertId, filterText: '', statusType: 'ALL' })
  const statusOf = async (id: number) =>
    (await county.get<AlertView>(`controlPanel/alert/${id}`)).body.content.statusType

  test('toggles the named alert and returns the list', async () => {
    const { id } = await saved((await user()).id)
    const off = await change(id)
    expect(off.body).toMatchObject({ ok: true, message: 'Alert deactivated.' })
    expect(off.body.content.alerts.find((alert) => alert.id === id)?.statusType).toBe('I')
    expect((await change(id)).body.message).toBe('Alert activated.')
    expect(await statusOf(id)).toBe('P')
    const rows = await server.deps.db
      .selectFrom('audit_personal')
      .select('description')
      .where('actor_username', '=', clerk.username)
      .where('description', 'like', '%ctivated an alert.')
      .orderBy('audit_id')
      .execute()
    expect(rows.map(({ description }) => description)).toEqual(['Deactivated an alert.', 'Activated an alert.'])
  })

  test('ends a pause, which is shown as inactive', async () => {
    const { id } = await saved((await user()).id, { pausedUntil: '12/31/2099' })
    expect(await statusOf(id)).toBe('I')
    // The list says until when; a pause is found with the inactive ones.
    const paused = { id, statusType: 'I', pausedUntil: '12/31/2099' }
    expect((await list({ statusType: 'I' })).alerts).toContainEqual(expect.objectContaining(paused))
    expect((await list({ statusType: 'A' })).alerts).not.toContainEqual(expect.objectContaining({ id }))
    expect((await change(id)).body.message).toBe('Alert activated.')
    expect(await statusOf(id)).toBe('P')
  })

  test('refuses a migrated alert', async () => {
    expect((await change(await migrated('Fixed'))).body).toMatchObject({
      ok: false,
      message: 'This alert was imported from the legacy version. You can view it or delete it, but not change it.',
    })
  })
})

describe('POST controlPanel/alert', () => {
  test('assigns an alert to another user, whose address must be verified again; a migrated one stays unchanged', async () => {
    const [from, to] = [await user(), await user()]
    const alert = await saved(from.id)
    const moved = await county.post<List>('controlPanel/alert', { ...alert, userId: to.id })
    expect(moved.body).toMatchObject({ ok: true, content: { alerts: [{ id: alert.id, userId: to.id }] } })
    expect(moved.body.content.alerts[0]?.alertEmailAddresses[0]?.id).not.toBe(alert.alertEmailAddresses[0]?.id)
    expect(await names({ userId: from.id })).toEqual([])
    expect((await list({ filterText: to.username })).total).toBe(1)
    const id = await migrated('Untouched')
    expect((await county.post('controlPanel/alert', entered(to.id, { id }))).body.message).toMatch(
      /^This alert was imported/,
    )
  })

  test('refuses an outdated version and says who saved first; without a version the last save wins', async () => {
    const alert = await saved((await user()).id)
    const read = await county.inject({ method: 'GET', url: `/api/controlPanel/alert/${alert.id}` })
    const save = (name: string, ifMatch?: string) =>
      county.inject({
        method: 'POST',
        url: '/api/controlPanel/alert',
        payload: { ...alert, name },
        ...(ifMatch && { headers: { 'if-match': ifMatch } }),
      })
    const { etag } = read.headers
    expect((await save('First', etag)).json()).toMatchObject({ ok: true })
    const row = await server.deps.db
      .selectFrom('alert')
      .select('updated_at')
      .where('id', '=', alert.id)
      .executeTakeFirstOrThrow()
    const at = formatTime(row.updated_at, server.deps.env.COUNTY_TIME_ZONE)
    const second = await save('Second', etag)
    expect([second.statusCode, second.json()]).toMatchObject([
      409,
      { ok: false, message: `This page was changed by ${clerk.username} at ${at}.` },
    ])
    expect((await save('Third')).json()).toMatchObject({ ok: true })
  })
})

test('explains to staff why a recipient gets nothing: for everyone, for its owner, for this alert', async () => {
  const { db } = server.deps
  const owner = await user()
  const alert = await saved(owner.id, {
    alertEmailAddresses: [{ value: 'Linnet@example.org', acknowledged: true }],
    alertPhones: [{ value: '(612) 555-0171', acknowledged: true }],
  })
  const other = await saved(owner.id, { alertEmailAddresses: [{ value: 'linnet@example.org', acknowledged: true }] })
  const [email, phone] = [alert.alertEmailAddresses[0]?.id, alert.alertPhones[0]?.id]
  const stops = async ({ id } = alert) =>
    (await county.query<{ stops: unknown[] }>('controlPanel.alert', { id })).data.stops
  const stop = (values: { channel: 'EMAIL' | 'PHONE'; target: string; reason: SuppressionReason; owner_id?: number }) =>
    db.insertInto('suppression').values(values).execute()
  expect(await stops()).toEqual([])

  await db.updateTable('alert_email').set({ stopped_at: new Date() }).where('alert_id', '=', alert.id).execute()
  await stop({ channel: 'PHONE', target: '+16125550171', reason: 'stop' })
  await stop({ channel: 'EMAIL', target: 'linnet@example.org', reason: 'staff', owner_id: (await user()).id })
  const texted = { channel: 'PHONE', id: phone, reason: 'stop' }
  expect(await stops()).toEqual([{ channel: 'EMAIL', id: email, reason: 'alert' }, texted])
  expect(await stops(other)).toEqual([])

  await stop({ channel: 'EMAIL', target: 'linnet@example.org', reason: 'unsubscribe', owner_id: owner.id })
  expect(await stops()).toEqual([{ channel: 'EMAIL', id: email, reason: 'unsubscribe' }, texted])
  expect(await stops(other)).toEqual([{ channel: 'EMAIL', id: email, reason: 'unsubscribe' }])
})

test('the list shows the new status of an alert when its verification changes', async () => {
  const owner = await user()
  const alert = await saved(owner.id, { alertPhones: [{ value: '(612) 555-0162', acknowledged: true }] })
  const shown = async () => (await list({ userId: owner.id, statusType: 'A' })).total
  const phone = server.deps.db.updateTable('phone').where('id', '=', alert.alertPhones[0]?.id ?? 0)
  await phone.set({ verified_at: new Date() }).execute()
  expect(await shown()).toBe(0)
  await phone.set({ validated_at: new Date() }).execute()
  expect(await shown()).toBe(1)
  await phone.set({ validated_at: null }).execute()
  expect(await shown()).toBe(0)
  await phone.set({ validated_at: new Date() }).execute()
  const second = await saved(owner.id, { alertPhones: [{ value: '(612) 555-0162', acknowledged: true }] })
  expect(await shown()).toBe(2)
  await county.post('controlPanel/alert', { ...second, alertPhones: [] })
  expect(await shown()).toBe(1)
})

test("shows the names of a list's filters only to those who may see them", async () => {
  const owner = await user()
  const alert = await saved(owner.id, { alertPhones: [{ value: '(612) 555-0163', acknowledged: true }] })
  const forever = await user({ role: 'FOREVER' })
  const ask = async (input: object) => (await county.query<{ content: object }>('controlPanel.filterNames', input)).data
  expect(
    await ask({
      userId: owner.id,
      emailAddressId: alert.alertEmailAddresses[0]?.id,
      phoneNumberId: alert.alertPhones[0]?.id,
    }),
  ).toEqual({
    content: {
      username: owner.username,
      emailAddress: alert.alertEmailAddresses[0]?.value,
      phoneNumber: '(612) 555-0163',
    },
  })
  expect(await ask({ userId: forever.id })).toEqual({ content: { username: '', emailAddress: '', phoneNumber: '' } })
})

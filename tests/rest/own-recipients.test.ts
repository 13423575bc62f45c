import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AddressGroup, EmailAddressView } from '#server/features/recipients/list-recipients.ts'
import type { OwnRecipient } from '#server/routers/alerts/own-recipients.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let owner: TestUser
let resident: Browser
let county: Browser
beforeAll(async () => {
  server = await startTestServer()
  county = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
})
afterAll(() => server.stop())
beforeEach(async () => {
  for (const table of ['alert', 'email_address', 'phone', 'notice', 'suppression'] as const)
    await server.deps.db.deleteFrom(table).execute()
  owner = await makeUser(server.deps.db)
  resident = await logIn(server.app, owner)
})

type Channel = 'EMAIL' | 'PHONE'
const table = { EMAIL: 'email_address', PHONE: 'phone' } as const
async function add(channel: Channel, target: string, ownerId: number | null = owner.id, verified = true) {
  const verified_at = verified ? new Date() : null
  const { db } = server.deps
  const row =
    channel === 'EMAIL'
      ? await db
          .insertInto('email_address')
          .values({ owner_id: ownerId, address: target, verified_at })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('phone')
          .values({ owner_id: ownerId, number: target, verified_at, validated_at: new Date() })
          .returning('id')
          .executeTakeFirstOrThrow()
  return row.id
}
async function watch(
  name: string,
  { email, phone }: { email?: number; phone?: number },
  userId: number | null = owner.id,
) {
  const { db } = server.deps
  const { id } = await db
    .insertInto('alert')
    .values({ user_id: userId, name, alert_type: 'PARCEL_ID', criteria: '17-03', rule_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { alert_id: id, position: 0, acknowledged: true }
  if (email)
    await db
      .insertInto('alert_email')
      .values({ ...place, email_id: email })
      .execute()
  if (phone)
    await db
      .insertInto('alert_phone')
      .values({ ...place, phone_id: phone })
      .execute()
  return id
}
/** A notice that waits, with its work row. */
async function queue(channel: Channel, recipientId: number, target: string): Promise<number> {
  const { id } = await server.deps.db
    .insertInto('notice')
    .values({
      kind: 'match',
      template: 'match',
      event_id: 1,
      revision: 1,
      user_id: owner.id,
      owner_key: owner.id,
      channel,
      recipient_id: recipientId,
      target,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.deps.db.insertInto('delivery').values({ notice_id: id, priority: 1 }).execute()
  return id
}
type Correction = { channel: Channel; id: number; value: string; acknowledged?: boolean }
const correct = (by: Browser, correction: Correction) =>
  by.mutate<{ message: string }>('userView.recipientCorrect', { acknowledged: true, ...correction })
const remove = (by: Browser, channel: Channel, id: number) =>
  by.mutate<{ message: string }>('userView.recipientRemove', { channel, id })
const own = async (by = resident) => (await by.query<{ content: OwnRecipient[] }>('userView.recipients')).data.content
const exists = async (channel: Channel, id: number) =>
  (await server.deps.db.selectFrom(table[channel]).select('id').where('id', '=', id).execute()).length > 0
const audits = async () =>
  (
    await server.deps.db
      .selectFrom('audit_log as a')
      .innerJoin('audit_personal as p', 'p.audit_id', 'a.id')
      .where('a.type', '=', 'RECIPIENT')
      .where('p.subject_username', '=', owner.username)
      .select(['p.description', 'p.old_value', 'p.new_value'])
      .orderBy('a.id')
      .execute()
  ).map((row) => [row.description, row.old_value, row.new_value])

describe('correcting a recipient', () => {
  const channels = [
    ['EMAIL', 'wilma@exmaple.org', 'wilma@example.org', 'wilma@example.org'],
    ['PHONE', '+16125550142', '(612) 555-0143', '+16125550143'],
  ] as const

  test.each(channels)(
    '%s: every alert of the owner gets the right one, to verify',
    async (channel, old, value, right) => {
      const id = await add(channel, old, owner.id, false)
      const link = channel === 'EMAIL' ? { email: id } : { phone: id }
      const alerts = [await watch('House', link), await watch('Farm', link)]
      const waiting = await queue(channel, id, old)
      const { status, data } = await correct(resident, { channel, id, value })
      expect([status, data.message]).toEqual([200, expect.stringMatching(/^Changed to /)])
      expect(await own()).toMatchObject([{ channel, value, verified: false, alerts: 2 }])
      expect(await exists(channel, id)).toBe(false)
      const { db } = server.deps
      expect(await db.selectFrom('notice').select(['kind', 'target', 'state']).orderBy('id').execute()).toEqual([
        { kind: 'match', target: old, state: 'canceled' },
        { kind: 'verify', target: right, state: 'waiting' },
      ])
      expect(await db.selectFrom('delivery').select('notice_id').where('notice_id', '=', waiting).execute()).toEqual([])
      // An editor opened before cannot bring the old one back.
      expect(await db.selectFrom('alert').select(['id', 'version', 'updated_by']).orderBy('id').execute()).toEqual(
        alerts.map((alert) => ({ id: alert, version: 2, updated_by: owner.id })),
      )
      expect(await audits()).toEqual([
        ['Corrected a recipient in 2 alerts.', { channel, target: old }, { channel, target: right }],
      ])
    },
  )

  test.each<[string, Channel, string, string, boolean, Record<string, string>]>([
    ['no address', 'EMAIL', 'a@example.org', '', true, { value: 'Required.' }],
    [
      'not an address',
      'EMAIL',
      'a@example.org',
      'a at',
      true,
      { value: 'Enter an email address such as name@example.com.' },
    ],
    ['the same', 'EMAIL', 'a@example.org', 'A@Example.org', true, { value: 'Enter a different email address.' }],
    ['the same number', 'PHONE', '+16125550142', '(612) 555-0142', true, { value: 'Enter a different phone number.' }],
    [
      'unacknowledged',
      'EMAIL',
      'a@example.org',
      'b@example.org',
      false,
      { acknowledged: 'Please read and select the checkbox to acknowledge.' },
    ],
  ])('refuses %s', async (_what, channel, old, value, acknowledged, fields) => {
    const id = await add(channel, old)
    await watch('House', channel === 'EMAIL' ? { email: id } : { phone: id })
    const { error } = await correct(resident, { channel, id, value, acknowledged })
    expect(error?.data.fields).toEqual(fields)
    expect(await exists(channel, id)).toBe(true)
  })

  test('an address that the owner verified before needs no verification', async () => {
    const [old, known] = [await add('EMAIL', 'old@example.org'), await add('EMAIL', 'known@example.org')]
    const alert = await watch('House', { email: old })
    await watch('Farm', { email: known })
    await server.deps.db.insertInto('alert_email').values({ alert_id: alert, email_id: known, position: 1 }).execute()
    expect((await correct(resident, { channel: 'EMAIL', id: old, value: 'known@example.org' })).data.message).toMatch(
      /^Changed to known@example\.org\. {2}Until \d\d\/\d\d\/\d{4}, alerts also go to old@example\.org, and we told its reader\.$/,
    )
    expect(await own()).toMatchObject([
      { id: known, verified: true, alerts: 2, keptUntil: '' },
      { id: old, alerts: 0, keptUntil: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/) },
    ])
  })

  test('five new addresses a day hold, though each takes the place of the last', async () => {
    await server.deps.db.updateTable('user').set({ email_verified_at: null }).where('id', '=', owner.id).execute()
    let id = await add('EMAIL', 'first@example.org', owner.id, false)
    await watch('House', { email: id })
    const answers = []
    for (let place = 1; place <= 6; place += 1) {
      const { error } = await correct(resident, { channel: 'EMAIL', id, value: `new${place}@example.org` })
      answers.push(error?.data.fields.value ?? 'ok')
      id = (await own())[0]?.id ?? 0
    }
    expect(answers.filter((answer) => answer === 'ok').length).toBeLessThanOrEqual(5)
    expect(answers.at(-1)).toBe('Too many new addresses today. Try again tomorrow.')
  })

  test('a STOP stays with the old number, and with the new one if that is stopped', async () => {
    const id = await add('PHONE', '+16125550142')
    await watch('House', { phone: id })
    for (const target of ['+16125550142', '+16125550143'])
      await server.deps.db.insertInto('suppression').values({ channel: 'PHONE', target, reason: 'stop' }).execute()
    expect((await correct(resident, { channel: 'PHONE', id, value: '(612) 555-0143' })).data.message).toContain(
      'Text START',
    )
    expect(
      await server.deps.db.selectFrom('suppression').selectAll().where('lifted_at', 'is', null).execute(),
    ).toHaveLength(2)
  })

  test('a number that was tried today keeps its counters, unused; staff may remove it', async () => {
    const id = await add('PHONE', '+16125550142', owner.id, false)
    await watch('House', { phone: id })
    await resident.mutate('userView.alertResendPhone', { id })
    await correct(resident, { channel: 'PHONE', id, value: '(612) 555-0143' })
    expect(await exists('PHONE', id)).toBe(true)
    const left = await server.deps.db.selectFrom('notice').select(['target', 'state']).orderBy('id').execute()
    expect(left).toEqual([
      { target: '+16125550142', state: 'canceled' },
      { target: '+16125550143', state: 'waiting' },
    ])
    expect((await remove(resident, 'PHONE', id)).error?.message).toBe(
      'We texted or checked (612) 555-0142 today. You can remove it tomorrow.',
    )
    expect((await remove(county, 'PHONE', id)).data.message).toBe('(612) 555-0142 was removed.')
  })

  test('changes one owner alone', async () => {
    const other = await makeUser(server.deps.db)
    const mine = await add('EMAIL', 'shared@example.org')
    const theirs = await add('EMAIL', 'shared@example.org', other.id)
    await watch('Mine', { email: mine })
    await watch('Theirs', { email: theirs }, other.id)
    expect((await correct(county, { channel: 'EMAIL', id: mine, value: 'right@example.org' })).status).toBe(200)
    expect(await exists('EMAIL', theirs)).toBe(true)
    expect((await correct(resident, { channel: 'EMAIL', id: theirs, value: 'right2@example.org' })).status).toBe(404)
  })

  test('no user can correct a recipient without an owner', async () => {
    const id = await add('EMAIL', 'old@example.org', null)
    await watch('Migrated', { email: id }, null)
    expect((await correct(county, { channel: 'EMAIL', id, value: 'right@example.org' })).status).toBe(404)
  })
})

describe('removing a recipient', () => {
  test('that no alert uses', async () => {
    const id = await add('EMAIL', 'spare@example.org')
    expect(await own()).toMatchObject([{ value: 'spare@example.org', alerts: 0 }])
    expect((await remove(resident, 'EMAIL', id)).data.message).toBe('spare@example.org was removed.')
    expect(await own()).toEqual([])
    expect(await audits()).toEqual([
      ['Removed a recipient that no alert used.', { channel: 'EMAIL', target: 'spare@example.org' }, null],
    ])
    expect((await remove(resident, 'EMAIL', id)).status).toBe(404)
  })

  test('is refused while an alert uses it', async () => {
    const id = await add('EMAIL', 'used@example.org')
    await watch('House', { email: id })
    expect((await remove(resident, 'EMAIL', id)).error?.message).toBe(
      'An alert uses used@example.org. Take it out of the alert, or correct it.',
    )
    expect(await exists('EMAIL', id)).toBe(true)
  })
})

describe('the lists by address', () => {
  type Groups = { groups: AddressGroup<EmailAddressView>[]; total: number }
  const groups = async (input: object = {}, by = county) =>
    (await by.query<{ content: Groups }>('controlPanel.emailGroups', { page: 1, ...input })).data.content
  const alerts = async (input: object) =>
    (await county.query<{ content: { total: number } }>('controlPanel.alerts', { page: 1, ...input })).data.content
      .total

  test('name each owner whom the caller may see, and count addresses', async () => {
    const [second, hidden] = [await makeUser(server.deps.db), await makeUser(server.deps.db, { role: 'TRIMIN' })]
    const ids = [
      // The county may not see the first record of the address.
      await add('EMAIL', 'shared@example.org', hidden.id),
      await add('EMAIL', 'Shared@example.org'),
      await add('EMAIL', 'shared@example.org', second.id),
      await add('EMAIL', 'shared@example.org', null),
    ]
    await add('EMAIL', 'alone@example.org')
    await add('EMAIL', 'hidden@example.org', hidden.id)
    for (const [place, user] of [hidden.id, owner.id, second.id, null].entries())
      await watch(`Alert ${place}`, { email: ids[place] ?? 0 }, user)
    const found = await groups()
    expect(found.total).toBe(2)
    expect(found.groups).toMatchObject([
      {
        owners: 1,
        records: [{ emailAddress: 'alone@example.org', owner: { id: owner.id, username: owner.username } }],
      },
      {
        id: ids[1],
        owners: 3,
        records: [
          { id: ids[1], owner: { id: owner.id }, alertCount: 1 },
          { id: ids[2], owner: { id: second.id } },
          { id: ids[3], owner: null },
        ],
      },
    ])
    expect((await groups({ filterText: 'shared' })).total).toBe(1)
    const counted = await county.query<{ content: { total: number } }>('controlPanel.recipientCount', { kind: 'EMAIL' })
    expect(counted.data.content.total).toBe(2)
    expect([
      await alerts({ emailAddressId: ids[1] }),
      await alerts({ emailAddressId: ids[1], everyOwner: true }),
      await alerts({ emailAddressId: ids[1], everyOwner: true, userId: second.id }),
    ]).toEqual([1, 3, 1])
  })

  test('page by address, however many share one', async () => {
    const users = await Promise.all(Array.from({ length: 3 }, () => makeUser(server.deps.db)))
    for (let place = 10; place < 22; place += 1)
      for (const { id } of users) await add('EMAIL', `a${place}@example.org`, id)
    const names = (found: Groups) => found.groups.map(({ records }) => records[0]?.emailAddress)
    const [first, last] = [await groups(), await groups({ page: 2 })]
    expect([first.total, first.groups.length, last.groups.length]).toEqual([12, 10, 2])
    expect([...names(first), ...names(last)]).toEqual(
      Array.from({ length: 12 }, (_, place) => `a${10 + place}@example.org`),
    )
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertInput, alertInput } from '#shared/contract/alert.ts'
import type { AppError } from '#shared/contract/errors.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { savingDeps } from '#tests/fixtures/saving-deps.ts'
import { auditRows } from '#tests/helpers/audit.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { readAlertPage } from './list-alerts.ts'
import { removeAlert } from './remove-alert.ts'
import { saveAlert } from './save-alert.ts'

let connection: Connection
let owner: { id: number; username: string }
let other: { id: number; username: string }
const enqueued: string[] = []
const deps = () => savingDeps(connection.db, enqueued)
const actor = () => ({ ...owner, address: '192.0.2.7' })
const entered = (change: object = {}): AlertInput =>
  alertInput.parse({
    name: 'My name',
    alertType: 'NAME',
    firstName: 'Thessaly',
    lastName: 'Brandvold',
    alertEmailAddresses: [{ value: 'thessaly@example.org', acknowledged: true }],
    ...change,
  })
const save = (change: object = {}) => saveAlert(deps(), actor(), entered(change))
const problem = async (change: object, by = owner) =>
  saveAlert(deps(), actor(), entered(change), { owner: by }).catch((error: AppError) => error as AppError)

beforeAll(async () => {
  connection = await connectTestDatabase()
  await writeSetting(
    connection.db,
    'alertSettings',
    { ...settingsGroups.alertSettings.initial, numberOfEmails: 3, numberOfPhones: 2 },
    null,
  )
})
afterAll(() => connection.end())
beforeEach(async () => {
  await connection.db.deleteFrom('user').execute()
  const made = await connection.db
    .insertInto('user')
    .values([{ username: 'thessaly.b' }, { username: 'orrin.dale' }])
    .returning(['id', 'username'])
    .execute()
  owner = made[0]!
  other = made[1]!
  enqueued.length = 0
})

const page = async () => (await readAlertPage(deps(), { userId: owner.id })).alerts

describe('saving an alert', () => {
  test('refuses criteria that no record could ever match', async () => {
    const refused = await problem({ alertType: 'BUSINESS', businessName: 'Dated 2020' })
    expect(refused).toMatchObject({
      code: 'refused',
      fields: { businessName: 'We cannot match this to any record. Please write it another way.' },
    })
  })

  // tests/rest/alerts.test.ts checks the answer.
  test('derives its keys, asks its recipients to verify, keeps their consent and wakes the delivery', async () => {
    const { id } = await save({ alertPhones: [{ value: '(612) 555-0142', acknowledged: true }] })
    const { db } = connection
    expect(await db.selectFrom('alert_key').where('alert_id', '=', id).selectAll().execute()).not.toHaveLength(0)
    const notices = await db
      .selectFrom('notice')
      .where('user_id', '=', owner.id)
      .select(['template', 'target'])
      .orderBy('id')
      .execute()
    expect(notices).toEqual([
      { template: 'verify-email', target: 'thessaly@example.org' },
      { template: 'verify-phone', target: '+16125550142' },
    ])
    const consents = await db
      .selectFrom('consent')
      .where('user_id', '=', owner.id)
      .select(['channel', 'actor_address'])
      .execute()
    expect(consents).toHaveLength(2)
    expect(consents[0]?.actor_address).toBe('192.0.2.7')
    expect(enqueued).toEqual(['wakeDelivery'])
  })

  test.each([
    ['confirmed by a link counts as verified, and gets no mail', new Date(), true, []],
    ['typed by staff does not', null, false, ['thessaly@example.org']],
  ])('the account’s own email, %s', async (_, confirmedAt, verified, mailed) => {
    const { db } = connection
    await db.updateTable('user').set({ email: 'Thessaly@Example.org' }).where('id', '=', owner.id).execute()
    await db.updateTable('user').set({ email_verified_at: confirmedAt }).where('id', '=', owner.id).execute()
    const own = { value: 'thessaly@example.org', acknowledged: false }
    expect((await problem({ alertEmailAddresses: [own] })) as AppError).toMatchObject({ code: 'refused' })
    const helper = { value: 'helper@example.org', acknowledged: true }
    await save({ alertEmailAddresses: [{ ...own, acknowledged: true }, helper] })
    const [alert] = await page()
    expect(alert).toMatchObject({
      statusType: verified ? 'A' : 'P',
      alertEmailAddresses: [{ verified }, { value: 'helper@example.org', verified: false }],
    })
    const asked = await db.selectFrom('notice').where('user_id', '=', owner.id).select('target').orderBy('id').execute()
    expect(asked.map(({ target }) => target)).toEqual([...mailed, 'helper@example.org'])
    const consents = await db.selectFrom('consent').where('user_id', '=', owner.id).selectAll().execute()
    expect(consents).toHaveLength(2)
  })

  test('asks an address once, however many alerts it serves', async () => {
    await save()
    const second = await save({ name: 'Again', lastName: 'Vandermoor' })
    expect(second.message).toContain('already got a request to verify')
    const asked = await connection.db.selectFrom('notice').where('user_id', '=', owner.id).selectAll().execute()
    expect(asked).toHaveLength(1)
  })

  test('a verified address serves every alert of its owner, and another owner must verify it too', async () => {
    await save()
    await connection.db
      .updateTable('email_address')
      .set({ verified_at: new Date() })
      .where('owner_id', '=', owner.id)
      .execute()
    await save({ name: 'Again' })
    expect((await page()).map((alert) => alert.statusType)).toEqual(['A', 'A'])
    await saveAlert(deps(), { ...other, address: '' }, entered())
    const theirs = await readAlertPage(deps(), { userId: other.id })
    expect(theirs.alerts[0]?.statusType).toBe('P')
  })

  test('an edit replaces recipients and keys', async () => {
    const { id } = await save()
    const before = await connection.db.selectFrom('alert_key').where('alert_id', '=', id).select('key_hash').execute()
    await save({
      id,
      lastName: 'Vandermoor',
      alertEmailAddresses: [{ value: 'new@example.org', acknowledged: true }],
      statusType: 'I',
    })
    const [alert] = await page()
    expect(alert).toMatchObject({
      id,
      criteria: 'Thessaly Vandermoor',
      statusType: 'I',
      emailAddressDTOs: [{ emailAddress: 'new@example.org', verified: false }],
    })
    const after = await connection.db.selectFrom('alert_key').where('alert_id', '=', id).select('key_hash').execute()
    const hashes = new Set(after.map(({ key_hash }) => key_hash))
    expect(before.some(({ key_hash }) => hashes.has(key_hash))).toBe(false)
  })

  test('a delete removes the keys and keeps the recipient', async () => {
    const { id } = await save()
    await removeAlert(deps(), actor(), id)
    const { db } = connection
    expect(await page()).toEqual([])
    expect(await db.selectFrom('alert_key').where('alert_id', '=', id).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('email_address').where('owner_id', '=', owner.id).selectAll().execute()).toHaveLength(1)
  })

  test('writes every change to the audit log', async () => {
    const { id } = await save()
    await save({ id, name: 'Renamed' })
    await removeAlert(deps(), actor(), id)
    const rows = await auditRows(connection.db, { subject_user_id: owner.id })
      .select(['type', 'description', 'actor_username', 'address'])
      .execute()
    expect(rows).toEqual(
      ['Added', 'Changed', 'Deleted'].map((what) => ({
        type: 'ALERT',
        description: `${what} an alert.`,
        actor_username: 'thessaly.b',
        address: '192.0.2.7',
      })),
    )
  })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppError } from '#shared/contract/errors.ts'
import { alertsInput } from '#shared/contract/several-alerts.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { savingDeps } from '#tests/fixtures/saving-deps.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { readAlertPage } from './list-alerts.ts'
import { saveAlerts } from './save-alerts.ts'

let connection: Connection
let owner: Awaited<ReturnType<typeof makeUser>>
const enqueued: string[] = []
const deps = () => savingDeps(connection.db, enqueued)

beforeAll(async () => {
  connection = await connectTestDatabase()
  await writeSetting(
    connection.db,
    'alertSettings',
    { ...settingsGroups.alertSettings.initial, numberOfEmails: 2, numberOfPhones: 1 },
    null,
  )
})
afterAll(() => connection.end())
beforeEach(async () => {
  owner = await makeUser(connection.db)
  enqueued.length = 0
})

const mine = { value: 'thessaly@example.org', acknowledged: true }
const parcel = (parcelId: string, more: object = {}) => ({
  name: `1200 Mill Road ${parcelId}`,
  alertType: 'PARCEL_ID',
  parcelId,
  alertEmailAddresses: [mine],
  ...more,
})
const save = (alerts: object[], actor = owner) =>
  saveAlerts(deps(), { ...actor, address: '192.0.2.7' }, alertsInput.parse({ alerts }).alerts, owner)
const criteria = async () => (await readAlertPage(deps(), { userId: owner.id })).alerts.map((alert) => alert.criteria)
const countRequests = async () => {
  const { rows } = await connection.pool.query<{ n: number }>(
    `select count(*)::int as n from notice where user_id = $1`,
    [owner.id],
  )
  return rows[0]?.n
}

test('one save makes an alert for each parcel and asks each recipient once', async () => {
  const { ids, message } = await save([parcel('17-03-200-011'), parcel('17-03-200-012')])
  expect([ids.length, await criteria(), await countRequests()]).toEqual([2, ['17-03-200-011', '17-03-200-012'], 1])
  expect(message).toBe(
    '2 alerts saved.  We emailed a link to thessaly@example.org. Please follow it to verify the address.',
  )
  expect(enqueued).toEqual(['wakeDelivery'])
})

test('asks recipients that only one of the alerts has, too', async () => {
  const orrin = { value: 'orrin@example.org', acknowledged: true }
  await save([parcel('17-03-200-011'), parcel('17-03-200-012', { alertEmailAddresses: [mine, orrin] })])
  expect(await countRequests()).toBe(2)
})

test('staff save for a user, and the audit log names both', async () => {
  const clerk = await makeUser(connection.db, { role: 'COUNTY' })
  await save([parcel('17-03-200-011'), parcel('17-03-200-012')], clerk)
  const { rows } = await connection.pool.query(
    `select actor_id::int as actor, subject_user_id::int as subject from audit_log where type = 'ALERT' and subject_user_id = $1`,
    [owner.id],
  )
  expect(rows).toEqual([
    { actor: clerk.id, subject: owner.id },
    { actor: clerk.id, subject: owner.id },
  ])
})

test.each<[string, object, Record<string, string>]>([
  ['no parcel', parcel(''), { 'alerts.1.parcelId': 'Required.' }],
  [
    'nobody to notify',
    parcel('17-03-200-012', { alertEmailAddresses: [] }),
    { 'alerts.1.recipients': 'Enter at least one Email or Text(SMS) Recipient.' },
  ],
])('saves no alert with %s among them', async (_name, second, fields) => {
  const error = await save([parcel('17-03-200-011'), second]).catch((refusal: unknown) => refusal as AppError)
  expect(error).toMatchObject({ code: 'refused', fields })
  expect(await criteria()).toEqual([])
})

test.each<[string, unknown[]]>([
  ['more than eight', Array.from({ length: 9 }, (_, index) => parcel(`17-03-200-0${index + 10}`))],
  ['none', []],
  ['a saved one', [parcel('17-03-200-011', { id: 7 })]],
  ['an unknown key', [parcel('17-03-200-011', { parcel: '17' })]],
])('%s is not a list of new alerts', (_name, alerts) => {
  expect(alertsInput.safeParse({ alerts }).success).toBe(false)
})

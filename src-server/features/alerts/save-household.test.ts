import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AppError } from '#shared/contract/errors.ts'
import { householdInput } from '#shared/contract/several-alerts.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { savingDeps } from '#tests/fixtures/saving-deps.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { readAlertPage } from './list-alerts.ts'
import { maxAlertsPerUser } from './save-alert.ts'
import { saveHousehold } from './save-alerts.ts'

let connection: Connection
let owner: { id: number; username: string }
const enqueued: string[] = []
const deps = () => savingDeps(connection.db, enqueued)
const person = (firstName: string, lastName = 'Brandvold') => ({
  name: `${firstName} ${lastName}`,
  alertType: 'NAME',
  firstName,
  lastName,
})
const trust = { name: 'Our trust', alertType: 'BUSINESS', businessName: 'Brandvold Family Trust' }
const parcel = { name: 'Our house', alertType: 'PARCEL_ID', parcelId: '17-03-123-045' }
const mine = { value: 'thessaly@example.org', acknowledged: true }
const save = (alerts: object[], recipients: object = { alertEmailAddresses: [mine] }) =>
  saveHousehold(deps(), { ...owner, address: '192.0.2.7' }, householdInput.parse({ alerts, ...recipients }))
const problem = (...given: Parameters<typeof save>) => save(...given).catch((error: unknown) => error as AppError)
const names = async () => (await readAlertPage(deps(), { userId: owner.id })).alerts.map(({ name }) => name)

beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())
beforeEach(async () => {
  const { db } = connection
  await writeSetting(
    db,
    'alertSettings',
    { ...settingsGroups.alertSettings.initial, numberOfEmails: 2, numberOfPhones: 1 },
    null,
  )
  await db.deleteFrom('user').execute()
  owner = await db
    .insertInto('user')
    .values({ username: 'thessaly.b' })
    .returning(['id', 'username'])
    .executeTakeFirstOrThrow()
  enqueued.length = 0
})

/** How many of the owner's rows there are; rows for messages that were sent to others before stay. */
const rowsOf = async (table: 'alert' | 'email_address' | 'notice' | 'consent') => {
  const column = table === 'email_address' ? 'owner_id' : 'user_id'
  const { rows } = await connection.pool.query(`select count(*)::int as n from ${table} where ${column} = $1`, [
    owner.id,
  ])
  return (rows[0] as { n: number }).n
}

test('refuses more new addresses than the day allows, on their fields, and saves nothing', async () => {
  for (const n of [1, 2, 3, 4])
    await connection.db
      .insertInto('email_address')
      .values({ owner_id: owner.id, address: `${n}@example.org` })
      .execute()
  const two = { alertEmailAddresses: [mine, { value: 'orrin@example.org', acknowledged: true }] }
  expect(await problem([person('Thessaly'), person('Orrin')], two)).toMatchObject({
    fields: { 'alertEmailAddresses.1.value': 'Too many new addresses today. Try again tomorrow.' },
  })
  expect([await rowsOf('alert'), await rowsOf('email_address')]).toEqual([0, 4])
})

test('saves an alert for each, in order, with keys and an audit row, and asks the recipients once', async () => {
  const { ids, message } = await save([person('Thessaly'), person('Orrin'), trust, parcel], {
    alertEmailAddresses: [mine],
    alertPhones: [{ value: '(612) 555-0142', acknowledged: true }],
  })
  expect(message).toBe(
    '4 alerts saved.  We emailed a link to thessaly@example.org. Please follow it to verify the address.  We texted a link and a code to (612) 555-0142. Please follow the link, or enter the code in the alert, to verify the number.',
  )
  expect(ids).toHaveLength(4)
  const { alerts } = await readAlertPage(deps(), { userId: owner.id })
  expect(alerts.map(({ id, criteria }) => [id, criteria]).toSorted()).toEqual([
    [ids[0], 'Thessaly Brandvold'],
    [ids[1], 'Orrin Brandvold'],
    [ids[2], 'Brandvold Family Trust'],
    [ids[3], '17-03-123-045'],
  ])
  for (const alert of alerts)
    expect(alert).toMatchObject({
      statusType: 'P',
      alertEmailAddresses: [{ value: mine.value, acknowledged: true }],
      alertPhones: [{ value: '(612) 555-0142' }],
    })
  const { rows } = await connection.pool.query(
    `select (select count(distinct alert_id)::int from alert_key where alert_id = any($1)) as keyed,
       (select count(*)::int from audit_log where type = 'ALERT' and subject_user_id = $2) as told`,
    [ids, owner.id],
  )
  expect(rows).toEqual([{ keyed: 4, told: 4 }])
  expect(await rowsOf('notice')).toBe(2)
  expect(await rowsOf('consent')).toBe(2)
  expect(enqueued).toEqual(['wakeDelivery'])
})

test.each<[string, Parameters<typeof save>, Record<string, string>]>([
  [
    'half a name among whole ones',
    [[person('Thessaly'), person('Orrin', ''), trust]],
    { 'alerts.1.lastName': 'Required.' },
  ],
  [
    'what no record could match',
    [[person('Thessaly'), { ...trust, businessName: '...' }]],
    { 'alerts.1.businessName': 'Use at least one letter or number.' },
  ],
  [
    'a recipient without a yes, said once for all',
    [[person('Thessaly'), person('Orrin')], { alertEmailAddresses: [{ value: mine.value }] }],
    { 'alertEmailAddresses.0.acknowledged': 'Please read and select the checkbox to acknowledge.' },
  ],
  ['nobody to tell', [[trust, parcel], {}], { recipients: 'Enter at least one Email or Text(SMS) Recipient.' }],
])('refuses %s, and saves none of the rest', async (_what, given, fields) => {
  const error = await problem(...given)
  expect(error).toMatchObject({ code: 'refused', fields })
  expect([await names(), await rowsOf('email_address'), await rowsOf('notice'), enqueued]).toEqual([[], 0, 0, []])
})

test('refuses all if the county does not offer the type of one', async () => {
  const settings = { ...settingsGroups.alertSettings.initial, parcelIdAlert: false }
  await writeSetting(connection.db, 'alertSettings', settings, null)
  expect(await problem([person('Thessaly'), parcel])).toMatchObject({
    fields: { 'alerts.1.alertType': 'This type of alert is not available.' },
  })
  expect(await names()).toEqual([])
})

test('leaves nothing behind if it fails in the middle', async () => {
  const broken = { ...deps(), enqueue: () => Promise.reject(new Error('The queue is gone.')) }
  const input = householdInput.parse({ alerts: [person('Thessaly'), trust], alertEmailAddresses: [mine] })
  await expect(saveHousehold(broken, { ...owner, address: '' }, input)).rejects.toThrow('The queue is gone.')
  expect([await names(), await rowsOf('email_address'), await rowsOf('notice')]).toEqual([[], 0, 0])
})

test('saves all alerts of the household or none if the account would have too many', async () => {
  const { id } = owner
  await connection.pool.query(
    `insert into alert (user_id, name, alert_type, parcel_id, criteria, rule_version)
     select $1, 'Lot ' || n, 'PARCEL_ID', '18-' || n, '18-' || n, 1 from generate_series(1, $2::int) n`,
    [id, maxAlertsPerUser - 2],
  )
  expect(await problem([person('Thessaly'), person('Orrin'), trust])).toMatchObject({
    code: 'refused',
    message: 'An account can have up to 1000 alerts. Please remove one first.',
  })
  expect(await rowsOf('alert')).toBe(maxAlertsPerUser - 2)
  await save([person('Thessaly'), trust])
  expect(await rowsOf('alert')).toBe(maxAlertsPerUser)
})

test('concurrent saves never make too many alerts, whatever the order of their recipients', async () => {
  await connection.pool.query(
    `insert into alert (user_id, name, alert_type, parcel_id, criteria, rule_version)
     select $1, 'Lot ' || n, 'PARCEL_ID', '18-' || n, '18-' || n, 1 from generate_series(1, $2::int) n`,
    [owner.id, maxAlertsPerUser - 4],
  )
  const two = [mine, { ...mine, value: 'orrin@example.org' }]
  const orders = [two, two.toReversed(), two]
  const saved = await Promise.all(
    orders.map((alertEmailAddresses) => problem([person('Thessaly'), trust], { alertEmailAddresses })),
  )
  expect(saved.filter((one) => 'ids' in one)).toHaveLength(2)
  expect(saved.filter((one) => 'code' in one && one.code === 'refused')).toHaveLength(1)
  expect([await rowsOf('alert'), await rowsOf('notice')]).toEqual([maxAlertsPerUser, 2])
})

test('saves the same alert twice if one call has it twice, as two calls would: the form warns first', async () => {
  const { message } = await save([person('Thessaly'), person('Thessaly')])
  expect(await names()).toEqual(['Thessaly Brandvold', 'Thessaly Brandvold'])
  expect(message).toBe(
    '2 alerts saved.  We emailed a link to thessaly@example.org. Please follow it to verify the address.',
  )
  expect(await rowsOf('notice')).toBe(1)
})

test.each([
  ['nothing', []],
  ['more than a household', Array.from({ length: 13 }, () => parcel)],
  ['an alert that is there already', [{ ...parcel, id: 7 }]],
])('%s is not a household', (_what, alerts) => {
  expect(householdInput.safeParse({ alerts, alertEmailAddresses: [mine] }).success).toBe(false)
})

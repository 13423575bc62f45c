import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveAlert } from '#server/features/alerts/save-alert.ts'
import type { SkippedView } from '#server/features/legacy/show-runs.ts'
import { alertInput } from '#shared/contract/alert.ts'
import { deriveStaleKeys } from '#worker/matching/stale-keys.ts'
import { makeUser } from '../helpers/factories.ts'
import { fillLegacy } from '../helpers/legacy.ts'
import { logIn } from '../helpers/server.ts'
import { type MigrationSetup, setUpMigration, snapshot } from './setup.ts'

let setup: MigrationSetup
beforeAll(async () => {
  setup = await setUpMigration()
  await fillLegacy(setup.legacy)
})
afterAll(() => setup.stop())

/** Rows that cannot be migrated, each with its reason. */
const brokenEmails: [values: string, reason: string][] = [
  [`(1001, '17', 'no address', true)`, 'It is not an email address.'],
  [`(1002, '17', null, true)`, 'It is not an email address.'],
  [`(1003, '17', repeat('w', 300) || '@legacy.example', true)`, 'The email address is too long: 50 characters max.'],
  [`(null, '17', 'numberless@legacy.example', true)`, 'It has no number.'],
  [`(1, '17', 'second@legacy.example', true)`, 'Another row has the same number.'],
  [`(1004, '17', 'bell' || chr(7) || '@legacy.example', true)`, 'It contains characters that we cannot read.'],
]
const brokenAlerts: [values: string, reason: string][] = [
  [`(9001, '17', 'NAME', null, 'Farrow', null, null, 1, 'A')`, 'First name is missing.'],
  [`(9002, '17', 'NAME', 'Ottilie', '', null, null, 1, 'A')`, 'Last name is missing.'],
  [`(9003, '17', 'BUSINESS', null, null, repeat('Q', 5000), null, 1, 'A')`, 'Business name: 150 characters max.'],
  [`(9004, '17', 'BUSINESS', null, null, '---', null, 1, 'A')`, 'Business name: Use at least one letter or number.'],
  [`(9005, '17', 'VEHICLE', null, null, 'Wagon', null, 1, 'A')`, 'We do not know this type of alert.'],
  [`(9006, '17', null, 'Ottilie', 'Farrow', null, null, 1, 'A')`, 'We do not know this type of alert.'],
  [`(9007, '17', 'PARCEL_ID', null, null, null, null, 1, 'A')`, 'Parcel ID is missing.'],
  [`(9008, '17', 'NAME', 'Ottilie', 'Farrow', null, null, 1, 'Q')`, 'We do not know this status.'],
  [`(9009, '17', 'NAME', 'Ottilie', 'Farrow', null, null, null, 'A')`, 'It has no email address.'],
  [
    `(9010, '17', 'NAME', 'Ottilie', 'Farrow', null, null, 777777, 'A')`,
    'Its email address is missing, or was not imported.',
  ],
  [
    `(9011, '17', 'NAME', 'Ottilie', 'Farrow', null, null, 1001, 'A')`,
    'Its email address is missing, or was not imported.',
  ],
  [
    `(9012, '17', 'NAME', 'Ottilie', 'Farrow', null, null, 90001, 'A')`,
    'Its email address is missing, or was not imported.',
  ],
  [`(3, '17', 'NAME', 'Ottilie', 'Farrow', null, null, 1, 'A')`, 'Another row has the same number.'],
  [`(null, '17', 'NAME', 'Ottilie', 'Farrow', null, null, 1, 'A')`, 'It has no number.'],
  [
    `(9013, '17', 'BUSINESS', null, null, 'quillmere mill 1', null, 2, 'A')`,
    'The same alert to the same address already exists.',
  ],
  [
    `(9014, '17', 'NAME', 'Ottilie', 'Farrow' || chr(1), null, null, 1, 'A')`,
    'It contains characters that we cannot read.',
  ],
]

async function signUpResident() {
  const { db } = setup.server.deps
  const owner = await makeUser(db, { username: 'maren.holt' })
  const input = alertInput.parse({
    name: 'My name',
    alertType: 'NAME',
    firstName: 'Maren',
    lastName: 'Holt',
    alertEmailAddresses: [{ value: 'maren@example.org', acknowledged: true }],
    alertPhones: [{ value: '(612) 555-0134', acknowledged: true }],
  })
  await saveAlert(setup.server.deps, { ...owner, address: '' }, input)
  return owner
}

test('replaces every alert and address, lists what it skipped, and can restore everything', async () => {
  const { legacy, technical, fields, rows } = setup
  await signUpResident()
  // An earlier migration: one of its addresses was unsubscribed, one muted a record.
  await rows(`insert into email_address (owner_id, address, migrated, verified_at) values
    (null, 'READER3@legacy.example', true, now()), (null, 'gone@legacy.example', true, now())`)
  await rows(`insert into suppression (channel, target, email_id, reason)
    select 'EMAIL', address_key, id, 'unsubscribe' from email_address where owner_id is null`)
  await rows(`insert into record_mute (owner_key, event_id) select -id, 4711 from email_address where owner_id is null`)
  await rows(
    `insert into alert_exception (alert_id, kind, value, written) select id, 'middleName', 'ALBERT', 'ALBERT' from alert`,
  )
  await rows(
    `insert into possible_match (event_id, alert_id, revision, user_id, criteria, match, week)
     select 4711, id, 1, user_id, criteria, '{}', '2026-11-30' from alert`,
  )
  // Offered by a message that is no longer kept when the alert is restored.
  await rows(`with offer as (
      insert into notice (kind, template, owner_key, channel, target, state)
      values ('test', 'test', 0, 'EMAIL', 'maren@example.org', 'accepted') returning id)
    insert into alert_exception (alert_id, kind, value, written, notice_id)
    select a.id, 'coOwner', 'HOLT, OTTO', 'OTTO HOLT', offer.id from alert a, offer`)
  for (const [values] of brokenEmails) await legacy.query(`insert into lns1_email values ${values}`)
  for (const [values] of brokenAlerts) await legacy.query(`insert into lns1_alert values ${values}`)
  // The same address under another number: taken once, and its alert goes there.
  await legacy.query(`insert into lns1_email values (1010, '17', 'Reader1@LEGACY.example', true)`)
  await legacy.query(`insert into lns1_alert values (9100, '17', 'BUSINESS', null, null, 'Only Once', null, 1010, 'A')`)
  const before = await snapshot(setup)

  const begun = await technical.mutate<{ content: { runId: number } }>(
    'controlPanel.migrateLandNotificationOneAlerts',
    fields,
  )
  expect(begun).toMatchObject({ status: 200, data: { message: 'The migration has started.' } })
  const run = await setup.ended()
  expect(run).toMatchObject({
    id: begun.data.content.runId,
    kind: 'import',
    state: 'done',
    startedBy: 'provider.engineer',
  })
  expect(run.message).toBe('2,001 alerts and 500 email addresses were imported.')
  expect(run.counts).toMatchObject({
    emailsRead: 501 + brokenEmails.length,
    alertsRead: 2001 + brokenAlerts.length,
    emailsTaken: 500,
    emailsJoined: 1,
    emailsUnverified: 50,
    alertsTaken: 2001,
    emailsSkipped: brokenEmails.length,
    alertsSkipped: brokenAlerts.length,
    otherCountyEmails: 1,
    otherCountyAlerts: 1,
    alertsWiped: 1,
    emailsWiped: 3,
  })

  // Each row that was left out is listed with its reason, and without anybody's details.
  const all: SkippedView['rows'] = []
  for (const page of [1, 2, 3]) {
    const { data } = await technical.query<{ content: SkippedView }>('controlPanel.migrationSkipped', {
      runId: run.id,
      page,
    })
    expect(data.content.total).toBe(brokenEmails.length + brokenAlerts.length)
    all.push(...data.content.rows)
  }
  const told = (of: 'EMAIL' | 'ALERT') =>
    all
      .filter((row) => row.of === of)
      .map((row) => row.reason)
      .toSorted()
  expect(told('EMAIL')).toEqual(brokenEmails.map(([, reason]) => reason).toSorted())
  expect(told('ALERT')).toEqual(brokenAlerts.map(([, reason]) => reason).toSorted())
  expect(JSON.stringify(all)).not.toMatch(/Farrow|legacy\.example|Quillmere/i)

  // The migrated rows: without owner, verified, marked as migrated, with their status and type.
  expect(await rows(`select count(*)::int as n from alert where user_id is null and county_code = '17'`)).toEqual([
    { n: 2001 },
  ])
  expect(await rows(`select status, count(*)::int as n from alert group by 1 order by 1`)).toEqual([
    { status: 'A', n: 1961 },
    { status: 'I', n: 40 },
  ])
  expect(
    await rows(
      `select count(*)::int as n from email_address where migrated and verified_at is not null and owner_id is null`,
    ),
  ).toEqual([{ n: 500 }])
  expect(
    await rows(
      `select e.address from alert a join alert_email l on l.alert_id = a.id join email_address e on e.id = l.email_id where a.business_name = 'Only Once'`,
    ),
  ).toEqual([{ address: 'reader1@legacy.example' }])
  // Who had unsubscribed before stays so, under the address's new number; so does the muted record.
  expect(
    await rows(`select target from suppression s join email_address e on e.id = s.email_id where lifted_at is null`),
  ).toEqual([{ target: 'reader3@legacy.example' }])
  expect(
    await rows(
      `select m.event_id from record_mute m join email_address e on m.owner_key = -e.id where e.address_key = 'reader3@legacy.example'`,
    ),
  ).toEqual([{ event_id: 4711 }])
  // Unsent notices of deleted alerts are canceled.
  expect(await rows(`select state, reason from notice where kind = 'verify' and channel = 'EMAIL'`)).toEqual([
    { state: 'canceled', reason: 'The recipient was removed.' },
  ])

  // Keys are derived as any alert's.
  expect(await deriveStaleKeys(setup.server.deps)).toBe(2001)
  expect(
    await rows(
      `select count(*)::int as n from alert a where not exists (select from alert_key k where k.alert_id = a.id)`,
    ),
  ).toEqual([{ n: 0 }])

  // The county's contact is notified, and the log contains no secret.
  expect(
    await rows(`select target, data ->> 'skipped' as skipped from notice where template = 'migration-ended'`),
  ).toEqual([{ target: 'recorder@alder.example', skipped: String(brokenEmails.length + brokenAlerts.length) }])
  const log = JSON.stringify(
    await rows(
      `select l.type, p.* from audit_log l join audit_personal p on p.audit_id = l.id where l.type = 'MIGRATION'`,
    ),
  )
  expect(log).toContain('Replaced alerts and email addresses with those of the legacy version')
  expect(log).not.toContain(fields.password)
  expect(JSON.stringify(await rows('select * from migration_run'))).not.toContain(fields.password)
  expect(await rows('select 1 from migration_email union all select 1 from migration_alert')).toEqual([])

  // In the meantime a resident starts over with the same address, and a record arrives.
  const again = await resident2()
  await rows(`insert into feed (name) values ('Recorder')`)
  await rows(`insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
    values (1, 'while-away', '\\x00', now(), false, current_date, '[{"name":"HOLT MAREN"}]', '[]')`)

  expect((await setup.runs()).restorable).toBe(run.id)
  await rows(`delete from notice where kind = 'test'`)
  const restore = await technical.mutate('controlPanel.migrationRestore', { runId: run.id })
  expect(restore).toMatchObject({ status: 200, data: { message: 'The restore has started.' } })
  const restored = await setup.ended()
  expect(restored).toMatchObject({
    kind: 'restore',
    state: 'done',
    message: '1 alerts and 3 email addresses were restored.',
  })
  expect((await setup.runs()).restorable).toBeNull()
  expect(await rows(`select event_id from match_queue`)).toHaveLength(1)
  expect(await deriveStaleKeys(setup.server.deps)).toBe(1)

  // The same as before, except for what the resident entered since and the message that is gone.
  before.alert_exception = (before.alert_exception ?? []).map((row) => ({ ...row, notice_id: null }))
  await rows(`delete from "user" where id = $1`, [again.id])
  await rows(`delete from notice where user_id = $1`, [again.id])
  const after = await snapshot(setup)
  for (const table of Object.keys(before)) {
    if (table === 'record_mute') continue
    expect({ table, rows: after[table] }).toEqual({ table, rows: before[table] })
  }
  expect(after.record_mute).toEqual(expect.arrayContaining(before.record_mute ?? []))
  await expect.poll(() => rows('select 1 from migration_copy'), { timeout: 60_000 }).toEqual([])
  const refused = await technical.mutate('controlPanel.migrationRestore', { runId: run.id })
  expect(refused.error?.message).toBe('There is nothing to restore.')
})

async function resident2() {
  const { db } = setup.server.deps
  const owner = await makeUser(db, { username: 'perpetua.vale' })
  const input = alertInput.parse({
    name: 'New since',
    alertType: 'BUSINESS',
    businessName: 'Hallowmere Orchards',
    alertEmailAddresses: [{ value: 'maren@example.org', acknowledged: true }],
  })
  await saveAlert(setup.server.deps, { ...owner, address: '' }, input)
  return owner
}

describe('refuses before changing anything', () => {
  const start = (change: Record<string, unknown>) =>
    setup.technical.mutate('controlPanel.migrateLandNotificationOneAlerts', { ...setup.fields, ...change })
  const generic = /^We could not open the legacy database\./

  test.each(['databaseAddress', 'databaseName', 'username', 'password', 'countyCode', 'countyName'])(
    '%s is required',
    async (field) => {
      expect((await start({ [field]: '' })).error?.data.fields).toEqual({ [field]: 'Required.' })
      expect((await start({ [field]: undefined })).error?.data.fields).toEqual({ [field]: 'Required.' })
    },
  )

  test("requires the county's name to be typed correctly", async () => {
    expect((await start({ countyName: 'Birch County' })).error?.data.fields).toEqual({
      countyName: 'Enter the county name as shown.',
    })
  })

  test('gives one message for every connection fault, so that it reveals no host and no password', async () => {
    const { legacy } = setup
    const other = await legacy.query('select 1')
    expect(other).toHaveLength(1)
    const said = new Set<string | undefined>()
    for (const change of [
      { databaseAddress: '127.0.0.1:9' },
      { databaseAddress: 'localhost' },
      { databaseAddress: '169.254.169.254' },
      { databaseAddress: 'postgres://x@y/z' },
      { password: 'wrong' },
      { username: 'nobody_here' },
      { databaseName: 'no_such_database' },
      // Ours: it has other tables.
      { databaseName: new URL(setup.server.database.appUrl).pathname.slice(1) },
    ]) {
      const answer = await start(change)
      expect(answer.status).toBe(400)
      said.add(answer.error?.message)
    }
    expect([...said]).toEqual([expect.stringMatching(generic)])
    expect((await setup.runs()).runs.filter((run) => run.state === 'running')).toEqual([])
  })

  test('a county code without rows deletes nothing', async () => {
    const before = await snapshot(setup)
    expect(await start({ countyCode: '99' })).toMatchObject({ status: 200 })
    expect(await setup.ended()).toMatchObject({
      state: 'failed',
      message: 'The legacy database has no alert or email address with county code 99 to import. Nothing was changed.',
    })
    expect(await snapshot(setup)).toEqual(before)
  })

  test('callers who did not log in recently', async () => {
    const { server, fields } = setup
    const long = await logIn(server.app, await makeUser(server.deps.db, { role: 'FOREVER' }))
    await setup.rows(
      `update session set confirmed_at = now() - interval '16 minutes' where user_id = (select max(id) from "user")`,
    )
    expect(await long.mutate('controlPanel.migrateLandNotificationOneAlerts', fields)).toMatchObject({
      status: 403,
      error: { data: { status: 'LOGIN' } },
    })
    expect(await long.query('controlPanel.migrationRuns')).toMatchObject({ status: 200 })
  })
})

import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DemoFile } from '#scripts/demo/demo-file.ts'
import { seedDemo } from '#scripts/demo/seed-demo.ts'
import { alerts } from '#scripts/samples/demo-county.ts'
import { sampleRecords } from '#scripts/samples/records.ts'
import { verifyPassword } from '#server/features/accounts/account/password.ts'
import { parseEvent } from '#server/features/feeds/records/parse-event.ts'
import { alertInput } from '#shared/contract/alert.ts'
import { roles } from '#shared/contract/roles.ts'
import { parseAlert, decide, parseRecord } from '#shared/matching/public.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'

let database: TestDatabase
let admin: Client
beforeAll(async () => {
  database = await createTestDatabase()
  admin = new Client({ connectionString: database.ownerUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const login = (password: string): DemoFile['users'] =>
  roles.map((role) => ({ username: `demo.${role.toLowerCase()}`, password, role }))
// cspell:ignore quietheron otherheron
const demo: DemoFile = { url: '', users: login('quietheron@pond47'), feedKey: '' }
const seed = () =>
  seedDemo(
    { DATABASE_URL: database.appUrl, EMBEDDED_DATABASE: '1', APP_SECRET: 'a secret for tests, which is long enough' },
    demo,
  )

async function count(text: string): Promise<number> {
  return (await admin.query<{ n: number }>(`select count(*)::int as n from ${text}`)).rows[0]!.n
}
const snapshot = async () => ({
  users: await count('"user"'),
  alerts: await count('alert'),
  keys: await count('alert_key'),
  confirmed: await count('email_address where verified_at is not null'),
  confirmedPhones: await count('phone where verified_at is not null and validated_at is not null'),
  asked: await count(`notice where kind = 'verify'`),
  feeds: await count('feed'),
  feedKeys: await count('feed_key where revoked_at is null'),
})

test('seeds a person of each role, alerts with verified recipients, one unverified, and a feed with a key', async () => {
  demo.feedKey = (await seed()).feedKey
  expect(await snapshot()).toEqual({
    users: 5,
    alerts: 4,
    keys: expect.any(Number),
    confirmed: 2,
    confirmedPhones: 1,
    asked: 1,
    feeds: 1,
    feedKeys: 1,
  })
  expect(await count(`alert where not exists (select from alert_key where alert_id = alert.id)`)).toBe(0)
})

test('seeding again changes nothing', async () => {
  const before = await snapshot()
  expect((await seed()).feedKey).toBe(demo.feedKey)
  expect(await snapshot()).toEqual(before)
})

test('new logins replace lost ones', async () => {
  demo.users = login('otherheron@pond48')
  await seed()
  const { rows } = await admin.query<{ password_hash: string }>('select password_hash from "user"')
  // One after the other: a busy machine would refuse some of them if they came together.
  const good: boolean[] = []
  for (const row of rows) good.push(await verifyPassword(row.password_hash, 'otherheron@pond48'))
  expect(good).toEqual(roles.map(() => true))
})

test('the feed accepts every sample record, and each alert matches some', () => {
  const feed = { id: 1, timeZone: null }
  const events = sampleRecords(new Date()).map((record) => parseEvent(record, feed, 'America/Chicago'))
  expect(events.flatMap((event) => event.problems ?? [])).toEqual([])
  const reading = { nameOrder: null, nameWidth: null, doubleSpaceSplits: false, losesLeadingZeros: false }
  const records = events.map(({ row }) => parseRecord({ parties: row!.parties, parcels: row!.parcels }, reading, null))
  for (const { emails: _emails, phones: _phones, ...criteria } of alerts) {
    const alert = parseAlert(alertInput.parse(criteria).criteria, null)
    const hits = records.filter((record) => decide(alert, record)).length
    expect(hits, criteria.name).toBeGreaterThanOrEqual(2)
    expect(hits, criteria.name).toBeLessThan(10)
  }
})

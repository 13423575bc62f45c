import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBounds as bounds } from '#server/platform/list-search.queries.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { countRecipients, recipientPage } from './panel-recipients.queries.ts'

let connection: Connection
let emails: { id: number; address: string }[]
beforeAll(async () => {
  connection = await connectTestDatabase()
  const { id } = await connection.db
    .insertInto('user')
    .values({ username: 'orla.quennell' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const names = Array.from({ length: 30 }, (_, n) => `${String.fromCodePoint(97 + ((n * 7) % 26))}${n}@meadow.example`)
  emails = await connection.db
    .insertInto('email_address')
    .values(
      [...names, 'z1@harbor.example', 'z2@harbor.example', 'z3@harbor.example', 'z4@harbor.example'].map((address) => ({
        owner_id: id,
        address,
      })),
    )
    .returning(['id', 'address'])
    .execute()
})
afterAll(() => connection.end())

const byAddress = (text: string) =>
  emails
    .filter(({ address }) => address.includes(text))
    .toSorted((one, other) => (one.address < other.address ? -1 : 1))
    .map(({ id }) => id)

test.each<[string, typeof bounds]>([
  ['from all of its hits', bounds],
  ['from the head of the list', { ...bounds, counted: 3, walked: 30 }],
  ['from all of its hits after the head had too few', { ...bounds, counted: 3, walked: 5 }],
  ['by walking the list', { counted: 3, walked: 5, sorted: 3 }],
])('a search by text answers in the order of addresses, %s', async (_way, given) => {
  for (const [text, offset] of [
    ['meadow', 0],
    ['meadow', 20],
    ['meadow', 25],
    ['harbor', 0],
    ['nowhere', 0],
  ] as const) {
    const filter = { asRole: 'COUNTY' as const, filterText: text }
    const page = await recipientPage(connection.db, 'EMAIL', filter, { limit: 10, offset, bounds: given })
    expect([text, offset, page.ids]).toEqual([text, offset, byAddress(text).slice(offset, offset + 10)])
    const total = page.total ?? (await countRecipients(connection.db, 'EMAIL', filter))
    expect([text, total]).toEqual([text, byAddress(text).length])
  }
})

test('an address is in use while an active alert has it, through every change of either', async () => {
  const { db, pool } = connection
  const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const emailId = emails.at(-1)!.id
  const alert = async (status: 'A' | 'I') => {
    const row = {
      user_id: userId,
      name: 'Home',
      alert_type: 'PARCEL_ID' as const,
      criteria: '1',
      rule_version: 1,
      status,
    }
    const { id } = await db.insertInto('alert').values(row).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('alert_email').values({ alert_id: id, email_id: emailId, position: 0 }).execute()
    return id
  }
  const list = async (statusType: 'A' | 'I') =>
    (await recipientPage(db, 'EMAIL', { asRole: 'COUNTY', statusType }, { limit: 100, offset: 0 })).ids.includes(
      emailId,
    )
  const expectActive = async (active: boolean) => expect([await list('A'), await list('I')]).toEqual([active, !active])
  const set = (id: number, status: 'A' | 'I') => db.updateTable('alert').set({ status }).where('id', '=', id).execute()

  await expectActive(false)
  const one = await alert('I')
  await expectActive(false)
  const other = await alert('A')
  await expectActive(true)
  await set(one, 'A')
  await set(other, 'I')
  await expectActive(true)
  await set(one, 'I')
  await expectActive(false)
  await set(other, 'A')
  // A suppressed one that is in use is inactive, and is counted once.
  await pool.query(`insert into suppression (channel, target, reason) values ('EMAIL', 'z4@harbor.example', 'bounce')`)
  await expectActive(false)
  const filter = { asRole: 'COUNTY' as const, statusType: 'I' as const }
  expect(await countRecipients(db, 'EMAIL', filter)).toBe(emails.length)
  expect(await countRecipients(db, 'EMAIL', { ...filter, filterText: 'harbor' })).toBe(4)
  await pool.query('update suppression set lifted_at = now()')
  await expectActive(true)
  await db.deleteFrom('alert_email').where('alert_id', '=', other).execute()
  await expectActive(false)
})

test('of two alerts that change at the same time, the second sees the first’s change', async () => {
  const { db, pool } = connection
  const { id: userId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const emailId = emails[0]!.id
  const alerts = await db
    .insertInto('alert')
    .values(
      (['A', 'I'] as const).map((status) => ({
        user_id: userId,
        name: 'Home',
        alert_type: 'PARCEL_ID' as const,
        criteria: '1',
        rule_version: 1,
        status,
      })),
    )
    .returning('id')
    .execute()
  await db
    .insertInto('alert_email')
    .values(alerts.map(({ id }) => ({ alert_id: id, email_id: emailId, position: 0 })))
    .execute()
  const [first, second] = [await pool.connect(), await pool.connect()]
  try {
    await first.query('begin')
    await first.query(`update alert set status = 'I' where id = $1`, [alerts[0]!.id])
    const waits = second.query(`update alert set status = 'A' where id = $1`, [alerts[1]!.id])
    await expect
      .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount, { timeout: 60_000 })
      .toBeGreaterThan(0)
    await first.query('commit')
    await waits
  } finally {
    first.release()
    second.release()
  }
  const { in_use } = await db
    .selectFrom('email_address')
    .select('in_use')
    .where('id', '=', emailId)
    .executeTakeFirstOrThrow()
  expect(in_use).toBe(true)
})

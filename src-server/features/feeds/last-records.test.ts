import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { readLastRecords } from './last-records.queries.ts'

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
})
afterAll(() => connection.end())
beforeEach(async () => {
  await connection.pool.query('delete from match_queue; delete from event; delete from feed')
})

let made = 0
async function insert(text: string, values: unknown[]): Promise<number> {
  const { rows } = await connection.pool.query<{ id: number }>(text, values)
  return rows[0]?.id ?? 0
}
const hourMs = 3_600_000
/** Noon in the county. */
const [wednesday, sunday] = [new Date('2026-11-18T18:00:00Z'), new Date('2026-11-22T18:00:00Z')]
let now = wednesday
beforeEach(() => {
  now = wednesday
})
/** A feed whose last post was so many hours ago; null for a feed that never posted. */
const feed = (hoursAgo: number | null, { closed = false } = {}) =>
  insert(
    `insert into feed (name, last_seen_at, closed_at)
     values ($1, $2, case when $3 then now() end) returning id`,
    [`feed ${(made += 1)}`, hoursAgo === null ? null : new Date(now.getTime() - hoursAgo * hourMs), closed],
  )
const record = (feedId: number, minutesAgo: number) =>
  insert(
    `insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels, received_at)
     values ($1, $2, '\\x00', now(), true, current_date, '[]', '[]', now() - make_interval(mins => $3)) returning id`,
    [feedId, `2026-${(made += 1)}`, minutesAgo],
  )
const hoursBefore = (to: Date, moment: Date | null) => moment && Math.round((to.getTime() - moment.getTime()) / hourMs)
const read = async () => {
  const when = { now, timeZone: 'America/Chicago', holidays: { federalHolidays: true, otherHolidays: '' } }
  const { receivedAt, silentSince, isMatchingLate } = await readLastRecords(connection.db, when)
  return { received: hoursBefore(new Date(), receivedAt), silent: hoursBefore(now, silentSince), isMatchingLate }
}

test('reports nothing late before the first record', async () => {
  await feed(null)
  expect(await read()).toEqual({ received: null, silent: null, isMatchingLate: false })
})

test.each<[string, { hoursAgo: number | null; closed?: boolean }[], number | null, Date?]>([
  ['a recorder that never works on weekends is not missed then', [{ hoursAgo: 1 }, { hoursAgo: 44 }], null, sunday],
  ['before the weekend it was silent for a day', [{ hoursAgo: 1 }, { hoursAgo: 68 }], 68, sunday],
  ['every feed posted today', [{ hoursAgo: 1 }, { hoursAgo: 20 }], null],
  ['one feed is silent for more than a day', [{ hoursAgo: 1 }, { hoursAgo: 30 }], 30],
  ['several are: since the first fell silent', [{ hoursAgo: 70 }, { hoursAgo: 30 }], 70],
  ['a feed that never posted is not missed', [{ hoursAgo: 1 }, { hoursAgo: null }], null],
  ['a closed feed is not missed', [{ hoursAgo: 1 }, { hoursAgo: 900, closed: true }], null],
])('%s', async (_what, feeds, silent, at = wednesday) => {
  now = at
  for (const { hoursAgo: hours, closed } of feeds) await feed(hours, { closed: closed ?? false })
  await record(await feed(1), 120)
  expect(await read()).toEqual({ received: 2, silent, isMatchingLate: false })
})

test.each([
  ['just came', 2, false],
  ['waits for longer than a worker takes', 15, true],
])('a record to be matched that %s', async (_what, minutesAgo, isMatchingLate) => {
  const id = await feed(0)
  const event = await record(id, minutesAgo)
  expect((await read()).isMatchingLate).toBe(false)
  await connection.pool.query('insert into match_queue (event_id) values ($1)', [event])
  expect((await read()).isMatchingLate).toBe(isMatchingLate)
})

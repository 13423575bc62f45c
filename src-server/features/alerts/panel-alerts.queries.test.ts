import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBounds } from '#server/platform/list-search.queries.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { countPanelAlerts, panelAlertPage } from './panel-alerts.queries.ts'

let connection: Connection
let alerts: { id: number; name: string }[]
beforeAll(async () => {
  connection = await connectTestDatabase()
  const { id } = await connection.db
    .insertInto('user')
    .values({ username: 'orla.quennell' })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Spread over the list's order, with one text that all of them have and one that only the last ones have.
  const names = Array.from({ length: 40 }, (_, n) => `${String.fromCodePoint(97 + ((n * 7) % 26))}${n} meadow`)
  alerts = await connection.db
    .insertInto('alert')
    .values(
      [...names, 'z1 harbor', 'z2 harbor', 'z3 harbor', 'z4 harbor', "r.t ... x z, o'f"].map((name) => ({
        user_id: id,
        name,
        alert_type: 'PARCEL_ID' as const,
        criteria: '17-03',
        rule_version: 1,
      })),
    )
    .returning(['id', 'name'])
    .execute()
})
afterAll(() => connection.end())

const byName = (text: string) =>
  alerts
    .filter(({ name }) => name.includes(text))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ id }) => id)

const ways: [string, typeof listBounds][] = [
  ['from all of its hits', listBounds],
  ['from the head of the list', { ...listBounds, counted: 3, walked: 30 }],
  ['from all of its hits after the head had too few', { ...listBounds, counted: 3, walked: 5 }],
  ['by walking the list', { counted: 3, walked: 5, sorted: 3 }],
]

test.each(ways)('lists the alerts with a text in the order of names, %s', async (_way, given) => {
  for (const [text, offset] of [
    ['meadow', 0],
    ['meadow', 10],
    ['meadow', 35],
    ['harbor', 0],
    ['nowhere', 0],
    ['r.t', 0],
    ['...', 0],
    ['x z', 0],
    ["o'f", 0],
    ['%_%', 0],
  ] as const) {
    const filter = { asRole: 'COUNTY' as const, filterText: text }
    const page = await panelAlertPage(connection.db, filter, { today: '2026-06-01', limit: 10, offset }, given)
    expect([text, offset, page.ids]).toEqual([text, offset, byName(text).slice(offset, offset + 10)])
    // If the page came from the head of the list, a second query counts.
    const total = page.total ?? (await countPanelAlerts(connection.db, filter, '2026-06-01'))
    expect([text, total]).toEqual([text, byName(text).length])
  }
})

test('the inactive filter lists alerts that are off and alerts that pause in one order, to the end and past it', async () => {
  const changed = async (choose: (n: number) => boolean, values: { status: 'I' } | { paused_until: string }) => {
    const ids = alerts.filter((_alert, n) => choose(n)).map(({ id }) => id)
    await connection.db.updateTable('alert').set(values).where('id', 'in', ids).execute()
    return ids
  }
  const off = await changed((n) => n % 3 === 0, { status: 'I' })
  // Some are both off and paused; the last of these pauses is over.
  const paused = await changed((n) => n % 4 === 0, { paused_until: '2026-06-02' })
  await changed((n) => n % 4 === 2, { paused_until: '2026-06-01' })
  const wanted = byName('').filter((id) => off.includes(id) || paused.includes(id))
  expect(wanted).toHaveLength(23)
  for (const offset of [0, 10, 20, 30]) {
    const filter = { asRole: 'COUNTY' as const, statusType: 'I' as const }
    expect(await panelAlertPage(connection.db, filter, { today: '2026-06-01', limit: 10, offset })).toEqual({
      ids: wanted.slice(offset, offset + 10),
      total: 23,
    })
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Connection } from '#shared/node/db/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { bounds } from '../alerts/panel-alerts.queries.ts'
import { countRecipients, recipientPage } from './panel-recipients.queries.ts'

let database: TestDatabase
let connection: Connection
let emails: { id: number; address: string }[]
beforeAll(async () => {
  database = await createTestDatabase()
  connection = connect(database.appUrl)
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
afterAll(async () => {
  await connection.end()
  await database.drop()
})

const byAddress = (text: string) =>
  emails
    .filter(({ address }) => address.includes(text))
    .toSorted((one, other) => (one.address < other.address ? -1 : 1))
    .map(({ id }) => id)

test.each<[string, typeof bounds]>([
  ['from all of its hits', bounds],
  ['from the head of the list', { sortedWhole: 3, lookedThrough: 30 }],
  ['from all of its hits after the head had too few', { sortedWhole: 3, lookedThrough: 5 }],
])('a text is answered in the order of addresses, %s', async (_way, given) => {
  for (const [text, offset] of [
    ['meadow', 0],
    ['meadow', 20],
    ['meadow', 25],
    ['harbor', 0],
    ['nowhere', 0],
  ] as const) {
    const filter = { asRole: 'COUNTY' as const, filterText: text }
    const page = await recipientPage(connection.db, 'EMAIL', filter, { limit: 10, offset }, given)
    expect([text, offset, page.ids]).toEqual([text, offset, byAddress(text).slice(offset, offset + 10)])
    const total = page.total ?? (await countRecipients(connection.db, 'EMAIL', filter))
    expect([text, total]).toEqual([text, byAddress(text).length])
  }
})

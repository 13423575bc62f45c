import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import type { Entry } from '#tests/standins/provider.ts'
import { makePopulation } from '#scripts/made-up/population.ts'
import { alertIdFor, ownerIdFor } from '../bench/support/fill.ts'
import type { FaultEvent } from './faults.ts'
import { reconcile } from './reconcile.ts'
import { toAddress } from './recipients.ts'

const population = makePopulation({ seed: 3, targets: 50 })
const records = 3
let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

type World = { answered: Set<string>; ledger: Entry[]; breaches: string[]; kills: FaultEvent[] }
let world: World

/** Three records, each sent to one resident once: the correct state. */
beforeEach(async () => {
  await client.query(
    'truncate feed, event, event_match, notice, notice_attempt, outgoing_event, delivery, match_queue, quarantine cascade',
  )
  const feed = await client.query<{ id: number }>(`insert into feed (name) values ('Recorder') returning id`)
  world = { answered: new Set(), ledger: [], breaches: [], kills: [] }
  for (let index = 0; index < records; index++) {
    const { event, hits } = population.recordAt(index)
    const alert = hits[0] ?? 0
    const [id, to] = [index + 1, toAddress(ownerIdFor(alert))]
    await client.query(
      `insert into event (id, feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
       overriding system value values ($1, $2, $3, '', now(), false, current_date, '[]', '[]')`,
      [id, feed.rows[0]?.id, event.documentIdentifier],
    )
    await client.query(`insert into event_match (event_id, alert_id, revision, match) values ($1, $2, 1, '{}')`, [
      id,
      alertIdFor(alert),
    ])
    await client.query(
      `insert into notice (id, kind, template, event_id, revision, owner_key, channel, target, state)
       overriding system value values ($1, 'match', 'match', $1, 1, $2, $4, $3, 'accepted')`,
      [id, ownerIdFor(alert), to, to.startsWith('+') ? 'PHONE' : 'EMAIL'],
    )
    await client.query(
      `insert into outgoing_event (event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
       values ($1, 1, $2, '', '', 'EMAIL', $3, $4, '{}', $1)`,
      [id, alertIdFor(alert), ownerIdFor(alert), to],
    )
    world.answered.add(event.documentIdentifier)
    world.ledger.push({ id: `m${id}`, to, notice: id, attempt: 1, at: id, answered: true, message: {} })
  }
})

const broken = async () =>
  (
    await reconcile({
      client,
      population,
      records,
      answered: world.answered,
      provider: { ledger: world.ledger, breaches: world.breaches },
      kills: world.kills,
    })
  ).map(({ what }) => what)

test('reports no breach for correct data', async () => {
  expect(await broken()).toEqual([])
})

test.each<[string, string | ((world: World) => unknown)]>([
  ['records answered for and not stored', ({ answered }) => answered.add('D99')],
  ['records left in the queue', 'insert into match_queue (event_id) values (2)'],
  [
    'records in quarantine',
    `insert into quarantine (stage, event_id, body, problems) values ('matching', 2, '{}', '[]')`,
  ],
  ['matches missed', 'delete from event_match where event_id = 2'],
  [
    'matches that should not be',
    `insert into event_match (event_id, alert_id, revision, match) values (2, 4711, 1, '{}')`,
  ],
  ['notices missed', 'delete from notice where id = 2'],
  ['notices that should not be', `update notice set target = 'somebody@else.example' where id = 2`],
  ['notices without a line of history', 'delete from outgoing_event where notice_id = 2'],
  ['notices that did not end', `update notice set state = 'in_doubt' where id = 2`],
  ['notices that ended without being sent', `update notice set state = 'failed' where id = 2`],
  ['work left behind', 'insert into delivery (notice_id, lane) values (2, 1)'],
  ['notices that the provider never had', ({ ledger }) => ledger.pop()],
  ['notices sent twice and not marked so', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'again' })],
  ['messages after the first that do not say so', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'again' })],
  ['notices sent twice, and nothing explains it', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'again' })],
  [
    'texts sent twice, though the provider could be asked',
    ({ ledger }) => {
      const text = ledger.find(({ to }) => to.startsWith('+'))!
      ledger.push({ ...text, id: 'again' })
    },
  ],
  ['notices sent to somebody else', ({ ledger }) => (ledger[0]!.to = 'somebody@else.example')],
  ['messages of no notice', ({ ledger }) => ledger.push({ ...ledger[0]!, id: 'other', notice: 4711 })],
  ['breaches of the provider’s contract', ({ breaches }) => breaches.push('subject is missing')],
  [
    'kills that left more than 100 calls in doubt',
    ({ kills }) => kills.push({ victim: 'worker', kind: 'killed', at: new Date(), inDoubt: 101, acceptedSoFar: 1 }),
  ],
])('%s', async (what, wrong) => {
  if (typeof wrong === 'string') await client.query(wrong)
  else wrong(world)
  expect(await broken()).toContain(what)
})

test.each(['in_doubt', 'perhaps_taken'])(
  'accepts a duplicate that is marked, says so and follows a call that was %s',
  async (outcome) => {
    world.kills.push({ victim: 'worker', kind: 'killed', at: new Date(), inDoubt: 1, acceptedSoFar: 1 })
    const email = world.ledger.find(({ to }) => to.includes('@'))!
    world.ledger.push({ ...email, id: 'again', at: email.at + 1, message: { text: 'You may get this message twice.' } })
    await client.query('update notice set possibly_twice = true where id = $1', [email.notice])
    await client.query(
      `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome) values ($1, 1, now(), now(), $2)`,
      [email.notice, outcome],
    )
    expect(await broken()).toEqual([])
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePopulation } from '#scripts/made-up/population.ts'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { composeWorld } from '../world/world.ts'
import { startChanging } from './changing.ts'
import { startCrowd } from './crowd.ts'
import { startCutOff } from './cut-off.ts'
import { listEvents } from './events.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer({ listen: true })
  const { id } = await createFeed(server.deps.db, null, { name: 'Recorder' })
  ;({ key } = await createFeedKey(server.deps.db, null, id))
})
afterAll(() => server.stop())

const population = makePopulation({ seed: 7, targets: 20 })
const balancer = { next: () => server.address }
const stored = async () => {
  const { rows } = await server.deps.pool.query<{ id: string; revision: number }>(
    'select document_id as id, revision from event',
  )
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

test("of 50 callers with the same records, in opposite orders, one gets the answer 'new' for each record", async () => {
  const events = listEvents(population, { from: 0, count: 200 })
  const crowd = startCrowd(balancer, key, events)
  await crowd.done
  expect(crowd.failed).toEqual([])
  expect(crowd).toMatchObject({ accepted: 200, duplicates: 49 * 200, revised: 0 })
  const kept = await stored()
  expect([...crowd.answered].toSorted()).toEqual(events.map(({ documentIdentifier }) => documentIdentifier).toSorted())
  expect(new Set([...crowd.answered].map((id) => kept.get(id)))).toEqual(new Set([1]))
})

test('a call cut off in the middle of its body is never acknowledged; repeated in full, it is stored once', async () => {
  const events = listEvents(population, { from: 1_000, count: 200 })
  const cutOff = startCutOff(balancer, key, { events, seed: 3 })
  await cutOff.done
  expect(cutOff).toMatchObject({ cut: 20, acknowledged: [], failed: [] })
  const kept = await stored()
  expect(cutOff.answered.size).toBe(200)
  expect(new Set([...cutOff.answered].map((id) => kept.get(id)))).toEqual(new Set([1]))
})

const world = composeWorld({ seed: 7, alerts: 400 })
const changesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => world.changeAt(from + place))
const mayPost = async () => {}

test('a record that changes is revised once', async () => {
  const changes = changesFrom(2_000, 12)
  const changing = startChanging(balancer, key, { changes, mayPost })
  await changing.done
  expect(changing.failed).toEqual([])
  const ids = changes.map(({ first }) => first.event.documentIdentifier)
  expect([...changing.changed].toSorted()).toEqual(ids.toSorted())
  const kept = await stored()
  expect(new Set(ids.map((id) => kept.get(id)))).toEqual(new Set([2]))
})

test('a record stays as it is if its first call may still arrive', async () => {
  let calls = 0
  const unsteady = { next: () => (calls++ === 0 ? 'http://127.0.0.1:1' : server.address) }
  const changes = changesFrom(3_000, 1)
  const changing = startChanging(unsteady, key, { changes, mayPost })
  await changing.done
  expect(changing.failed).toHaveLength(1)
  expect([changing.answered.size, changing.changed.size]).toEqual([1, 0])
  const kept = await stored()
  expect(kept.get(changes[0]?.first.event.documentIdentifier ?? '')).toBe(1)
})

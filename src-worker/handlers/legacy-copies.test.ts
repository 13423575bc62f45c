import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { deleteLegacyCopies } from './legacy-copies.queries.ts'
import { upkeep } from './upkeep.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())

const run = async (ended: string) => {
  const [row] = await setup.rows<{ id: number }>(
    `insert into migration_run (state, ended_at) values ('done', now() - $1::interval) returning id`,
    [ended],
  )
  return row?.id ?? 0
}
const copy = (runId: number, of: string, place: number, body: object) =>
  setup.rows('insert into migration_copy (run_id, of, place, body) values ($1, $2, $3, $4)', [runId, of, place, body])
const kept = () => setup.rows('select run_id as run, of, place from migration_copy order by run_id, of, place')

test('keeps what a migration wiped for 90 days, and data of an account only as long as the account exists', async () => {
  const owner = await setup.user()
  const [old, fresh] = [await run('91 days'), await run('89 days')]
  for (const id of [old, fresh]) {
    await copy(id, 'alert', 1, { id: 1, user_id: owner })
    await copy(id, 'alert', 2, { id: 2, user_id: owner + 1000 })
    await copy(id, 'alert', 3, { id: 3, user_id: null })
    for (const place of [1, 2, 3]) await copy(id, 'event_match', place, { alert_id: place })
    await copy(id, 'email_address', 7, { id: 7, owner_id: owner + 1000 })
  }
  expect(await deleteLegacyCopies(setup.db)).toBe(7 + 3)
  const left = [
    { run: fresh, of: 'alert', place: 1 },
    { run: fresh, of: 'alert', place: 3 },
    { run: fresh, of: 'event_match', place: 1 },
    { run: fresh, of: 'event_match', place: 3 },
  ]
  expect(await kept()).toEqual(left)
  await upkeep(setup.deps)
  expect(await kept()).toEqual(left)
  expect(await setup.rows('select copy_deleted from migration_run order by id')).toEqual([
    { copy_deleted: true },
    { copy_deleted: false },
  ])
})

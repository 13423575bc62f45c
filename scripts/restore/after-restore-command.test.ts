import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { afterRestoreCommand } from './after-restore-command.ts'

let database: TestDatabase
let app: Connection
beforeAll(async () => {
  database = await createTestDatabase()
  app = connect(database.appUrl, { max: 2 })
  vi.stubEnv('DATABASE_URL', database.appUrl)
  vi.stubEnv('COUNTY_TIME_ZONE', 'America/Chicago')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await app.end()
  await database.drop()
})

async function run(...args: string[]): Promise<{ status: number; said: string }> {
  const said: string[] = []
  const status = await afterRestoreCommand(args, (text) => void said.push(text))
  return { status, said: said.join('\n') }
}

test.each([
  [[], 2, 'Missing or invalid --from, the time of the backup.'],
  [['--from', 'last night'], 2, 'Enter a date and time such as 2026-11-22T02:00.'],
  [['--since', '2026-11-22'], 2, "Unknown option '--since'"],
  [['--help'], 0, 'npm run after-restore -- --from TIME'],
])('%j exits with %i', async (args, status, said) => {
  const answer = await run(...args)
  expect(answer.status).toBe(status)
  expect(answer.said).toContain(said)
  expect((await app.pool.query('select 1 from database_restore')).rowCount).toBe(0)
})

test('pauses delivery, lists notices in doubt and records to request; a second run moves the time back', async () => {
  await app.pool.query(`insert into feed (name) values ('Recorder'), ('Second office')`)
  await app.pool.query(
    `insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels, received_at)
     select id, '2026-000123', '', now(), false, current_date, '[]', '[]', now() - interval '2 hours' from feed where name = 'Recorder'`,
  )
  await app.pool.query(
    `with made as (insert into notice (kind, template, owner_key, channel, target) values ('match', 'match', 1, 'PHONE', '+16125550101') returning id)
     insert into delivery (notice_id, priority) select id, 1 from made`,
  )
  await app.pool.query('update database_mark set position_at = now()')
  const hourAgo = new Date(Date.now() - 3_600_000)
  const first = await run('--from', hourAgo.toISOString())
  expect(first.status).toBe(0)
  expect(first.said).toContain('Delivery is paused until staff release it on the monitoring page.')
  expect(first.said).toMatch(/In doubt since .*: 0 emails, 1 texts, 0 held notices\./)
  expect(first.said).toMatch(/Recorder: the last record arrived .* \(2026-000123\)/)
  expect(first.said).toContain('Second office: no records arrived; ask for everything')

  const earlier = new Date(hourAgo.getTime() - 3_600_000)
  const second = await run('--from', earlier.toISOString())
  expect(second.said).toMatch(/^Delivery was already paused, since /)
  expect((await app.pool.query('select backup_at from database_restore')).rows).toEqual([{ backup_at: earlier }])
})

test('treats a time later than the newest row as the end of the backup, which holds data from its start', async () => {
  await app.pool.query('delete from database_restore')
  const known = new Date(Date.now() - 7_200_000)
  await app.pool.query('update database_mark set position_at = $1', [known])
  await run('--from', new Date(Date.now() - 3_600_000).toISOString())
  expect((await app.pool.query('select backup_at from database_restore')).rows).toEqual([{ backup_at: known }])
})

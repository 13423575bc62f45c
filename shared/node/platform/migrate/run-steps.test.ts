import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { openClient } from '#tests/helpers/with-client.ts'
import { buildIndex } from './build-index.ts'
import { takeMigrateLock } from './migrate-lock.ts'
import { readSteps } from './outside-transaction.ts'
import { reportWaits } from './report-waits.ts'
import { runSteps } from './run-steps.ts'

// cspell:ignore attidentity indexrelid indisvalid indrelid

let database: TestDatabase
let migrator: Client
let other: Client
let open: Client[]
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  open = []
  migrator = await connect()
  other = await connect()
  await other.query('create table paper (id int, page int); insert into paper values (1, 1), (2, 1)')
})
afterEach(async () => {
  await Promise.all(open.map((client) => client.end().catch(() => {})))
  const cleaner = await openClient(database.ownerUrl)
  await cleaner.query('drop table if exists paper, parted')
  await cleaner.end()
})

async function connect(): Promise<Client> {
  const client = await openClient(database.ownerUrl)
  open.push(client)
  return client
}

const run = (sql: string, client = migrator) => runSteps(client, readSteps('0001-x.sql', `-- no transaction\n${sql}`)!)
const indexes = async (table: string) =>
  (
    await other.query<{ name: string; valid: boolean }>(
      `select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name, valid }) => (valid ? name : `${name} (unfinished)`))
const pidOf = async (client: Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
const waits = (pid: number) =>
  expect
    .poll(async () => (await other.query(`select 1 from pg_locks where pid = $1 and not granted`, [pid])).rows.length, {
      timeout: 60_000,
      interval: 10,
    })
    .toBe(1)

const build = 'create index concurrently if not exists paper_page on paper (page);'

test('while an index waits for an older transaction, others write, and the terminal names whom it waits for', async () => {
  const report = await connect()
  await report.query(`set application_name = 'land-alerts backup'; begin isolation level repeatable read`)
  await report.query('select from paper')
  const pid = await pidOf(migrator)
  // Limits of other migrations: this one must not give up.
  await migrator.query(`set lock_timeout = '50ms'; set statement_timeout = '50ms'`)
  const lines: string[] = []
  const stop = reportWaits(database.ownerUrl, pid, (line) => lines.push(line), 20)
  const built = run(build)
  await waits(pid)
  await other.query(`set lock_timeout = '1s'; insert into paper values (3, 3); update paper set page = 4 where id = 3`)
  await expect.poll(() => lines, { timeout: 60_000, interval: 10 }).toHaveLength(1)
  expect(lines[0]).toMatch(
    /^Waiting for process \d+ \(land-alerts backup, role \w+, open for \d+ s\) to end a transaction\. Reads and writes go on meanwhile\.$/,
  )
  expect(await indexes('paper')).toEqual(['paper_page (unfinished)'])
  await report.query('commit')
  await built
  await stop()
  expect(await indexes('paper')).toEqual(['paper_page'])
  const { rows } = await migrator.query(`select current_setting('lock_timeout') as limit`)
  expect(rows).toEqual([{ limit: '50ms' }])
})

test('a build that is cut off leaves an unfinished index, and the next run removes and builds it', async () => {
  const report = await connect()
  await report.query('begin isolation level repeatable read; select from paper')
  const pid = await pidOf(migrator)
  const cutOff = run(build)
  const failed = expect(cutOff).rejects.toThrow(/^Index paper_page could not be built: .* The next run removes/)
  await waits(pid)
  await other.query('select pg_terminate_backend($1)', [pid])
  await failed
  await report.query('commit')
  expect(await indexes('paper')).toEqual(['paper_page (unfinished)'])
  await run(build, await connect())
  expect(await indexes('paper')).toEqual(['paper_page'])
})

test('a unique index whose rows repeat says which, and leaves nothing', async () => {
  await expect(run('create unique index concurrently if not exists paper_page on paper (page)')).rejects.toThrow(
    'Unique index paper_page could not be built, because rows repeat: Key (page)=(1) is duplicated. Correct these rows. What was built of it has been removed. Then run npm run migrate again.',
  )
  expect(await indexes('paper')).toEqual([])
})

test('each statement can be repeated', async () => {
  await other.query('alter table paper add constraint positive check (page > 0) not valid')
  const sql = `${build} drop index concurrently if exists former; alter table paper validate constraint positive`
  await run(sql)
  await run(sql)
  expect(await indexes('paper')).toEqual(['paper_page'])
})

test('a partitioned table gets an index partition by partition, and those made meanwhile get theirs', async () => {
  await other.query(`create table parted (id int) partition by list (id);
    create table parted_1 partition of parted for values in (1); create table parted_other partition of parted default`)
  const report = await connect()
  await report.query('begin isolation level repeatable read; select from paper')
  const pid = await pidOf(migrator)
  const sql = 'create index concurrently if not exists parted_id on parted (id)'
  const built = run(sql)
  await waits(pid)
  await other.query('insert into parted values (1), (2); create table parted_3 partition of parted for values in (3)')
  await report.query('commit')
  await built
  await run(sql)
  expect(await indexes('parted')).toEqual(['parted_id'])
  expect(await indexes('parted_1')).toEqual(['parted_id_1'])
  expect(await indexes('parted_other')).toEqual(['parted_id_other'])
  expect(await indexes('parted_3')).toEqual(['parted_3_id_idx'])
})

test('a migration that waits for another holds no snapshot that an index of the other would wait for', async () => {
  await takeMigrateLock(migrator)
  const second = await connect()
  const taken = takeMigrateLock(second)
  await wait(50)
  await buildIndex(migrator, 'paper_page', build)
  await migrator.end()
  await taken
  expect(await indexes('paper')).toEqual(['paper_page'])
})

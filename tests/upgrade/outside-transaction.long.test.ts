// cspell:ignore indexrelid indisvalid virtualxid
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readMigrations } from '#shared/node/platform/migrate/read-migrations.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { openClient } from '#tests/helpers/with-client.ts'
import { copyProduct } from '../../chaos/mutants/copy-product.ts'
import { backUpTo } from '../backup/made-backup.ts'

const next = readMigrations().length + 1
/** The program with one more migration. */
const newer = copyProduct({
  sql: '-- no transaction\ncreate index concurrently if not exists feed_by_age on feed (created_at)',
})
afterAll(() => newer.remove())

let database: TestDatabase
let client: Client
let report: Client
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  client = await openClient(database.ownerUrl)
  report = await openClient(database.ownerUrl)
})
afterEach(async () => {
  await report.end()
  await client.end()
})

/** Runs the newer program's `npm run migrate` in a process of its own. */
function runMigrate(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/migrate.ts', ...args], {
    cwd: newer.root,
    env: { ...process.env, DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  return { child, over: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) }
}

/** What the backends of migrations wait for: 'virtualxid' is an older transaction. */
const waiting = async () =>
  (
    await client.query<{ event: string | null }>(`select wait_event as event from pg_stat_activity
      where datname = current_database() and application_name = 'land-alerts migrate'`)
  ).rows.map(({ event }) => event)
const waitsFor = (...events: string[]) =>
  vi.waitFor(async () => expect(await waiting()).toEqual(events), { timeout: 60_000, interval: 20 })

const state = async () =>
  (
    await client.query(
      `select (select indisvalid from pg_index where indexrelid = to_regclass('feed_by_age')) as valid,
        exists (select from schema_migration where version = $1) as recorded`,
      [next],
    )
  ).rows[0]

test('a rehearsal says that reads and writes go on', async () => {
  const file = path.join(newer.root, 'county.backup')
  await backUpTo(file, database.ownerUrl)
  const { code, output } = await runMigrate('--rehearse', file, '--on-server').over
  expect({ code, output }).toMatchObject({ code: 0 })
  const number = String(next).padStart(4, '0')
  expect(
    output
      .replaceAll(/[\d.]+ m?s\b/g, 'TIME')
      .trimEnd()
      .split('\n')
      .slice(-3),
  ).toEqual([
    expect.stringMatching(
      new RegExp(`^Migrated a copy of ${file} \\([\\d,]+ rows\\) from schema ${next - 1} to ${next}:$`),
    ),
    `  ${number}-mutant: TIME, outside a transaction: reads and writes go on`,
    'Removed the copy. The rehearsal took TIME.',
  ])
  expect(await state()).toEqual({ valid: null, recorded: false })
})

test('a run that is killed while it builds an index keeps no one from writing, and the next run builds it', async () => {
  await report.query('begin isolation level repeatable read; select from feed')
  const killed = runMigrate()
  await waitsFor('virtualxid')
  killed.child.kill('SIGKILL')
  await killed.over
  // The transaction that it waited for has not ended, but its own statement and its lock have.
  await waitsFor()
  expect(await state()).toEqual({ valid: false, recorded: false })
  await client.query(`insert into feed (name) values ('Meanwhile')`)

  const second = runMigrate()
  await waitsFor('virtualxid')
  await report.query('commit')
  expect(await second.over).toEqual({ code: 0, output: 'Applied: mutant.\n' })
  expect(await state()).toEqual({ valid: true, recorded: true })
  expect(await runMigrate().over).toEqual({ code: 0, output: 'The schema is up to date.\n' })
})

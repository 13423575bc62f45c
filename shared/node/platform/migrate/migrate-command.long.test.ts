// cspell:ignore relispartition
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { readMigrations } from './read-migrations.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const names = readMigrations().map(({ name }) => name)
/** Migration 4 creates a table that another transaction is creating, and has to wait until that one ends. */
const before = names.slice(0, 3)

let database: TestDatabase
let client: Client
let blocker: Client
const children: ChildProcess[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  client = await open()
  blocker = await open()
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await client.end()
  await blocker.end().catch(() => {})
  await database.drop()
})

async function open(): Promise<Client> {
  const made = new Client({ connectionString: database.ownerUrl })
  made.on('error', () => {})
  await made.connect()
  return made
}

/** Runs `npm run migrate` in a process of its own. */
function runMigrate() {
  const child = spawn(process.execPath, ['scripts/migrate.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  return { child, over: once(child, 'close').then(([code]) => ({ code: code as number | null, output })) }
}

/**
 * Backends of migrations, by what they wait for: 'transactionid' another transaction, 'ClientRead' the other migration.
 */
async function waiting(): Promise<string[]> {
  const { rows } = await client.query<{ event: string | null }>(
    `select wait_event as event from pg_stat_activity
     where datname = current_database() and application_name = 'land-alerts migrate' order by 1`,
  )
  return rows.map(({ event }) => event ?? '')
}
const waitsFor = (...events: string[]) =>
  vi.waitFor(async () => expect(await waiting()).toEqual(events), { timeout: 60_000, interval: 20 })

/** An empty database in which migration 4 cannot continue. */
async function emptyAndBlocked(): Promise<void> {
  await client.query('drop schema public cascade; drop schema pgboss cascade; create schema public')
  await blocker.query('begin; create table alert ()')
}

const applied = async () =>
  (await client.query<{ name: string }>('select name from schema_migration order by version')).rows.map(
    ({ name }) => name,
  )
/** Without partitions: the names of some contain the day of their creation. */
const columns = async () =>
  (
    await client.query(
      `select table_schema, table_name, column_name, data_type from information_schema.columns
       join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass
       where table_schema in ('public', 'pgboss') and not relispartition order by 1, 2, 3`,
    )
  ).rows

test('keeps complete migrations and blocks no one when it is killed; of two that follow together, one waits', async () => {
  const whole = await columns()
  await emptyAndBlocked()
  const killed = runMigrate()
  await waitsFor('transactionid')
  killed.child.kill('SIGKILL')
  await killed.over
  // The transaction that blocked it has not ended, but its own transaction and its lock have.
  await waitsFor()
  expect(await applied()).toEqual(before)

  const both = [runMigrate(), runMigrate()]
  await waitsFor('ClientRead', 'transactionid')
  await blocker.query('rollback')
  const ends = await Promise.all(both.map(({ over }) => over))
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
  expect(ends.map(({ output }) => output.trim()).toSorted()).toEqual([
    `Applied: ${names.slice(3).join(', ')}.`,
    'The schema is up to date.',
  ])
  expect(await applied()).toEqual(names)
  expect(await columns()).toEqual(whole)
})

test('names the migration that failed when its connection is lost, and can be run again', async () => {
  await emptyAndBlocked()
  const first = runMigrate()
  await waitsFor('transactionid')
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'land-alerts migrate'`)
  const { code, output } = await first.over
  expect(code).toBe(1)
  expect(output).toContain(`Migration 4 (${names[3]}) failed and was rolled back.`)
  expect(output).not.toContain('Unhandled')
  expect(await applied()).toEqual(before)
  await blocker.query('rollback')
  expect(await runMigrate().over).toMatchObject({ code: 0 })
})

test('never lets the application change the audit log while it grants rights, killed or not', async () => {
  const mayChange = async () =>
    (await client.query(`select has_table_privilege('app', 'audit_log', 'update') as may`)).rows
  // It stops at the second schema, after granting rights on the tables of the first.
  await blocker.query('begin; grant usage on schema pgboss to app')
  const run = runMigrate()
  await waitsFor('transactionid')
  expect(await mayChange()).toEqual([{ may: false }])
  run.child.kill('SIGKILL')
  await run.over
  await waitsFor()
  expect(await mayChange()).toEqual([{ may: false }])
  await blocker.query('rollback')
})

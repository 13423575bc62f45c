import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startMigration, defaultOptions } from '#server/features/legacy/migrate-legacy.ts'
import { stopBackgroundWork } from '#server/platform/background-work.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import { createLegacyDatabase, fillLegacy, type LegacyDatabase } from '../helpers/legacy.ts'
import { connectSeparately, type MigrationSetup, setUpMigration, snapshot } from './setup.ts'

const input = (setup: MigrationSetup, legacy: LegacyDatabase = setup.legacy) => ({
  ...legacy.fields,
  countyCode: '17',
  countyName: 'Alder County',
})
const shortLimits = { ...defaultOptions, times: { connectMs: 2_000, statementMs: 2_000 } }
const connectionLost = 'The legacy database stopped responding or took too long. Nothing was changed.'

let setup: MigrationSetup
let before: Record<string, object[]>
beforeAll(async () => {
  setup = await setUpMigration()
  await fillLegacy(setup.legacy, { emails: 200, alerts: 1500 })
  const { rows } = setup
  await rows(`insert into email_address (owner_id, address, verified_at) values (null, 'stays@example.org', now())`)
  await rows(
    `insert into alert (name, alert_type, business_name, criteria, rule_version) values ('Stays', 'BUSINESS', 'Stays', 'Stays', 1)`,
  )
  await rows(
    `insert into alert_email (alert_id, email_id, position) select a.id, e.id, 0 from alert a, email_address e`,
  )
})
afterAll(() => setup.stop())
beforeEach(async () => {
  before = await snapshot(setup)
  await setup.rows('delete from throttle')
})

async function expectNothingChanged() {
  expect(await snapshot(setup)).toEqual(before)
  expect(await setup.rows('select 1 from migration_copy union all select 1 from migration_alert')).toEqual([])
  // The lock is released shortly after the run is reported as ended; then the next run may start.
  await expect
    .poll(() =>
      setup.rows(`select 1 from pg_locks l join pg_database d on d.oid = l.database
      where locktype = 'advisory' and d.datname = current_database() and objid = ${locks.legacyMigration}`),
    )
    .toEqual([])
}

/** A legacy database whose LNS1_ALERT misbehaves. */
async function withLegacy(schema: string, work: (legacy: LegacyDatabase) => Promise<void>): Promise<void> {
  const legacy = await createLegacyDatabase(schema)
  await work(legacy).finally(legacy.drop)
}

const createEmailTable = `create table LNS1_EMAIL (email_id integer, county_code text, email_address text, verified boolean);
  insert into lns1_email values (1, '17', 'wren@legacy.example', true);`
const alertView = (columns: string, from = '') =>
  `${createEmailTable} create view LNS1_ALERT as select ${columns} ${from};`

describe('a source that', () => {
  test('stalls at a lock ends the run within its time limit', async () => {
    const locker = await connectSeparately(
      new URL(`/${setup.legacy.fields.databaseName}`, setup.server.database.ownerUrl).href,
    )
    try {
      await locker.query('begin; lock table lns1_alert in access exclusive mode')
      await startMigration(setup.server.deps, setup.actor, input(setup), shortLimits)
      expect(await setup.ended()).toMatchObject({ state: 'failed', message: connectionLost })
    } finally {
      await locker.end()
    }
    await expectNothingChanged()
  })

  test('sleeps in a view ends the run within its time limit', async () => {
    const sleeping = alertView(
      `1 as alert_id, '17' as county_code, 'BUSINESS' as alert_type, '' as first_name, '' as last_name,
       'Slow' || pg_sleep(60) as business_name, '' as parcel_id, 1 as email_id, 'A' as status`,
    )
    await withLegacy(sleeping, async (legacy) => {
      await startMigration(setup.server.deps, setup.actor, input(setup, legacy), shortLimits)
      expect(await setup.ended()).toMatchObject({ state: 'failed', message: connectionLost })
    })
    await expectNothingChanged()
  })

  test('fails in the middle of a row ends the run', async () => {
    const dividing = alertView(
      `n as alert_id, '17' as county_code, 'BUSINESS' as alert_type, '' as first_name, '' as last_name,
       'Mill ' || (1 / (1500 - n)) as business_name, '' as parcel_id, 1 as email_id, 'A' as status`,
      'from generate_series(1, 3000) n',
    )
    await withLegacy(dividing, async (legacy) => {
      await startMigration(setup.server.deps, setup.actor, input(setup, legacy))
      expect(await setup.ended()).toMatchObject({ state: 'failed', message: connectionLost })
    })
    await expectNothingChanged()
  })

  test('holds too many rows ends the run', async () => {
    await startMigration(setup.server.deps, setup.actor, input(setup), { ...defaultOptions, maxRows: 1000 })
    expect(await setup.ended()).toMatchObject({
      state: 'failed',
      message: 'The legacy database holds more than 1,000 rows of one kind.',
    })
    await expectNothingChanged()
  })

  test('takes too long in total ends the run', async () => {
    await startMigration(setup.server.deps, setup.actor, input(setup), { ...defaultOptions, readingMs: 1 })
    expect(await setup.ended()).toMatchObject({ state: 'failed', message: connectionLost })
    await expectNothingChanged()
  })

  test('has other types, upper-case names and no order is still read', async () => {
    const typed = `
      create table "LNS1_EMAIL" ("EMAIL_ID" bigint, "COUNTY_CODE" integer, "EMAIL_ADDRESS" varchar(100), "VERIFIED" char(1));
      create table "LNS1_ALERT" ("STATUS" char(3), "ALERT_ID" text, "COUNTY_CODE" integer, "ALERT_TYPE" varchar(20),
        "FIRST_NAME" bytea, "LAST_NAME" json, "BUSINESS_NAME" char(80), "PARCEL_ID" bigint, "EMAIL_ID" numeric);
      insert into "LNS1_EMAIL" values (1, 17, 'wren@legacy.example', 'Y');
      insert into "LNS1_ALERT" values ('A', 'a-1', 17, 'BUSINESS', '\\x00ff', '{"x":1}', 'Quillmere Mill', 5, 1),
        ('A', 'a-2', 17, 'NAME', '\\x00ff', '{"x":1}', null, 5, 1), ('A', 'a-3', 17, 'PARCEL_ID', null, null, null, 170312345, 1);`
    const other = await setUpMigration(typed)
    try {
      await startMigration(other.server.deps, other.actor, input(other))
      // '\x00ff {"x":1}' is a name like any other that a user typed in, and does no harm.
      expect(await other.ended()).toMatchObject({ state: 'done', counts: { alertsTaken: 3, emailsTaken: 1 } })
      expect(await other.rows(`select criteria, status from alert where alert_type = 'PARCEL_ID'`)).toEqual([
        { criteria: '170312345', status: 'A' },
      ])
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['lacks a column', `${createEmailTable} create table LNS1_ALERT (alert_id integer, county_code text);`],
    ['lacks a table', createEmailTable],
  ])('does not open %s', async (_what, schema) => {
    await withLegacy(schema, async (legacy) => {
      await expect(startMigration(setup.server.deps, setup.actor, input(setup, legacy))).rejects.toThrow(
        'We could not open the legacy database.',
      )
    })
    await expectNothingChanged()
  })

  test.each<[string, (server: Server) => void]>([
    ['never answers', () => {}],
    [
      'answers with noise',
      (server) => server.on('connection', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ],
    ['hangs up', (server) => server.on('connection', (socket) => socket.destroy())],
  ])('does not open %s', async (_what, behave) => {
    const server = createServer((socket) => socket.on('error', () => {}))
    behave(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const databaseAddress = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const deps = { ...setup.server.deps, env: { ...setup.server.deps.env, LEGACY_DATABASE_HOSTS: [databaseAddress] } }
    try {
      await expect(
        startMigration(deps, setup.actor, { ...input(setup), databaseAddress }, shortLimits),
      ).rejects.toThrow('We could not open the legacy database.')
    } finally {
      server.close()
    }
    await expectNothingChanged()
  })
})

describe('in the middle', () => {
  /** Makes the run wait for a table lock after copying and wiping. */
  async function holdAtImport() {
    const locker = await connectSeparately(setup.server.database.ownerUrl)
    await locker.query('begin; lock table migration_skipped in share row exclusive mode')
    return locker
  }
  const findRunPid = () =>
    setup.until('the run waits', async () => {
      const found = await setup.rows<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%migration_skipped%'`,
      )
      return found[0]?.pid
    })

  test('the legacy server goes away', async () => {
    const deps = setup.server.deps
    const owner = await connectSeparately(
      new URL(`/${setup.legacy.fields.databaseName}`, setup.server.database.ownerUrl).href,
    )
    const locker = await connectSeparately(setup.server.database.ownerUrl)
    try {
      // Staging waits, with the source open and half read.
      await locker.query('begin; lock table migration_alert in share row exclusive mode')
      await startMigration(deps, setup.actor, input(setup))
      await setup.until('the run waits', async () => {
        const found = await setup.rows(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%migration_alert%'`,
        )
        return found[0]
      })
      await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = $1`, [
        setup.legacy.fields.username,
      ])
      await locker.query('rollback')
      expect(await setup.ended()).toMatchObject({ state: 'failed', message: connectionLost })
    } finally {
      await locker.end()
      await owner.end()
    }
    await expectNothingChanged()
  })

  test('allows one run at a time across all servers', async () => {
    const locker = await holdAtImport()
    try {
      // A row that is skipped, so that the run comes to that table within its transaction.
      await setup.legacy.query(
        `insert into lns1_alert values (77001, '17', 'BUSINESS', null, null, 'Dangling', null, 777777, 'A')`,
      )
      await startMigration(setup.server.deps, setup.actor, input(setup))
      await findRunPid()
      expect((await setup.runs()).runs[0]).toMatchObject({ state: 'running', phase: 'importing' })
      await expect(startMigration(setup.server.deps, setup.actor, input(setup))).rejects.toThrow(
        'A migration is already running.',
      )
      // A stop of the server ends it.
      const stopped = stopBackgroundWork(setup.server.deps)
      await locker.query('rollback')
      await stopped
      expect(await setup.ended()).toMatchObject({
        state: 'failed',
        message: 'The server was stopped. Nothing was changed.',
      })
    } finally {
      await locker.end()
    }
    await expectNothingChanged()
  })

  test('the connection to our database breaks', async () => {
    const locker = await holdAtImport()
    try {
      await startMigration(setup.server.deps, setup.actor, input(setup))
      const pid = await findRunPid()
      await locker.query('select pg_terminate_backend($1)', [pid])
      // Reported by the run itself, or by a reader that found its lock gone.
      const message = expect.stringMatching(
        /^(Migration failed|The server stopped while this was running)\. Nothing was changed\.$/,
      )
      expect(await setup.ended()).toMatchObject({ state: 'failed', message })
    } finally {
      await locker.end()
    }
    await expectNothingChanged()
  })

  test('the server is killed: the run shows as failed, and nothing has changed', { timeout: 300_000 }, async () => {
    const locker = await holdAtImport()
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'killed-server.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: setup.server.database.appUrl,
        LEGACY: JSON.stringify(input(setup)),
        ACTOR: JSON.stringify(setup.actor),
      },
      stdio: 'ignore',
    })
    try {
      await findRunPid()
      child.kill('SIGKILL')
      await once(child, 'exit')
    } finally {
      await locker.end()
    }
    const message = 'The server stopped while this was running. Nothing was changed.'
    const run = await setup.until('the run is called failed', async () => {
      const [latest] = (await setup.runs()).runs
      return latest?.state === 'failed' ? latest : undefined
    })
    expect(run).toMatchObject({ state: 'failed', message })
    expect(await snapshot(setup)).toEqual(before)
    expect((await setup.runs()).restorable).toBeNull()
  })
})

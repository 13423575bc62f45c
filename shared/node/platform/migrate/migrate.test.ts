import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { writeAudit } from '../audit/audit.queries.ts'
import { connect, type Connection } from '../database/client.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'
import { schemaProblem } from './schema-problem.ts'

let database: TestDatabase
let app: Connection
let owner: Connection['pool']
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  app = connect(database.appUrl)
  owner = connect(database.ownerUrl).pool
  folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
})
afterAll(async () => {
  await app.end()
  await owner.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const put = (...files: [string, string][]) => {
  rmSync(folder, { recursive: true })
  folder = mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  for (const [name, sql] of files) writeFileSync(path.join(folder, name), sql)
  return folder
}

describe('migrations', () => {
  test('are numbered from 1 without gaps', () => {
    expect(readMigrations().map((migration) => migration.version)).toEqual(
      readMigrations().map((_, index) => index + 1),
    )
    expect(() => readMigrations(put(['0001-a.sql', ''], ['0003-b.sql', '']))).toThrow('0003-b.sql should be number 2')
    expect(() => readMigrations(put(['0001-a.sql', ''], ['0001-b.sql', '']))).toThrow('0001-b.sql should be number 2')
  })

  test('change nothing when they are applied again, or by two processes together', async () => {
    const again = () => migrate({ ownerUrl: database.ownerUrl, appRole: 'app' })
    expect(await Promise.all([again(), again()])).toEqual([[], []])
  })

  test("leave an administrator's objects in schema public alone, on which the owner may not grant rights", async () => {
    const empty = await createEmptyDatabase()
    const role = `county_${process.pid}`
    const name = new URL(empty.ownerUrl).pathname.slice(1)
    const ownerUrl = Object.assign(new URL(empty.ownerUrl), { username: role, password: role }).href
    const admin = connect(empty.ownerUrl)
    const ofAdmin = `create table public.of_admin (id serial); create function public.of_admin() returns int return 1;`
    try {
      await admin.pool.query(`create role ${role} login password '${role}'`)
      await admin.pool.query(`alter database "${name}" owner to ${role}; alter schema public owner to ${role}`)
      await admin.pool.query(`${ofAdmin} revoke all on function public.of_admin() from public`)
      expect(await migrate({ ownerUrl, appRole: 'app' })).not.toEqual([])
      const { rows } = await admin.pool.query(
        `select has_table_privilege('app', 'notice', 'insert') as ours, has_table_privilege('app', 'of_admin', 'select') as admins`,
      )
      expect(rows).toEqual([{ ours: true, admins: false }])
    } finally {
      await admin.end()
      await empty.drop()
      await owner.query(`drop role if exists ${role}`)
    }
  })

  test('name the setting for the role that may change the schema if theirs may not', async () => {
    await expect(migrate({ ownerUrl: database.appUrl })).rejects.toThrow(
      /^This role may not change the schema\. Set MIGRATE_DATABASE_URL/,
    )
  })

  test('report in one line that the database refuses the login', async () => {
    const gone = new URL(database.ownerUrl)
    gone.pathname = '/no_such_database'
    await expect(migrate({ ownerUrl: gone.href })).rejects.toThrow(
      'Cannot reach the database (database "no_such_database" does not exist).',
    )
    // The driver tries two addresses for this name, and the error for both has no message.
    gone.host = 'localhost:1'
    await expect(migrate({ ownerUrl: gone.href })).rejects.toThrow(/^Cannot reach the database \(.*ECONNREFUSED/)
    await expect(migrate({ ownerUrl: gone.href, variable: 'DATABASE_URL' })).rejects.toThrow(
      /^Cannot reach the database in DATABASE_URL/,
    )
  })

  test('keep nothing of one that fails, name it, and let the application use the earlier ones', async () => {
    const number = (extra: number) => String(files().length + extra).padStart(4, '0')
    const broken = put(
      ...files(),
      [`${number(1)}-view.sql`, 'create view whole as select id from notice'],
      [`${number(2)}-broken.sql`, 'create table half (id int); select nonsense;'],
    )
    await expect(migrate({ ownerUrl: database.ownerUrl, appRole: 'app', folder: broken })).rejects.toThrow(
      '(broken) failed and was rolled back. column "nonsense" does not exist',
    )
    const { rows } = await owner.query(
      `select to_regclass('half') as there, has_table_privilege('app', 'whole', 'select') as may,
        has_table_privilege('app', 'audit_log', 'update') as may_change`,
    )
    expect(rows).toEqual([{ there: null, may: true, may_change: false }])
    await owner.query('drop view whole')
    await owner.query('delete from schema_migration where version > $1', [files().length])
  })
})

const files = () =>
  readMigrations().map(({ version, name, sql }): [string, string] => [
    `${String(version).padStart(4, '0')}-${name}.sql`,
    sql,
  ])

test('let others pass while one waits for a lock, and get it in the end', async () => {
  const version = files().length + 1
  const next: [string, string] = [
    `${String(version).padStart(4, '0')}-next.sql`,
    'alter table suppression add column next integer',
  ]
  const report = await owner.connect()
  try {
    await report.query('begin; select 1 from suppression')
    const run = migrate({ ownerUrl: database.ownerUrl, folder: put(...files(), next), lockMs: 100 })
    await vi.waitFor(
      async () => {
        const { rows } = await owner.query(
          `select 1 from pg_locks where locktype = 'relation' and relation = 'suppression'::regclass and not granted`,
        )
        expect(rows).toHaveLength(1)
      },
      { timeout: 60_000 },
    )
    // Without an end, the server's reads would wait as long as the report takes.
    await app.pool.query('select 1 from suppression')
    await report.query('commit')
    expect(await run).toEqual(['next'])
  } finally {
    await report.query('rollback')
    report.release()
    await owner.query('alter table suppression drop column if exists next')
    await owner.query('delete from schema_migration where version >= $1', [version])
  }
})

describe('a migration outside a transaction', () => {
  const version = () => files().length + 1
  const number = () => String(version()).padStart(4, '0')
  const run = (sql: string) =>
    migrate({
      ownerUrl: database.ownerUrl,
      appRole: 'app',
      folder: put(...files(), [`${number()}-next.sql`, `-- no transaction\n${sql}`]),
    })
  const recorded = async () =>
    (await owner.query('select name from schema_migration where version = $1', [version()])).rows.length
  afterEach(async () => {
    await owner.query('drop index if exists feed_next, feed_zeros_next')
    await owner.query('delete from schema_migration where version >= $1', [version()])
    await owner.query(`delete from feed where name like 'Twin%'`)
  })

  test('is applied by one of two runs that start together', async () => {
    const sql = 'create index concurrently if not exists feed_next on feed (created_at)'
    expect((await Promise.all([run(sql), run(sql)])).toSorted()).toEqual([[], ['next']])
    expect(await recorded()).toBe(1)
  })

  test('is recorded only when all of its indexes are complete', async () => {
    await owner.query(`insert into feed (name, loses_leading_zeros) values ('Twin 1', true), ('Twin 2', true)`)
    await expect(
      run(`create index concurrently if not exists feed_next on feed (created_at);
        create unique index concurrently if not exists feed_zeros_next on feed (loses_leading_zeros) where loses_leading_zeros`),
    ).rejects.toThrow(
      `Migration ${version()} (next) stopped. Unique index feed_zeros_next could not be built, because rows repeat: Key (loses_leading_zeros)=(t) is duplicated.`,
    )
    expect(await recorded()).toBe(0)
    const { rows } = await owner.query(
      `select to_regclass('feed_next') is not null as first, to_regclass('feed_zeros_next') as second`,
    )
    expect(rows).toEqual([{ first: true, second: null }])
    await owner.query(`delete from feed where name = 'Twin 2'`)
    expect(
      await run(`create index concurrently if not exists feed_next on feed (created_at);
        create unique index concurrently if not exists feed_zeros_next on feed (loses_leading_zeros) where loses_leading_zeros`),
    ).toEqual(['next'])
  })

  test('is refused before anything is applied if a statement cannot be repeated', async () => {
    await expect(run(`update feed set name = ''`)).rejects.toThrow(`Migration ${number()}-next.sql runs outside`)
  })
})

test('wait for the lock of the rights like a migration', async () => {
  const other = await owner.connect()
  try {
    await other.query('begin; grant select on feed to app')
    const run = migrate({ ownerUrl: database.ownerUrl, appRole: 'app', lockMs: 100 })
    run.catch(() => {}) // Awaited below.
    const waits = async () =>
      (
        await owner.query(`select 1 from pg_stat_activity where application_name = 'land-alerts migrate'
        and datname = current_database() and wait_event_type = 'Lock'`)
      ).rows.length
    await expect.poll(waits, { timeout: 60_000, interval: 10 }).toBe(1)
    // Its first attempt has ended.
    await expect.poll(async () => (await waits()) === 0, { timeout: 60_000, interval: 10 }).toBe(true)
    await other.query('commit')
    expect(await run).toEqual([])
  } finally {
    await other.query('rollback')
    other.release()
  }
})

describe('an applied migration', () => {
  const run = (...changed: [string, string][]) => migrate({ ownerUrl: database.ownerUrl, folder: put(...changed) })
  const checksums = async () =>
    (await owner.query<{ checksum: string | null }>('select checksum from schema_migration order by version')).rows

  test('keeps its checksum, and gets one at the next run if it was applied before checksums existed', async () => {
    const wanted = readMigrations().map(({ checksum }) => ({ checksum }))
    expect(await checksums()).toEqual(wanted)
    await owner.query('alter table schema_migration drop column checksum')
    await run(...files())
    expect(await checksums()).toEqual(wanted)
  })

  test('is refused by its name if it was edited, before any other is applied', async () => {
    const [first, second, ...others] = files()
    const next: [string, string] = [
      `${String(files().length + 1).padStart(4, '0')}-next.sql`,
      'create table next (id int)',
    ]
    await expect(run(first!, [second![0], `${second![1]}\n-- and more`], ...others, next)).rejects.toThrow(
      `Nothing was migrated: ${second![0]} changed`,
    )
    const { rows } = await owner.query(`select to_regclass('next') as there`)
    expect(rows).toEqual([{ there: null }])
  })

  test('may be checked out with other line endings', async () => {
    expect(await run(...files().map(([name, sql]): [string, string] => [name, sql.replaceAll('\n', '\r\n')]))).toEqual(
      [],
    )
  })
})

describe('a program and its schema', () => {
  const newer = (breaking: boolean) =>
    owner.query(`insert into schema_migration (version, name, breaking) values (9999, 'later', $1)`, [breaking])

  test('fit when they are of the same version', async () => {
    expect(await schemaProblem(app.pool)).toBeNull()
  })

  test('do not fit if the schema is older', async () => {
    const files = [
      ...readMigrations().map((m): [string, string] => [`${String(m.version).padStart(4, '0')}-x.sql`, '']),
      [`${String(readMigrations().length + 1).padStart(4, '0')}-y.sql`, ''] as [string, string],
    ]
    expect(await schemaProblem(app.pool, put(...files))).toContain('Run: npm run migrate')
  })

  test('also fit while files of a newer program replace those of the running one', async () => {
    const now = readMigrations().map((m): [string, string] => [`${String(m.version).padStart(4, '0')}-x.sql`, ''])
    const folder = put(...now)
    expect(await schemaProblem(app.pool, folder)).toBeNull()
    writeFileSync(path.join(folder, `${String(now.length + 1).padStart(4, '0')}-y.sql`), '')
    expect(await schemaProblem(app.pool, folder)).toBeNull()
  })

  test('fit if the schema is newer, unless it is marked breaking', async () => {
    await newer(false)
    expect(await schemaProblem(app.pool)).toBeNull()
    await owner.query('delete from schema_migration where version = 9999')
    await newer(true)
    expect(await schemaProblem(app.pool)).toContain('newer than this program')
    await owner.query('delete from schema_migration where version = 9999')
  })
})

describe("the application's role", () => {
  test('adds to the audit log and cannot change or empty it', async () => {
    await writeAudit(app.db, { type: 'LOGIN', description: 'Logged in.' })
    for (const statement of [
      'update audit_log set at = now()',
      'delete from audit_log',
      'truncate audit_log',
      'delete from audit_chain',
    ])
      await expect(app.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    const { rows } = await app.pool.query('select description from audit_log join audit_personal on audit_id = id')
    expect(rows).toEqual([{ description: 'Logged in.' }])
  })

  test('cannot change a row by mistake even if it is the owner', async () => {
    await expect(owner.query('update audit_log set at = now()')).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot create tables, but still gets its partitions of event keys', async () => {
    await expect(app.pool.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
    await expect(app.pool.query(`select keep_event_key_partitions('2031-05-17')`)).rejects.toMatchObject({
      code: '22023',
    })
    await app.pool.query('select keep_event_key_partitions(current_date)')
    await owner.query(`select keep_event_key_partitions('2031-05-17')`)
    const { rows } = await app.pool.query(
      `select to_regclass('event_key_2031_07') is not null as made, to_regclass('event_key_2026_01') is null as dropped`,
    )
    expect(rows).toEqual([{ made: true, dropped: true }])
  })
})

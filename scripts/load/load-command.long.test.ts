import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { alertMatchTexts, parseAlert, alertKeys } from '#shared/matching/public.ts'
import { criteriaFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { makeResidents } from '../made-up/residents.ts'
import { isSameDatabase } from './find-other-data.ts'
import { loadCommand } from './load-command.ts'
import { loadResidents } from './load-residents.ts'
import { writeLists } from './write-residents.ts'

let database: TestDatabase
let other: TestDatabase
let app: Connection
let again: Connection
beforeAll(async () => {
  ;[database, other] = [await createTestDatabase(), await createTestDatabase()]
  ;[app, again] = [connect(database.appUrl, { max: 2 }), connect(other.appUrl, { max: 2 })]
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await Promise.all([app.end(), again.end()])
  await Promise.all([database.drop(), other.drop()])
})

async function run(url: string, ...args: string[]): Promise<{ status: number; said: string }> {
  vi.stubEnv('DATABASE_URL', url)
  const said: string[] = []
  const status = await loadCommand(args, (text) => void said.push(text))
  return { status, said: said.join('\n') }
}

const counts = async ({ db }: Connection) => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from "user") as users, (select count(*) from alert) as alerts,
      (select count(*) from email_address) as emails, (select count(*) from phone) as phones,
      (select count(*) from alert_key) as keys, (select count(*) from outgoing_event) as history,
      (select count(*) from audit_personal) as audit, (select count(*) from audit_log) as log`.execute(db)
  return rows[0]!
}

/** Everything except the ids, which depend on the data that was there before. */
const content = async ({ db }: Connection) => {
  const { rows } = await sql`
    select u.username, u.first_name, u.status, u.created_at, a.name, a.criteria, a.standing, a.created_at as saved,
      array(select e.address from alert_email l join email_address e on e.id = l.email_id where l.alert_id = a.id
        order by l.position) as emails,
      array(select p.number from alert_phone l join phone p on p.id = l.phone_id where l.alert_id = a.id) as phones,
      array(select h.created_at from outgoing_event h join event on event.id = h.event_id
        join notice on notice.id = h.notice_id where h.alert_id = a.id) as met
    from "user" u left join alert a on a.user_id = u.id where u.email like '%load.example'
    order by u.username, a.created_at`.execute(db)
  return rows
}

test('creates residents with their data, and adds only what is missing', async () => {
  expect(await run(database.appUrl, '--users', '40', '--seed', '5')).toMatchObject({
    status: 0,
    said: expect.stringContaining('Added 40 residents, '),
  })
  const first = await counts(app)
  expect(first).toMatchObject({ users: 40, log: first.audit })
  for (const part of ['alerts', 'emails', 'phones', 'keys', 'history'])
    expect([part, first[part]! > 0]).toEqual([part, true])

  expect(await run(database.appUrl, '--users', '40', '--seed', '5')).toEqual({
    status: 0,
    said: 'All 40 residents were already there.',
  })
  expect(await counts(app)).toEqual({ ...first, log: first.log })

  // Interrupted and continued in batches of another size, it gives the same data.
  await loadResidents(app.db, { users: 60, seed: 5, batch: 7 })
  await loadResidents(again.db, { users: 60, seed: 5 })
  expect(await content(app)).toEqual(await content(again))
  expect(await counts(app)).toMatchObject({ users: 60 })
})

test('writes the columns that triggers maintain as the triggers would', async () => {
  const owner = connect(other.ownerUrl, { max: 1 })
  const residentAt = makeResidents(8, new Date('2026-06-01T00:00:00Z'))
  const nothingKept = new Error('Nothing of it is kept.')
  await owner.db
    .transaction()
    .execute(async (tx) => {
      for (const table of ['alert_email', 'alert_phone'])
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
      await writeLists(
        tx,
        Array.from({ length: 200 }, (_, n) => residentAt(n)),
      )
      const { rows } = await sql<{ wrong: number; used: number }>`
        with recipient as (
          select in_use, exists (select from alert_email l join alert a on a.id = l.alert_id
            where l.email_id = e.id and a.status = 'A') as used from email_address e
          union all
          select in_use, exists (select from alert_phone l join alert a on a.id = l.alert_id
            where l.phone_id = p.id and a.status = 'A') from phone p)
        select count(*) filter (where in_use <> used) + (select count(*) from alert where told <> alert_is_told(id)) as wrong,
          count(*) filter (where used) as used from recipient`.execute(tx)
      expect(rows[0]).toMatchObject({ wrong: 0 })
      expect(rows[0]!.used).toBeGreaterThan(0)
      throw nothingKept
    })
    .catch((error: unknown) => {
      if (error !== nothingKept) throw error
    })
    .finally(owner.end)
})

test('a failed batch leaves nothing behind, and the rest can be loaded later', async () => {
  const lost = await createTestDatabase()
  const { db, end } = connect(lost.appUrl, { max: 2 })
  try {
    const stopped = loadResidents(db, {
      users: 30,
      seed: 5,
      batch: 10,
      onProgress: (done) => {
        if (done === 20) throw new Error('stopped')
      },
    })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await db.selectFrom('user').select('id').execute()).toHaveLength(20)
    await expect(loadResidents(db, { users: 30, seed: 5, batch: 10 })).resolves.toMatchObject({ users: 10 })
  } finally {
    await end()
    await lost.drop()
  }
})

test('alerts have the keys that a save would derive', async () => {
  const alerts = await app.db.selectFrom('alert').selectAll().execute()
  for (const alert of alerts) {
    const read = parseAlert(criteriaFromRow(alert), null)
    const { rows } = await sql<{ same: boolean; texts: string[] }>`
      select array(select key_hash from alert_key where alert_id = ${alert.id} order by 1)
          = array(select distinct hashtextextended(key, 0) from unnest(${alertKeys(read)}::text[]) key order by 1) as same,
        array(select match_text::text from alert_text where alert_id = ${alert.id}) as texts`.execute(app.db)
    expect([alert.criteria, rows[0]?.same]).toEqual([alert.criteria, true])
    expect(rows[0]?.texts.toSorted()).toEqual([...new Set(alertMatchTexts(read))].toSorted())
  }
})

test('columns that triggers maintain match alerts that were saved one by one', async () => {
  const { rows } = await sql<{ wrong: number }>`
    select count(*) as wrong from alert a join "user" u on u.id = a.user_id
    where a.told <> alert_is_told(a.id) or a.owner_name <> lower(u.username)`.execute(app.db)
  expect(rows).toEqual([{ wrong: 0 }])
})

test("refuses a real county's database without --yes", async () => {
  await makeUser(app.db, { username: 'odile.fenwick' })
  const before = await counts(app)
  expect(await run(database.appUrl, '--users', '70')).toEqual({
    status: 1,
    said: "This may be a real county's database: it already has accounts. To fill it anyway, use --yes.",
  })
  expect(await counts(app)).toEqual(before)
  expect(await run(database.appUrl, '--users', '61', '--seed', '5', '--yes')).toMatchObject({ status: 0 })
  expect(await counts(app)).toMatchObject({ users: 62 })
})

test.each([
  [['--users', 'many'], "--users must be a whole number of at least 1, not 'many'."],
  [['--users', '0'], "--users must be a whole number of at least 1, not '0'."],
  [['--seed', '-1'], /./],
  [['--fast'], /Unknown option '--fast'/],
  [['--users', '5'], 'Set DATABASE_URL to the database to fill, or use --demo to fill the running demo.'],
])('refuses %j with a plain message', async (args, said) => {
  const answer = await run('', ...args)
  expect(answer.status).toBe(1)
  expect(answer.said).toMatch(said)
})

test.each([
  ['notaurl', /^The configuration has an error: DATABASE_URL must be an address such as postgres:\S+$/],
  ['postgres://app@127.0.0.1:1/alerts', /^Cannot reach the database in DATABASE_URL \(.+\)\.$/],
])('with DATABASE_URL=%s, it names the variable in one line', async (url, line) => {
  expect(await run(url, '--users', '5')).toEqual({ status: 1, said: expect.stringMatching(line) })
})

test('--help prints the help and changes nothing', async () => {
  const answer = await run('', '--help')
  expect(answer).toMatchObject({ status: 0, said: expect.stringContaining('npm run load -- [--users 1000000]') })
})

test.each([
  ['postgres://app:a@127.0.0.1:5444/land', 'postgres://owner:b@localhost:5444/land', true],
  ['postgres://app:a@127.0.0.1/land', 'postgres://app:a@127.0.0.1:5432/land', true],
  ['postgres://app:a@127.0.0.1:5444/land', 'postgres://app:a@127.0.0.1:5444/other', false],
  ['postgres://app:a@127.0.0.1:5444/land', 'postgres://app:a@db.county.example:5444/land', false],
])('compares %s and %s: same database is %j', (one, another, same) => {
  expect(isSameDatabase(one, another)).toBe(same)
})

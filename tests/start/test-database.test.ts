import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function query(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ value: unknown }>(text)).rows[0]?.value
  } finally {
    await client.end()
  }
}

test('a test database is migrated and empty', async () => {
  expect(await query(database.ownerUrl, 'select max(version) as value from schema_migration')).toBeGreaterThan(0)
  expect(await query(database.ownerUrl, 'select count(*)::int as value from alert')).toBe(0)
})

test('the application role has its production rights and no more', async () => {
  expect(await query(database.appUrl, 'select current_user as value')).toBe('app')
  expect(
    await query(
      database.appUrl,
      'select rolsuper or rolcreatedb or rolcreaterole as value from pg_roles where rolname = current_user',
    ),
  ).toBe(false)
  await query(database.appUrl, `insert into setting (key, value) values ('x', '1')`)
  await expect(query(database.appUrl, 'update audit_log set at = now()')).rejects.toThrow('permission denied')
  await expect(query(database.appUrl, 'create table anything (x int)')).rejects.toThrow('permission denied')
})

test('two test databases are isolated from each other', async () => {
  const other = await createTestDatabase()
  try {
    await query(other.ownerUrl, `insert into setting (key, value) values ('only here', '1')`)
    expect(await query(database.ownerUrl, `select count(*)::int as value from setting where key = 'only here'`)).toBe(0)
  } finally {
    await other.drop()
  }
  await expect(query(other.ownerUrl, 'select 1 as value')).rejects.toThrow('does not exist')
})

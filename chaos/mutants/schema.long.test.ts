import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#tests/helpers/database.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { mutants } from './mutants.ts'

const inDatabase = mutants.flatMap(({ name, sql }) => (sql === undefined ? [] : [{ name, sql }]))

const schema = `select (select md5(string_agg(indexdef, ',' order by indexdef)) from pg_indexes where schemaname = 'public') as indexes,
  (select md5(string_agg(pg_get_functiondef(oid), ',' order by oid)) from pg_proc
   where pronamespace = 'public'::regnamespace and prokind = 'f') as functions`

test.each(inDatabase)('$name: its statement changes the schema', async ({ sql }) => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  await withClient(database.ownerUrl, async (client) => {
    const before = (await client.query(schema)).rows
    await client.query(sql)
    expect((await client.query(schema)).rows).not.toEqual(before)
  })
})

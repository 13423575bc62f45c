import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locks } from '#shared/node/platform/database/locks.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'

// cspell:ignore constraintdef conname deptype indisprimary indkey proname pronamespace regnamespace relispartition tgfoid tgisinternal tgname tgrelid
/** Compares the lists of docs/data-model.md with the migrated database. */
const page = fs.readFileSync(path.resolve(import.meta.dirname, '../docs/data-model.md'), 'utf8')

/** The rows of the tables whose header begins with this word, cell by cell. */
const listRows = (firstHeader: string): string[][] =>
  page
    .replaceAll(/^#.*\n/gm, '\n')
    .split(/\n{2,}/)
    .filter((part) => part.startsWith(`| ${firstHeader} |`))
    .flatMap((table) => table.trimEnd().split('\n').slice(2))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
const names = (firstHeader: string) => listRows(firstHeader).map(([name]) => name)

let database: TestDatabase
let client: Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})
const select = async (sql: string): Promise<string[][]> =>
  (await client.query<string[]>({ text: sql, rowMode: 'array' })).rows

const inPublic = (column: string) => `${column} = 'public'::regnamespace`

describe('the page lists', () => {
  test('every table with its key, and no other', async () => {
    const tables = await select(`
      select c.relname, coalesce((
        select string_agg(a.attname, ', ' order by array_position(i.indkey::int[], a.attnum::int))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary), 'none')
      from pg_class c where ${inPublic('c.relnamespace')} and c.relkind in ('r', 'p', 'f') and not c.relispartition`)
    expect(
      listRows('table')
        .map(([name, , key]) => [name, key])
        .toSorted(),
    ).toEqual(tables.toSorted())
  })

  test('every trigger with its table and function, and no other', async () => {
    const triggers = await select(`
      select t.tgname, c.relname, p.proname from pg_trigger t
      join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and ${inPublic('c.relnamespace')} and not c.relispartition`)
    expect(
      listRows('trigger')
        .map((cells) => cells.slice(0, 3))
        .toSorted(),
    ).toEqual(triggers.toSorted())
  })

  test('every function and view, and no other', async () => {
    const functions = await select(`
      select p.proname from pg_proc p where ${inPublic('p.pronamespace')}
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all
      select c.relname from pg_class c where ${inPublic('c.relnamespace')} and c.relkind in ('v', 'm')`)
    expect(names('function').toSorted()).toEqual(functions.flat().toSorted())
  })

  test('columns that there are, under the words of the code', async () => {
    const columns = await select(`
      select table_name || '.' || column_name from information_schema.columns where table_schema = 'public'`)
    const known = new Set(columns.flat())
    expect(names('column').filter((name) => !known.has(name ?? ''))).toEqual([])
    // In running text too: a name with a dot is a column.
    const tables = new Set(names('table'))
    const mentioned = [...page.matchAll(/`(\w+)\.(\w+)`/g)].filter(([, table]) => tables.has(table))
    expect(mentioned.map(([name]) => name.replaceAll('`', '')).filter((name) => !known.has(name))).toEqual([])
  })

  test('every advisory lock, and no other', () => {
    expect(names('lock').toSorted()).toEqual(Object.keys(locks).toSorted())
  })
})

/** What anyone may know of a restricted record, and what only the program reads. */
const keptOfRestricted = [
  'id feed_id document_id revision content_hash document_type recorded_at recorded_on received_at restricted',
].flatMap((names) => names.split(' '))

test('every other column of a record is emptied when the record is restricted', async () => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select column_name as name, pg_get_functiondef('move_restricted_content'::regproc) as definition
     from information_schema.columns where table_schema = 'public' and table_name = 'event'`,
  )
  const emptied = rows[0]?.definition.split('update event set')[1]?.split('where id')[0] ?? ''
  const left = rows.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name} = `).test(emptied))
  expect(left.toSorted()).toEqual(keptOfRestricted.toSorted())
})

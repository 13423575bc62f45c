import { describe, expect, test } from 'vitest'
import { readSteps, withoutConcurrency } from './outside-transaction.ts'

const read = (sql: string) => readSteps('0001-x.sql', sql)

describe('the first line of a migration', () => {
  test('says whether it runs outside a transaction', () => {
    expect(read('create table t (id int)')).toBeUndefined()
    expect(read('-- breaking\ndrop table t')).toBeUndefined()
    expect(read('-- no transaction\n')).toEqual([])
    expect(read('-- breaking, no transaction\r\ndrop index concurrently if exists a;\r\n')).toEqual([
      { kind: 'drop', index: 'a' },
    ])
  })

  test('is refused if it says so in another way', () => {
    expect(() => read('-- no transaction, breaking\n')).toThrow(
      'The first line of migration 0001-x.sql must be "-- no transaction" or "-- breaking, no transaction", and nothing more.',
    )
  })
})

test('its statements are told apart from comments and texts with semicolons', () => {
  expect(
    read(`-- no transaction
-- One; two.
create unique index concurrently if not exists a on notice(id) where state = 'a;--''b';
CREATE INDEX CONCURRENTLY IF NOT EXISTS "B c" ON "user" using gin (name /* ; */ gin_trgm_ops);
alter table notice validate constraint n;
drop index concurrently if exists old`),
  ).toEqual([
    { kind: 'create', index: 'a', table: 'notice', unique: true, definition: `(id) where state = 'a;--''b'` },
    { kind: 'create', index: '"B c"', table: '"user"', unique: false, definition: 'using gin (name   gin_trgm_ops)' },
    { kind: 'validate', sql: 'alter table notice validate constraint n' },
    { kind: 'drop', index: 'old' },
  ])
})

test.each([
  ['create index concurrently a on notice (id)'],
  ['create index if not exists a on notice (id)'],
  ['create index concurrently if not exists a on only notice (id)'],
  ['create index concurrently if not exists on notice (id)'],
  ['drop index concurrently a'],
  ['alter table notice add column a int'],
  ['update notice set state = null'],
])('%s is refused in it: a run that was cut off could not repeat it', (statement) => {
  expect(() => read(`-- no transaction\ndrop index concurrently if exists b;\n${statement};`)).toThrow(
    `This one is not of these forms: ${statement}\nMove it to a migration of its own.`,
  )
})

test('in a transaction, they run without concurrency', () => {
  const steps = read(`-- no transaction
    create unique index concurrently if not exists a on notice (id);
    drop index concurrently if exists b; alter table notice validate constraint n;`)
  expect(withoutConcurrency(steps!)).toBe(
    'create unique index if not exists a on notice (id);\ndrop index if exists b;\nalter table notice validate constraint n;',
  )
})

import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { matchBatch } from './match-batch.ts'
import { rereadEarlierRecords } from './reread-records.ts'
import { deriveStaleKeys } from './stale-keys.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.clear()
  await setup.rows('delete from held_word')
  await setup.rows('delete from reread_backlog')
})

const words = async () =>
  (await setup.rows<{ word: string }>('select word from held_word order by 1')).map(({ word }) => word)
const backlog = () => setup.rows<{ before_event: number }>('select before_event from reread_backlog')
/** Records that an earlier version matched: without keys and names of this one. */
const forget = async () => {
  await setup.rows('delete from match_queue')
  await setup.rows('delete from held_word')
  await setup.rows('insert into reread_backlog (before_event) select max(id) + 1 from event')
}

test('leaves out a record that cannot be read, and reads those before and after it', async () => {
  const ids: number[] = []
  for (const name of ['WRENDALE, MARY', 'POISON, PETER', 'DALE, JANE']) ids.push(await setup.event({ parties: [name] }))
  await forget()
  const deps = {
    ...setup.deps,
    options: {
      ...setup.deps.options,
      beforeReading: (id: number) => {
        if (id === ids[1]) throw new Error('cannot be read')
      },
    },
  }
  expect(await rereadEarlierRecords(deps)).toBe(true)
  expect(await rereadEarlierRecords(deps)).toBe(false)
  expect(await words()).toEqual(['DALE', 'JANE', 'MARY', 'WRENDALE'])
  expect(await backlog()).toEqual([])
})

/** A worker that is killed when `mayGoOn` says no: from then on, no statement of it reaches the database. */
function createMortal(mayGoOn: (reading: number | null) => boolean): WorkerDeps {
  let alive = true
  const live = (reading: number | null) => {
    alive &&= mayGoOn(reading)
    if (!alive) throw new Error('The connection is gone.')
  }
  const guard = <C extends Pool | PoolClient>(connection: C): C =>
    Object.assign(Object.create(connection), {
      query: async (...statement: [string]) => {
        live(null)
        return connection.query(...statement)
      },
    })
  const pool = Object.assign(guard(setup.pool), { connect: async () => guard(await setup.pool.connect()) })
  return { ...setup.deps, pool, options: { ...setup.deps.options, beforeReading: live } }
}
/** The locks of a dead worker are free once the database knows. */
const isBacklogFree = () =>
  expect.poll(() => setup.rows('select from reread_backlog for update skip locked')).toHaveLength(1)
const asOwner = (sql: string) => withClient(setup.ownerUrl, (client) => client.query(sql))
const quarantined = () => setup.rows<{ event_id: number }>('select event_id from quarantine where settled_at is null')

describe('a worker that dies while it reads', () => {
  const names = ['WRENDALE, MARY', 'POISON, PETER', 'DALE, JANE', 'ASHFIELD, RUTH']
  const makeRecords = async () => {
    const ids: number[] = []
    for (const name of names) ids.push(await setup.event({ parties: [name] }))
    await forget()
    return ids
  }

  test('because of one record leaves it to quarantine after four workers, while the others are read', async () => {
    const [, deadly] = await makeRecords()
    const mortal = () => createMortal((reading) => reading !== deadly)
    for (let deaths = 0; deaths < 4; deaths++) {
      await expect(async () => {
        while (await rereadEarlierRecords(mortal()));
      }).rejects.toThrow('gone')
      await isBacklogFree()
    }
    expect(await quarantined()).toEqual([])
    while (await rereadEarlierRecords(mortal()));
    expect(await words()).toEqual(['ASHFIELD', 'DALE', 'JANE', 'MARY', 'RUTH', 'WRENDALE'])
    expect(await quarantined()).toEqual([{ event_id: deadly }])
    expect(await setup.rows('select * from match_batch')).toEqual([])

    await forget()
    await setup.event({ parties: ['ELM, IDA'] })
    while (await rereadEarlierRecords(mortal()));
    expect(await words(), 'nothing is read that lies in quarantine').toContain('MARY')
  })

  test('at any step, twice, loses no record', async () => {
    for (let step = 1, hasDied = true; hasDied; step++) {
      await setup.clear()
      await makeRecords()
      hasDied = false
      for (let deaths = 0; deaths < 2; deaths++) {
        let left = step
        await rereadEarlierRecords(createMortal(() => left-- > 0)).catch(() => (hasDied = true))
        if (hasDied) await isBacklogFree()
      }
      while (await rereadEarlierRecords(setup.deps));
      expect(await words(), `step ${step}`).toEqual(expect.arrayContaining(['ASHFIELD', 'JANE', 'PETER', 'WRENDALE']))
      expect(await quarantined()).toEqual([])
      expect(await setup.rows('select * from match_batch')).toEqual([])
    }
  })

  test('takes no record from matching, which continues with a revision of one', async () => {
    await setup.alert({ ownerId: await setup.user() })
    await setup.event({ id: 'A-1', parties: ['POISON, PETER'] })
    await forget()
    await expect(rereadEarlierRecords(createMortal((reading) => reading === null))).rejects.toThrow('gone')
    await setup.event({ id: 'A-1', parties: ['DOE, JANE'] })
    expect(await matchBatch(setup.deps)).toMatchObject({ events: 1, notices: 1 })
    expect(await setup.rows('select event_ids from match_batch')).toHaveLength(1)
  })
})

test('quarantines a record whose keys the database refuses, and reads the others', async () => {
  const ids: number[] = []
  for (const name of ['WRENDALE, MARY', 'POISON, PETER', 'DALE, JANE']) ids.push(await setup.event({ parties: [name] }))
  await forget()
  await asOwner(`alter table event_key add constraint not_taken check (event_id <> ${ids[1]})`)
  try {
    for (let faults = 0; faults < 4; faults++)
      await expect(async () => {
        while (await rereadEarlierRecords(setup.deps));
      }).rejects.toThrow('not_taken')
    while (await rereadEarlierRecords(setup.deps));
  } finally {
    await asOwner('alter table event_key drop constraint not_taken')
  }
  expect(await words()).toEqual(['DALE', 'JANE', 'MARY', 'WRENDALE'])
  expect(await quarantined()).toEqual([{ event_id: ids[1] }])
})

test.each([
  ['a statement that takes too long', '57014'],
  ['a full disk', '53100'],
])('%s, repeatedly, sets no record aside', async (_what, code) => {
  for (const name of ['WRENDALE, MARY', 'DALE, JANE']) await setup.event({ parties: [name] })
  await forget()
  await asOwner(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'no' using errcode = '${code}'; end $$;
    create trigger fail before insert on event_key for each row execute function fail()`)
  try {
    for (let faults = 0; faults < 6; faults++) await expect(rereadEarlierRecords(setup.deps)).rejects.toThrow('no')
  } finally {
    await asOwner('drop trigger fail on event_key; drop function fail')
  }
  while (await rereadEarlierRecords(setup.deps));
  expect(await words()).toEqual(['DALE', 'JANE', 'MARY', 'WRENDALE'])
  expect(await quarantined()).toEqual([])
})

test('reads large records a few at a time', async () => {
  const ids: number[] = []
  for (const name of ['WRENDALE, MARY', 'DALE, JANE', 'WREN, PETER'])
    ids.push(await setup.event({ parties: [{ name, role: 'x'.repeat(3_000_000) }] }))
  await forget()
  const steps = []
  while (await rereadEarlierRecords(setup.deps)) steps.push(await backlog())
  expect(steps).toEqual(ids.toReversed().map((id) => [{ before_event: id }]))
  expect(await words()).toHaveLength(6)
})

test('leaves out a word too long for the database, and keeps all other names', async () => {
  // Each of these is four to six letters when normalized.
  const long = Array.from({ length: 490 }, (_, i) =>
    String.fromCodePoint(0x3300 + ((i * 37 + (i >> 3) * 11) % 88)),
  ).join('')
  await setup.event({ parties: [`${long}, JOHN`, 'BRANDGULL, MARIT'] })
  expect(await matchBatch(setup.deps)).toMatchObject({ events: 1 })
  expect(await words()).toEqual(expect.arrayContaining(['BRANDGULL', 'MARIT']))
  await forget()
  expect(await rereadEarlierRecords(setup.deps)).toBe(true)
  expect(await words()).toEqual(expect.arrayContaining(['BRANDGULL', 'MARIT']))
})

test('commits a batch despite names that cannot be stored', async () => {
  await setup.alert({ ownerId: await setup.user() })
  await setup.event({ id: 'A-1', parties: ['DOE, JANE'] })
  await setup.event({ id: 'A-2', parties: ['BRANDVOLD, THESSALY'] })
  await asOwner('alter table held_word rename to held_word_gone')
  try {
    expect(await matchBatch(setup.deps)).toEqual({ events: 2, matches: 1, notices: 1 })
  } finally {
    await asOwner('alter table held_word_gone rename to held_word')
  }
})

test('also reads records again that an older worker matched after the schema changed', async () => {
  await setup.alert({ ownerId: await setup.user() })
  await setup.event({ parties: ['OKAFIELD, NORAH'] })
  await matchBatch(setup.deps)
  await setup.rows('delete from held_word')
  await setup.rows('update alert set rule_version = rule_version - 1')
  expect(await deriveStaleKeys(setup.deps)).toBe(1)
  while (await rereadEarlierRecords(setup.deps));
  expect(await words()).toEqual(['NORAH', 'OKAFIELD'])
  expect(await deriveStaleKeys(setup.deps)).toBe(0)
  expect(await backlog(), 'a worker that starts with current keys reads nothing again').toEqual([])
})

test('reads no record again after a change of the parcel mask', async () => {
  await setup.alert({ ownerId: await setup.user() })
  await setup.event()
  await setup.rows('update alert set rule_version = 0')
  expect(await deriveStaleKeys(setup.deps)).toBe(1)
  expect(await backlog()).toEqual([])
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { isTransient } from '../platform/errors.ts'
import { matchBatch } from './match-batch.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.clear()
  await setup.alert({ ownerId: await setup.user() })
})

const documents = async () => (await setup.history()).map((line) => line.document)
const queued = () => setup.rows<{ event_id: number; attempts: number }>('select event_id, attempts from match_queue')
const dueNow = () => setup.rows('update match_queue set not_before = now()')
const throwingAt = (...ids: number[]): WorkerDeps => ({
  ...setup.deps,
  options: {
    ...setup.deps.options,
    beforeReading: (id) => {
      if (ids.includes(id)) throw new Error('cannot be read')
    },
  },
})

describe('records that make matching throw', () => {
  test('hold up no other, are tried three times, then are quarantined with their reason', async () => {
    const ids: number[] = []
    for (let i = 1; i <= 9; i++) ids.push(await setup.event({ id: `A-${i}` }))
    const [bad, worse] = [ids[3] as number, ids[8] as number]
    const deps = throwingAt(bad, worse)

    expect(await matchBatch(deps)).toEqual({ events: 7, matches: 7, notices: 7 })
    expect(await queued()).toEqual([
      { event_id: bad, attempts: 1 },
      { event_id: worse, attempts: 1 },
    ])
    expect(await matchBatch(deps), 'the next try waits').toMatchObject({ events: 0 })
    await dueNow()
    await matchBatch(deps)
    await dueNow()
    await matchBatch(deps)
    expect(await queued()).toEqual([])
    expect(
      await setup.rows('select event_id, stage, document_id, problems, settled_at from quarantine order by 1'),
    ).toEqual([
      {
        event_id: bad,
        stage: 'matching',
        document_id: 'A-4',
        problems: ['Matching this record failed: Error: cannot be read'],
        settled_at: null,
      },
      {
        event_id: worse,
        stage: 'matching',
        document_id: 'A-9',
        problems: ['Matching this record failed: Error: cannot be read'],
        settled_at: null,
      },
    ])
    expect(await documents()).toEqual(['A-1', 'A-2', 'A-3', 'A-5', 'A-6', 'A-7', 'A-8'])
  })

  test('notify like any other if they parse at the third attempt', async () => {
    const id = await setup.event({ id: 'A-1' })
    const deps = throwingAt(id)
    await matchBatch(deps)
    await dueNow()
    await matchBatch(deps)
    await dueNow()
    expect(await matchBatch(setup.deps)).toMatchObject({ events: 1, notices: 1 })
    expect(await setup.rows('select * from quarantine')).toEqual([])
  })

  test('are tried for about half an hour if the database gave up on them, as when it stalls', async () => {
    const id = await setup.event({ id: 'A-1' })
    const stalled: WorkerDeps = {
      ...setup.deps,
      options: {
        ...setup.deps.options,
        beforeReading: () => {
          throw Object.assign(new Error('canceling statement due to statement timeout'), {
            code: '57014',
            severity: 'ERROR',
          })
        },
      },
    }
    for (let attempt = 1; attempt < 8; attempt++) {
      await matchBatch(stalled)
      expect(await queued()).toEqual([{ event_id: id, attempts: attempt }])
      await dueNow()
    }
    expect(await matchBatch(setup.deps)).toMatchObject({ events: 1, notices: 1 })
    expect(await setup.rows('select * from quarantine')).toEqual([])
  })

  test('are quarantined if their stored parties have an unknown form', async () => {
    const id = await setup.event({ id: 'A-1' })
    await setup.event({ id: 'A-2' })
    await setup.rows(`update event set parties = '{"not": "a list"}' where id = $1`, [id])
    expect(await matchBatch(setup.deps)).toMatchObject({ events: 1, notices: 1 })
    expect(await queued()).toEqual([{ event_id: id, attempts: 1 }])
  })
})

test('stores nothing when a worker is cut off at its last step, and everything once afterward', async () => {
  for (let i = 1; i <= 5; i++) await setup.event({ id: `A-${i}` })
  await matchBatch(setup.deps, 1)
  const blocker = await setup.pool.connect()
  const victim = connect(setup.url, { max: 2, name: 'victim' })
  try {
    // The day's count is the last thing that a batch locks before it writes notices.
    await blocker.query('begin')
    await blocker.query('select * from notice_day for update')
    const outcome = matchBatch({ ...setup.deps, pool: victim.pool }).then(
      () => 'stored',
      () => 'cut off',
    )
    await expect
      .poll(() =>
        setup.rows(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'victim' and wait_event_type = 'Lock'`,
        ),
      )
      .toHaveLength(1)
    expect(await outcome).toBe('cut off')
  } finally {
    await blocker.query('rollback')
    blocker.release()
    await victim.end()
  }
  expect(await documents()).toEqual(['A-1'])
  expect(await queued()).toHaveLength(4)
  expect(await queued()).toMatchObject([{ attempts: 0 }, { attempts: 0 }, { attempts: 0 }, { attempts: 0 }])
  expect(await matchBatch(setup.deps)).toEqual({ events: 4, matches: 4, notices: 4 })
  expect(await documents()).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5'])
})

describe('records whose worker died of one of them', () => {
  /** The rows that a worker leaves that is killed while it matches these. */
  const dieOf = (...ids: number[]) =>
    setup.rows('insert into match_batch (event_ids) values ($1::bigint[])', [`{${ids.join(',')}}`])
  const alone = async () =>
    (await setup.rows<{ event_id: number }>('select event_id from match_queue where alone order by 1')).map(
      (row) => row.event_id,
    )
  const batches = () => setup.rows('select event_ids from match_batch')

  test('are matched alone after the others; the one that keeps killing its worker is quarantined', async () => {
    const lost = [await setup.event({ id: 'A-1' }), await setup.event({ id: 'A-2' }), await setup.event({ id: 'A-3' })]
    await dieOf(...lost)
    await setup.event({ id: 'B-1' })
    const read: string[] = []
    const options = { ...setup.deps.options, beforeReading: (id: number) => read.push(String(id)) }
    const deps: WorkerDeps = { ...setup.deps, options }
    expect(await matchBatch(deps, 2), 'the lost ones step aside').toMatchObject({ events: 1 })
    expect(await documents()).toEqual(['B-1'])
    expect(await alone()).toEqual(lost)

    const bad = lost[1] as number
    const later = await setup.event({ id: 'C-1' })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await dieOf(bad)
      await dueNow()
      await matchBatch(deps)
      expect(await documents(), 'nobody waits for it').toEqual(['A-1', 'A-3', 'B-1', 'C-1'])
      if (attempt < 3) expect(await queued()).toEqual([{ event_id: bad, attempts: attempt }])
    }
    expect(read, 'never read again by this worker').not.toContain(String(bad))
    expect(read.indexOf(String(later)), 'after the others').toBeLessThan(read.indexOf(String(lost[0])))
    expect(await queued()).toEqual([])
    expect(await setup.rows('select document_id, problems from quarantine')).toEqual([
      {
        document_id: 'A-2',
        problems: ['Matching this record failed: Error: The worker ended while it matched this record.'],
      },
    ])
    expect(await batches()).toEqual([])
  })

  test('are noted before they are read, until they are matched or have thrown', async () => {
    const ids = [await setup.event(), await setup.event()]
    const seen: Promise<object[]>[] = []
    const options = { ...setup.deps.options, beforeReading: () => seen.push(batches()) }
    // Holds the batch up at its first write: otherwise it could end before the other connection looks.
    const blocker = await setup.pool.connect()
    try {
      await blocker.query('begin; lock table event_match in share mode')
      const matched = matchBatch({ ...setup.deps, options })
      await expect.poll(() => seen.length, { timeout: 20_000 }).toBeGreaterThan(0)
      expect(await seen[0]).toEqual([{ event_ids: ids.map(String) }])
      await blocker.query('rollback')
      await matched
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect(await batches()).toEqual([])
    await matchBatch(throwingAt(await setup.event()))
    expect(await batches()).toEqual([])
  })
})

/** Matches in small batches until the queue is empty; returns how many records it took. */
const drain = async (deps: WorkerDeps) => {
  for (let taken = 0; ;) {
    const { events } = await matchBatch(deps, 7)
    taken += events
    if (events === 0) return taken
  }
}

test('notifies once about every record when two workers share a queue', async () => {
  for (let i = 0; i < 60; i++) await setup.event()
  const other = connect(setup.url, { max: 2 })
  try {
    const taken = await Promise.all([drain(setup.deps), drain({ ...setup.deps, pool: other.pool })])
    expect(taken[0] + taken[1]).toBe(60)
  } finally {
    await other.end()
  }
  expect(await queued()).toEqual([])
  expect(await setup.history()).toHaveLength(60)
  expect(await setup.rows('select count(*)::int as n from delivery')).toEqual([{ n: 60 }])
  expect(await setup.rows('select notices from notice_day')).toEqual([{ notices: 60 }])
})

test('matches a revision that arrives while its record is being matched after it', async () => {
  await setup.alert({
    ownerId: await setup.user(),
    name: 'Late',
    criteria: {
      alertType: 'PARCEL_ID',
      parcelId: '17-03-123-045',
      variants: noMatchOptions,
    },
  })
  const id = await setup.event({ id: 'A-1', parties: ['NOBODY AT ALL'] })
  const taker = await setup.pool.connect()
  try {
    await taker.query('begin')
    await taker.query('delete from match_queue where event_id = $1', [id])
    const revision = setup.event({ id: 'A-1', parties: ['NOBODY AT ALL'], parcels: ['17-03-123-045'] })
    await expect
      .poll(() =>
        setup.rows(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      )
      .toHaveLength(1)
    await taker.query('commit')
    await revision
  } finally {
    taker.release()
  }
  expect(await matchBatch(setup.deps)).toMatchObject({ events: 1, notices: 1 })
})

test.each([
  ['a lost connection', Object.assign(new Error('read'), { code: 'ECONNRESET' }), true],
  ['a pool that gave up', new Error('timeout exceeded when trying to connect'), true],
  ['a database shutting down', Object.assign(new Error('x'), { severity: 'FATAL', code: '57P01' }), true],
  ['a deadlock', Object.assign(new Error('x'), { severity: 'ERROR', code: '40P01' }), true],
  ['a plan made before a migration', Object.assign(new Error('x'), { severity: 'ERROR', code: '0A000' }), true],
  ['a column that is not there yet', Object.assign(new Error('x'), { severity: 'ERROR', code: '42703' }), true],
  ['a statement that took too long', Object.assign(new Error('x'), { severity: 'ERROR', code: '57014' }), false],
  ['a value the database cannot take', Object.assign(new Error('x'), { severity: 'ERROR', code: '22P05' }), false],
  ['a fault of the rule', new TypeError('x is not iterable'), false],
])('%s', (_, error, passing) => {
  expect(isTransient(error)).toBe(passing)
})

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { FeedFinding } from '#shared/contract/feed-finding.ts'
import type { Party } from '#shared/contract/party.ts'
import { type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { checkFeed } from './check-feed.ts'
import { checkFeeds } from './check-feeds.ts'
import { listDueFeeds, readSample, checkLimits } from './feed-check.queries.ts'

let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(async () => {
  await setup.clear()
  await setup.rows('delete from feed')
})

type Stored = { parties?: Party[]; parcels?: string[] }

/** Stores records as they were matched long ago: nothing is queued. */
async function hold(feedId: number, records: Stored[], recordedOn = '2026-08-20'): Promise<void> {
  await setup.rows(
    `insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
     select $1, lpad(r.place::text, 6, '0'), '', $3::date, false, $3::date, r.body -> 'parties', r.body -> 'parcels'
     from json_array_elements($2::json) with ordinality r (body, place)`,
    [feedId, JSON.stringify(records.map(({ parties = [], parcels = [] }) => ({ parties, parcels }))), recordedOn],
  )
}
const named = (...names: string[]): Stored[] => names.map((name) => ({ parties: [{ name }] }))
const times = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i))
const givenNames = ['JAMES', 'MARY', 'ROBERT', 'PATRICIA', 'MICHAEL', 'LINDA', 'DAVID', 'BARBARA']
const surnames = ['SMITH', 'JOHNSON', 'WILLIAMS', 'BROWN', 'JONES', 'MILLER', 'DAVIS', 'GARCIA', 'WILSON', 'ANDERSON']
const lastFirst = surnames.flatMap((last) => givenNames.map((first) => `${last} ${first}`))
const today = async () => (await setup.rows<{ day: string }>('select current_date as day'))[0]?.day ?? ''

describe('feeds that are due', () => {
  const due = (nightly: boolean) => listDueFeeds(setup.db, { nightly })
  test.each<[string, string, number, { minute: boolean; night: boolean }]>([
    ['never checked', '', 3, { minute: false, night: true }],
    ['never checked, with its first thousand records', '', 1_000, { minute: true, night: true }],
    ['staff asked', `requested_at = now()`, 3, { minute: true, night: true }],
    [
      'staff asked, and it was checked since',
      `requested_at = now() - interval '1 hour'`,
      3,
      { minute: false, night: false },
    ],
    ['checked with fewer', `held = 999`, 1_000, { minute: true, night: true }],
    ['checked with as many', `held = 1000`, 1_000, { minute: false, night: false }],
    ['just failed', `checked_at = null`, 1_000, { minute: false, night: false }],
    [
      'failed an hour ago',
      `checked_at = null, tried_at = now() - interval '61 minutes'`,
      1_000,
      { minute: true, night: true },
    ],
    [
      'checked last night',
      `held = 1000, tried_at = now() - interval '21 hours'`,
      1_000,
      { minute: false, night: true },
    ],
  ])('include a feed, or leave it out: %s', async (_what, change, records, expected) => {
    const id = await setup.feed()
    await hold(id, named(...times(records, (i) => `NAME ${i}`)))
    if (change) {
      await setup.rows(`insert into feed_check (feed_id, tried_at, checked_at, held) values ($1, now(), now(), 3)`, [
        id,
      ])
      await setup.rows(`update feed_check set ${change}`)
    }
    expect({ minute: (await due(false)).includes(id), night: (await due(true)).includes(id) }).toEqual(expected)
    await setup.rows('update feed set closed_at = now()')
    expect(await due(true)).toEqual([])
  })

  test('put requested checks first', async () => {
    const [first, second] = [await setup.feed(), await setup.feed()]
    await setup.rows('insert into feed_check (feed_id, requested_at) values ($1, now())', [second])
    expect(await due(true)).toEqual([second, first])
  })
})

describe('the sample', () => {
  const names = async (id: number, limits: Partial<typeof checkLimits> | object = {}) =>
    (await readSample(setup.db, id, { ...checkLimits, ...limits })).map(({ parties }) => parties[0]?.name)

  test('has the newest records of the feed, within the limits', async () => {
    const [id, other] = [await setup.feed(), await setup.feed()]
    await hold(id, named('ONE', 'TWO', 'THREE'))
    await hold(other, named('ANOTHER'))
    expect(await names(id)).toEqual(['THREE', 'TWO', 'ONE'])
    expect(await names(id, { records: 2 })).toEqual(['THREE', 'TWO'])
    const bytes = '[{"name":"THREE"}][]'.length
    expect(await names(id, { bytes: bytes + 1 })).toEqual(['THREE'])
    expect(await names(id, { bytes: bytes - 1 })).toEqual([])
  })

  test('has the highest document numbers of a feed that is silent among busy ones', async () => {
    const [silent, busy] = [await setup.feed(), await setup.feed()]
    await hold(silent, named('ONE', 'TWO', 'THREE'))
    await hold(busy, named(...times(20, (i) => `NAME ${i}`)))
    expect(await names(silent, { span: 10, records: 2 })).toEqual(['THREE', 'TWO'])
  })

  test('leaves out records that could not be matched, unless they were queued again', async () => {
    const id = await setup.feed()
    await hold(id, named('OPEN', 'DISCARDED', 'RETRIED', 'MATCHED'))
    await setup.rows(
      `insert into quarantine (feed_id, stage, event_id, body, problems, settled_at, outcome)
       select feed_id, 'matching', e.id, '{}', '[]', case when outcome is not null then now() end, outcome
       from event e join (values ('OPEN', null), ('DISCARDED', 'discarded'), ('RETRIED', 'retried')) as q (name, outcome)
         on q.name = e.parties -> 0 ->> 'name'`,
    )
    expect(await names(id)).toEqual(['MATCHED', 'RETRIED'])
  })

  test('has only the newest records if there are many', async () => {
    const id = await setup.feed()
    await hold(id, named(...times(1_200, (i) => `NAME ${i}`)))
    expect(await names(id, { span: 1_100 })).toHaveLength(1_100)
  })
})

const stored = async () =>
  (
    await setup.rows<{
      findings: FeedFinding[]
      records: number
      feed_version: number
      held: number
      on_time: boolean
    }>('select findings, records, feed_version, held, checked_at = tried_at as on_time from feed_check')
  )[0]

/** Names that cannot be read, of all. */
const counted = (counts: object) => ({
  kind: 'unreadableNames',
  change: null,
  count: expect.any(Number),
  samples: [],
  effects: [],
  ...counts,
})

describe('a check', () => {
  test('counts the names that we cannot read, even if no setting would help', async () => {
    const id = await setup.feed()
    await hold(id, named('OAKHURST, PERLA', '12 34', '12 34', '???'))
    await checkFeed(setup.deps, id)
    expect((await stored())?.findings).toEqual([counted({ count: 3, of: 4 })])
  })

  test('shows for names in one order what would change, also for alerts, and changes nothing else', async () => {
    const id = await setup.feed()
    await hold(id, named(...lastFirst), await today())
    // Read in the other order, WILSON JAMES is Wilson James too.
    await setup.alert({ criteria: person('James', 'Wilson') })
    await setup.alert({ criteria: person('Wilson', 'James') })
    await setup.alert({ criteria: person('Brown', 'Linda'), status: 'I' })
    await checkFeed(setup.deps, id)
    expect(await stored()).toEqual({
      records: 80,
      held: 80,
      feed_version: 1,
      on_time: true,
      findings: [
        {
          kind: 'nameOrder',
          change: { nameOrder: 'LAST_FIRST' },
          count: expect.any(Number),
          of: expect.any(Number),
          samples: [expect.any(String), expect.any(String), expect.any(String)],
          effects: [
            { measure: 'readings', before: 81, after: 80 },
            { measure: 'unreadable', before: 0, after: 0 },
            { measure: 'matches', before: 2, after: 1, gained: 0, lost: 1 },
          ],
        },
        counted({ count: 0, of: 80 }),
      ],
    })
    const left = ['match_queue', 'event_match', 'event_key', 'notice', 'outgoing_event']
    expect(await setup.rows(left.map((table) => `select 1 from ${table}`).join(' union all '))).toEqual([])
    expect(await setup.rows('select name_order, version from feed')).toEqual([{ name_order: null, version: 1 }])
  })

  test('shows for joint names the people who would be found', async () => {
    const id = await setup.feed({ name_order: 'LAST_FIRST' })
    await hold(id, named(...times(30, (i) => `SMITH ${givenNames[i % 8]}  ${surnames[i % 10]} LINDA`)), await today())
    await setup.alert({ criteria: person('Linda', 'Garcia') })
    await checkFeed(setup.deps, id)
    expect((await stored())?.findings).toMatchObject([
      {
        kind: 'doubleSpaces',
        effects: [
          { measure: 'readings', before: 30, after: expect.any(Number) },
          { measure: 'unreadable' },
          { measure: 'matches', before: 0, after: 3, gained: 3, lost: 0 },
        ],
      },
      counted({ of: 30 }),
    ])
  })

  test('counts matches by typing slips too', async () => {
    const id = await setup.feed()
    await hold(id, named(...lastFirst), await today())
    await setup.alert({ criteria: person('James', 'Millet', { typingSlips: true }) })
    await checkFeed(setup.deps, id)
    expect((await stored())?.findings[0]?.effects.at(-1)).toMatchObject({ before: 1, after: 1, gained: 0, lost: 0 })
  })

  test('counts only matches with records of the last 12 months', async () => {
    const id = await setup.feed()
    await hold(id, named(...lastFirst), '2019-01-02')
    await setup.alert({ criteria: person('James', 'Wilson') })
    await checkFeed(setup.deps, id)
    expect((await stored())?.findings[0]?.effects.at(-1)).toMatchObject({ measure: 'matches', before: 0, after: 0 })
  })

  test.each([
    ['2-3-2-5', 10],
    ['2-3-2-5-3?', 0],
  ])('counts with the mask %s how many ids that lost zeros are found anyway', async (parcelMask, before) => {
    await setup.service({ parcelMask })
    const id = await setup.feed()
    await hold(
      id,
      times(10, (i) => `1234567890${i}`).map((parcel) => ({ parcels: [parcel] })),
    )
    await checkFeed(setup.deps, id)
    expect((await stored())?.findings).toMatchObject([
      { kind: 'leadingZeros', count: 10, effects: [{ measure: 'zeroIds', before, after: 10 }, { measure: 'matches' }] },
    ])
  })

  test('finds nothing in a feed without records, and skips a closed feed', async () => {
    const id = await setup.feed()
    expect(await checkFeed(setup.deps, id)).toEqual({ records: 0, findings: [] })
    expect(await stored()).toMatchObject({ records: 0, held: 0, findings: [] })
    await setup.rows('update feed set closed_at = now()')
    expect(await checkFeed(setup.deps, id)).toBeNull()
  })

  test('keeps findings that staff discarded', async () => {
    const id = await setup.feed()
    await setup.rows(`insert into feed_check (feed_id, discarded) values ($1, '[{"kind": "nameOrder"}]')`, [id])
    await checkFeed(setup.deps, id)
    expect(await setup.rows('select discarded from feed_check')).toEqual([{ discarded: [{ kind: 'nameOrder' }] }])
  })
})

test('checks the other feeds if one cannot be checked, and does not retry that one immediately', async () => {
  const [broken, good] = [await setup.feed(), await setup.feed()]
  await hold(broken, named(...times(1_000, (i) => `NAME ${i}`)))
  await setup.rows(`update event set parties = '3'`)
  await checkFeeds(setup.deps)
  expect(
    await setup.rows(
      'select feed_id, tried_at is not null as tried, checked_at is not null as checked from feed_check order by 1',
    ),
  ).toEqual([
    { feed_id: broken, tried: true, checked: false },
    { feed_id: good, tried: true, checked: true },
  ])
  expect(await listDueFeeds(setup.db, { nightly: true })).toEqual([])
})

test.each([1, 2])('gives a check up without an error when the worker stops after query %i', async (last) => {
  const broken = await setup.feed()
  await hold(broken, named('A'))
  await setup.rows(`update event set parties = '3'`)
  const logged = vi.spyOn(setup.deps.log, 'error')
  onTestFinished(() => logged.mockRestore())
  const stopping = new AbortController()
  let queries = 0
  const db = setup.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if ((queries += 1) === last) stopping.abort()
      return result
    },
  })
  await expect(checkFeeds({ ...setup.deps, db, stopping: stopping.signal })).rejects.toThrow('aborted')
  expect(logged).not.toHaveBeenCalled()
})

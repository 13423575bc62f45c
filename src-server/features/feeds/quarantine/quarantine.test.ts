import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type FeedFixture, openFeedFixture } from '#tests/fixtures/feed.ts'
import { setFeedOpen, updateFeed } from '../manage/manage-feeds.ts'
import { addToQuarantine } from './quarantine.queries.ts'
import { discardQuarantined, listQuarantine, retryQuarantined } from './quarantine.ts'

let setup: FeedFixture
let feed: Awaited<ReturnType<FeedFixture['feed']>>
beforeAll(async () => {
  setup = await openFeedFixture()
})
afterAll(() => setup.close())
beforeEach(async () => {
  feed = await setup.feed()
})
afterEach(() => {
  vi.useRealTimers()
})

const ndjson = { 'content-type': 'application/x-ndjson' }
const csv = { 'content-type': 'text/csv' }
const open = async () => (await listQuarantine(setup.db, { feedId: feed.id })).rows
const retry = (id: number) =>
  retryQuarantined({ db: setup.db, ingest: setup.ingest, countyZone: 'America/Chicago' }, null, id)
const auditOf = (text: string) =>
  setup.rows<{ description: string }>('select description from audit_personal where description like $1', [`%${text}%`])

test('lists open rows, newest first, ten a page', async () => {
  for (let i = 0; i < 12; i++) await setup.post(feed.key, { events: [{ documentIdentifier: `Q${i}` }] })
  const first = await listQuarantine(setup.db, { feedId: feed.id })
  const second = await listQuarantine(setup.db, { feedId: feed.id, page: 2 })
  expect(first.total).toBe(12)
  expect([...first.rows, ...second.rows].map((row) => row.document_id)).toEqual(
    Array.from({ length: 12 }, (_, i) => `Q${11 - i}`),
  )
  expect(first.rows[0]).toMatchObject({ stage: 'ingest', body: { documentIdentifier: 'Q11' }, feed_id: feed.id })
  expect(first.rows[0]!.problems).toContain('recordedAt is required')
})

test('keeps a discarded row but no longer lists it, and settles it only once', async () => {
  await setup.post(feed.key, { events: [{ documentIdentifier: 'DISCARD-ME' }] })
  const [row] = await open()
  await discardQuarantined(setup.db, null, row!.id)
  expect(await open()).toEqual([])
  expect(await setup.rows('select outcome from quarantine where id = $1', [row!.id])).toEqual([
    { outcome: 'discarded' },
  ])
  expect(await auditOf('Discarded the quarantined document DISCARD-ME')).toHaveLength(1)
  await expect(discardQuarantined(setup.db, null, row!.id)).rejects.toMatchObject({ code: 'missing' })
  await expect(retry(row!.id)).rejects.toMatchObject({ code: 'missing' })
})

test.each([
  ['an item that is still wrong', { events: [{ documentIdentifier: 'W' }] }, {}, 'recordedAt is required'],
  [
    'a row with a comma too many',
    'documentIdentifier,recordedAt,name\nR1,2026-08-20,MARLOWE, TESSA',
    csv,
    expect.stringContaining('more cells'),
  ],
  ['a line that is no JSON', '{"documentIdentifier"', ndjson, 'the line is not valid JSON'],
])('%s stays, with its problems', async (_name, body, headers, problem) => {
  await setup.post(feed.key, body, headers)
  const [row] = await open()
  expect(await retry(row!.id)).toContainEqual(problem)
  expect(await open()).toMatchObject([{ id: row!.id, body: row!.body }])
})

test('reads the rows of a sheet with the current mapping', async () => {
  const sheet =
    'documentIdentifier,recordedAt,role,name\nM1,08/20/2026,GRANTOR,"MARLOWE, TESSA"\nM1,08/20/2026,GRANTEE,BRANDT IVO'
  await setup.post(feed.key, sheet, csv)
  const [row] = await open()
  expect(row!.problems).toEqual([expect.stringContaining('not a date')])
  await updateFeed(setup.db, null, {
    id: feed.id,
    feed: {
      name: `Mapped ${feed.id}`,
      mapping: {
        documentIdentifier: 'documentIdentifier',
        recordedAt: 'recordedAt',
        parties: [{ roleFrom: 'role', name: 'name' }],
      },
    },
  })
  expect(await retry(row!.id)).toEqual([])
  expect(await open()).toEqual([])
  const taken = await setup.rows(
    `select e.parties, e.recorded_on, q.event_id is not null as queued from event e left join match_queue q on q.event_id = e.id where e.feed_id = $1`,
    [feed.id],
  )
  expect(taken).toEqual([
    {
      recorded_on: '2026-08-20',
      queued: true,
      parties: [
        { role: 'GRANTOR', name: 'MARLOWE, TESSA' },
        { role: 'GRANTEE', name: 'BRANDT IVO' },
      ],
    },
  ])
  expect(await auditOf('document M1')).toHaveLength(1)
})

test('an old item does not replace a document that arrived again since', async () => {
  await setup.post(feed.key, `documentIdentifier,recordedAt,name\nN1,08/20/2026,"MARLOWE, TESSA"`, csv)
  await setup.post(feed.key, {
    events: [{ documentIdentifier: 'N1', recordedAt: '2026-08-20', parties: [{ name: 'MARLOWE, T' }] }],
  })
  await updateFeed(setup.db, null, {
    id: feed.id,
    feed: {
      name: `Loose dates ${feed.id}`,
      mapping: { documentIdentifier: 'documentIdentifier', recordedAt: 'recordedAt', parties: [{ name: 'name' }] },
    },
  })
  const [row] = await open()
  await expect(retry(row!.id)).rejects.toMatchObject({ code: 'refused' })
  expect(await setup.rows('select revision from event where feed_id = $1', [feed.id])).toEqual([{ revision: 1 }])
})

test("queues an event again that matching could not read, due immediately whatever the server's clock says", async () => {
  await setup.post(feed.key, { events: [{ documentIdentifier: 'X1', recordedAt: '2026-08-20', parcels: ['17-1'] }] })
  const [event] = await setup.rows<{ id: number }>('select id from event where feed_id = $1', [feed.id])
  await setup.rows('delete from match_queue where event_id = $1', [event!.id])
  await setup.rows(
    `insert into quarantine (feed_id, stage, event_id, document_id, body, problems) values ($1, 'matching', $2, 'X1', '{}', '["it threw"]')`,
    [feed.id, event!.id],
  )
  const [row] = await open()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 3_600_000 })
  expect(await retry(row!.id)).toEqual([])
  vi.useRealTimers()
  expect(
    await setup.rows('select attempts, not_before <= now() as due from match_queue where event_id = $1', [event!.id]),
  ).toEqual([{ attempts: 0, due: true }])
})

test('items of a closed feed can still be settled', async () => {
  await setup.post(feed.key, { events: [{ documentIdentifier: 'C1' }] })
  await setFeedOpen(setup.db, null, feed.id, false)
  const [row] = await open()
  await discardQuarantined(setup.db, null, row!.id)
  expect(await open()).toEqual([])
})

test('adding an item does not read every open one', async () => {
  await setup.rows(
    `insert into quarantine (feed_id, stage, document_id, body, problems)
     select $1, 'ingest', 'OLD-' || i, json_build_object('kept', repeat('x', 1000)), '[]' from generate_series(1, 20000) i`,
    [feed.id],
  )
  await setup.asOwner('analyze quarantine')
  const read = await setup.db.transaction().execute(async (tx) => {
    // PostgreSQL reports a connection's counts about once a second, so they may include what earlier transactions read.
    const lines = async () => {
      const { rows } = await sql<{ lines: number }>`select (seq_tup_read + idx_tup_fetch)::int as lines
        from pg_stat_xact_user_tables where relname = 'quarantine'`.execute(tx)
      return rows[0]!.lines
    }
    const before = await lines()
    await addToQuarantine(tx, [{ feed_id: feed.id, document_id: 'OLD-7', body: '{"new":1}', problems: [] }])
    return (await lines()) - before
  })
  expect(read).toBe(1)
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IngestAnswer } from '#shared/contract/feed.ts'
import { type FeedFixture, openFeedFixture } from '#tests/fixtures/feed.ts'

let setup: FeedFixture
let feed: Awaited<ReturnType<FeedFixture['feed']>>
beforeAll(async () => {
  setup = await openFeedFixture()
  feed = await setup.feed()
})
afterAll(() => setup.close())

type Event = Record<string, unknown> & { documentIdentifier: string }
let ids = 0
const deed = (changes: Record<string, unknown> = {}): Event => ({
  documentIdentifier: `E-${++ids}`,
  recordedAt: '2026-08-20T14:48:00-05:00',
  parties: [
    { role: 'GRANTOR', name: 'MARLOWE, TESSA' },
    { role: 'GRANTEE', name: 'BRANDT, IVO' },
  ],
  parcels: ['17-1', '17-2'],
  ...changes,
})
const ingest = (...events: Event[]) =>
  setup.ingest(
    feed,
    events.map((value, index) => ({ index, value })),
  )
const stored = async (id: string) => {
  const [row] = await setup.rows<{ id: number; revision: number; document_type: string; queued: boolean }>(
    `select id, revision, document_type, exists (select from match_queue where event_id = id) as queued
     from event where feed_id = $1 and document_id = $2`,
    [feed.id, id],
  )
  return row
}
const none: IngestAnswer = { accepted: 0, duplicates: 0, revised: 0, rejected: [] }
const sum = (answers: IngestAnswer[]) =>
  answers.reduce((all, one) => ({
    accepted: all.accepted + one.accepted,
    duplicates: all.duplicates + one.duplicates,
    revised: all.revised + one.revised,
    rejected: [...all.rejected, ...one.rejected],
  }))

describe('a document dated in the future', () => {
  const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  test('is stored if it is more than a day ahead, and the answer says so', async () => {
    const far = deed({ recordedAt: ahead(25) })
    const warning = {
      index: 0,
      documentIdentifier: far.documentIdentifier,
      problems: ['recordedAt is more than a day ahead; check the date, and send the record again if it is wrong'],
    }
    expect(await ingest(far)).toEqual({ ...none, accepted: 1, warnings: [warning] })
    expect(await stored(far.documentIdentifier)).toMatchObject({ queued: true })
    const further = deed({ recordedAt: ahead(400 * 24) })
    expect(await ingest(deed(), further, far)).toMatchObject({
      accepted: 2,
      duplicates: 1,
      rejected: [],
      warnings: [
        { index: 1, documentIdentifier: further.documentIdentifier },
        { ...warning, index: 2 },
      ],
    })
  })
  test('gets no warning for some hours, which may be a recorder’s clock or another zone', async () => {
    expect(await ingest(deed({ recordedAt: ahead(23) }))).toEqual({ ...none, accepted: 1 })
  })
})

describe('the same document again', () => {
  test.each<[string, Record<string, unknown>]>([
    ['word for word', {}],
    [
      'with spaces around its texts and empty fields',
      { documentType: ' ', documentUrl: null, parcels: [' 17-1', '17-2 ', ''] },
    ],
    [
      'with parties and parcels in another order',
      { parties: deed().parties && [...(deed().parties as unknown[])].toReversed(), parcels: ['17-2', '17-1'] },
    ],
    ['with the same moment in another zone', { recordedAt: '2026-08-20T19:48:00Z' }],
    ['with other extra, which is not read', { extra: { page: 4 } }],
  ])('is a duplicate with %s', async (_name, changes) => {
    const first = deed()
    expect(await ingest(first)).toEqual({ ...none, accepted: 1 })
    expect(await ingest({ ...first, ...changes })).toEqual({ ...none, duplicates: 1 })
    expect(await stored(first.documentIdentifier)).toMatchObject({ revision: 1 })
  })

  test('is a duplicate whether its letters are composed or not', async () => {
    const first = deed({ parties: [{ name: 'PE\u00d1A, IVO' }] })
    await ingest(first)
    expect(await ingest({ ...first, parties: [{ name: 'PEN\u0303A, IVO' }] })).toEqual({ ...none, duplicates: 1 })
  })

  test.each<[string, Record<string, unknown>]>([
    ['another type', { documentType: 'QC' }],
    ['another moment', { recordedAt: '2026-08-20T14:48:01-05:00' }],
    ['a date without its time', { recordedAt: '2026-08-20' }],
    ['a party more', { parties: [{ name: 'MARLOWE, TESSA' }, { name: 'ORTEGA, LIV' }] }],
    [
      'another role',
      {
        parties: [
          { role: 'GRANTEE', name: 'MARLOWE, TESSA' },
          { role: 'GRANTEE', name: 'BRANDT, IVO' },
        ],
      },
    ],
    ['a parcel less', { parcels: ['17-1'] }],
    ['an address', { documentUrl: 'https://records.example.gov/1' }],
    ['a street address', { parcels: [{ id: '17-1', situsAddress: '12 ELM ST' }, '17-2'] }],
    ['the flag of a restricted record', { restricted: true }],
  ])('is a revision with %s: we keep the old content and match the new', async (_name, changes) => {
    const first = deed()
    await ingest(first)
    const before = await stored(first.documentIdentifier)
    await setup.rows('delete from match_queue where event_id = $1', [before!.id])
    expect(await ingest({ ...first, ...changes })).toEqual({ ...none, revised: 1 })
    expect(await stored(first.documentIdentifier)).toMatchObject({ id: before!.id, revision: 2, queued: true })
    const kept = await setup.rows<{ revision: number; body: Record<string, unknown> }>(
      'select revision, body from event_revision where event_id = $1',
      [before!.id],
    )
    expect(kept).toMatchObject([{ revision: 1, body: { parties: first.parties, parcels: first.parcels } }])
  })

  test('leaves readers only number, type and day of a restricted record, also after a revision', async () => {
    const secret = 'QZSECRET'
    const first = deed({ documentType: 'QCD', documentDescription: secret, legalDescription: secret, restricted: true })
    const rest = { documentUrl: `https://records.example.gov/${secret}`, extra: { note: secret } }
    const readAll = async () =>
      (
        await setup.rows<{ event: string; sealed: string }>(
          `select e::text as event, r::text as sealed from event e left join restricted_content r on r.event_id = e.id
           where document_id = $1`,
          [first.documentIdentifier],
        )
      )[0]
    for (const event of [first, { ...first, ...rest }]) {
      await ingest(event)
      const { event: open, sealed } = (await readAll())!
      expect(open).toContain('QCD')
      expect(open).not.toMatch(/QZSECRET|MARLOWE|17-1/)
      expect(sealed).toMatch(/QZSECRET.*MARLOWE.*17-1/)
    }
    expect(await ingest({ ...first, ...rest })).toEqual({ ...none, duplicates: 1 })
    await ingest({ ...first, ...rest, restricted: false })
    expect((await readAll())?.event).toContain(secret)
    expect((await readAll())?.sealed).toBeNull()
    const kept = await setup.rows<{ body: { restricted: boolean; document_description: string; parcels: string[] } }>(
      `select r.body from event_revision r join event e on e.id = r.event_id where e.document_id = $1 order by r.revision`,
      [first.documentIdentifier],
    )
    const content = { restricted: true, document_description: secret, parcels: ['17-1', '17-2'] }
    expect(kept).toMatchObject([{ body: content }, { body: content }])
  })

  test('stores street addresses with a new record or a revision, and removes them with the next', async () => {
    const first = deed()
    const addressed = { ...first, parcels: [{ id: '17-1', situsAddress: '12 ELM ST' }, '17-2'] }
    const readAddresses = async () => {
      const rows = await setup.rows('select parcels, situs_addresses, restricted from event where document_id = $1', [
        first.documentIdentifier,
      ])
      return rows[0]
    }
    const without = { parcels: ['17-1', '17-2'], situs_addresses: null, restricted: false }
    const stated = { ...without, situs_addresses: { '17-1': '12 ELM ST' } }
    // One document with addresses and one without, in one statement.
    expect(await ingest(addressed, deed())).toEqual({ ...none, accepted: 2 })
    expect(await readAddresses()).toEqual(stated)
    expect(await ingest(first)).toEqual({ ...none, revised: 1 })
    expect(await readAddresses()).toEqual(without)
    expect(await ingest(addressed)).toEqual({ ...none, revised: 1 })
    expect(await readAddresses()).toEqual(stated)
    const kept = await setup.rows<{ body: unknown }>(
      `select r.body from event_revision r join event e on e.id = r.event_id where e.document_id = $1 order by r.revision`,
      [first.documentIdentifier],
    )
    expect(kept).toMatchObject([{ body: stated }, { body: without }])
    for (const restricted of [true, false]) {
      expect(await ingest({ ...addressed, restricted })).toEqual({ ...none, revised: 1 })
      expect(await readAddresses()).toMatchObject({ restricted })
    }
  })

  test('is a further revision when it returns to its first content', async () => {
    const first = deed()
    for (const type of ['A', 'B', 'A']) await ingest({ ...first, documentType: type })
    expect(await stored(first.documentIdentifier)).toMatchObject({ revision: 3, document_type: 'A' })
  })

  test('a revision clears earlier failures of matching', async () => {
    const first = deed()
    await ingest(first)
    const { id } = (await stored(first.documentIdentifier))!
    await setup.rows(`update match_queue set attempts = 3, not_before = now() + interval '1 day' where event_id = $1`, [
      id,
    ])
    await ingest({ ...first, documentType: 'QC' })
    expect(
      await setup.rows('select attempts, not_before <= now() as due from match_queue where event_id = $1', [id]),
    ).toEqual([{ attempts: 0, due: true }])
  })

  test('the last one wins if one call has it twice', async () => {
    const first = deed({ documentType: 'FIRST' })
    const last = { ...first, documentType: 'LAST' }
    expect(await ingest(first, deed(), last)).toEqual({ ...none, accepted: 2, duplicates: 1 })
    expect(await stored(first.documentIdentifier)).toMatchObject({ revision: 1, document_type: 'LAST' })
  })

  test('an unreadable last one does not hide the first in the same call', async () => {
    const first = deed()
    const { accepted, rejected } = await ingest(first, { ...first, recordedAt: 'soon' })
    expect({ accepted, rejected: rejected.map(({ index }) => index) }).toEqual({ accepted: 1, rejected: [1] })
  })

  test('the same number from another feed is another document', async () => {
    const other = await setup.feed()
    const first = deed()
    await ingest(first)
    expect(await setup.ingest(other, [{ index: 0, value: first }])).toEqual({ ...none, accepted: 1 })
  })
})

describe('concurrent callers', () => {
  test('fifty send the same event: one is accepted, and it is stored and queued once', async () => {
    const event = deed()
    const answers = await Promise.all(Array.from({ length: 50 }, () => setup.post(feed.key, { events: [event] })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(sum(answers.map((answer) => answer.json() as IngestAnswer))).toEqual({
      ...none,
      accepted: 1,
      duplicates: 49,
    })
    expect(await stored(event.documentIdentifier)).toMatchObject({ revision: 1, queued: true })
  })

  test('fifty send an event each: every answer counts its own', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ingest(deed())))
    expect(answers).toEqual(answers.map(() => ({ ...none, accepted: 1 })))
  })

  test('fifty send different contents of one document: each is accepted, a revision or a duplicate', async () => {
    const event = deed()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => ingest({ ...event, documentType: `T${i}` })))
    const { accepted, duplicates, revised } = sum(answers)
    expect({ accepted, duplicates, revised }).toEqual({ accepted: 1, duplicates: 0, revised: 49 })
    expect(await stored(event.documentIdentifier)).toMatchObject({ revision: 50 })
    const kept = await setup.rows<{ n: number }>(
      `select count(*)::int as n from event_revision r join event e on e.id = r.event_id where e.document_id = $1`,
      [event.documentIdentifier],
    )
    expect(kept).toEqual([{ n: 49 }])
  })

  // Each caller has its own batcher, as two servers do.
  test.each([
    ['new', 1],
    ['known, with new content', 2],
  ])('two send the same thousand events, %s, in opposite order', async (_name, round) => {
    const events = Array.from({ length: 1_000 }, (_, i) =>
      deed({ documentIdentifier: `ORDER-${i}`, documentType: `${round}` }),
    )
    const second = await openSecondServer()
    const answers = await Promise.all([
      ingest(...events),
      second(
        feed,
        events.toReversed().map((value, index) => ({ index, value })),
      ),
    ])
    const { accepted, duplicates, revised, rejected } = sum(answers)
    expect({ fresh: accepted + revised, duplicates, rejected }).toEqual({
      fresh: 1_000,
      duplicates: 1_000,
      rejected: [],
    })
    const [row] = await setup.rows(
      `select count(*)::int as events, count(q.event_id)::int as queued, min(revision) as low, max(revision) as high
       from event e left join match_queue q on q.event_id = e.id where document_id like 'ORDER-%'`,
    )
    expect(row).toEqual({ events: 1_000, queued: 1_000, low: round, high: round })
  })

  test('two send single revisions of the same events in opposite order', async () => {
    const events = Array.from({ length: 60 }, () => deed())
    await ingest(...events)
    const second = await openSecondServer()
    const changed = events.map((event) => ({ ...event, documentType: 'CHANGED' }))
    const answers = await Promise.all([
      ...changed.map((event) => ingest(event)),
      ...changed.toReversed().map((value) => second(feed, [{ index: 0, value }])),
    ])
    expect(sum(answers)).toEqual({ ...none, revised: 60, duplicates: 60 })
  })
})

async function openSecondServer() {
  const { createIngest } = await import('./ingest-events.ts')
  return createIngest(setup.deps)
}

describe('an event that the database refuses', () => {
  test('is refused alone, whether it was sent singly among others or in a large call', async () => {
    await setup.asOwner(`alter table event add constraint no_poison check (document_type <> 'POISON')`)
    const bad = () => deed({ documentType: 'POISON' })
    const singles = await Promise.all([...Array.from({ length: 30 }, () => ingest(deed())), ingest(bad())])
    expect(sum(singles)).toMatchObject({
      accepted: 30,
      rejected: [{ problems: ['the database could not keep this event'] }],
    })

    const many = Array.from({ length: 300 }, (_, i) => (i === 170 ? bad() : deed()))
    expect(await ingest(...many)).toMatchObject({ accepted: 299, rejected: [{ index: 170 }] })

    const known = deed()
    await ingest(known)
    expect(await ingest({ ...known, documentType: 'POISON' }, deed())).toMatchObject({
      accepted: 1,
      rejected: [{ index: 0 }],
    })
    expect(await stored(known.documentIdentifier)).toMatchObject({ revision: 1 })
    const kept = await setup.rows(`select 1 from quarantine where body->>'documentType' = 'POISON'`)
    expect(kept).toHaveLength(3)
  })
})

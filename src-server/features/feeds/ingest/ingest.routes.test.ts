import Fastify from 'fastify'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedLimits, type IngestAnswer } from '#shared/contract/feed.ts'
import { type FeedFixture, openFeedFixture } from '#tests/fixtures/feed.ts'
import { ingestRoutes } from './ingest.routes.ts'

let setup: FeedFixture
let feed: Awaited<ReturnType<FeedFixture['feed']>>
beforeAll(async () => {
  setup = await openFeedFixture()
  feed = await setup.feed()
})
afterAll(() => setup.close())

let ids = 0
const deed = (changes: Record<string, unknown> = {}) => ({
  documentIdentifier: `D-${++ids}`,
  recordedAt: '2026-08-20',
  parties: [{ role: 'GRANTOR', name: 'MARLOWE, TESSA' }],
  ...changes,
})
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('the call as a whole', () => {
  type Call = [
    name: string,
    body: string | Buffer,
    headers: Record<string, string>,
    status: number,
    message: RegExp | null,
  ]
  const json = JSON.stringify({ events: [deed({ documentIdentifier: 'WHOLE' })] })
  const csv = { 'content-type': 'text/csv' }
  const ndjson = { 'content-type': 'application/x-ndjson' }
  const gzip = { 'content-encoding': 'gzip' }
  const calls: Call[] = [
    ['no key', json, { authorization: '' }, 401, /feed key/],
    ['a wrong key', json, { authorization: 'Bearer feed_wrong' }, 401, /feed key/],
    ['another scheme', json, { authorization: 'Basic Zm9vOmJhcg==' }, 401, /feed key/],
    ['an overlong key', json, { authorization: `Bearer ${'x'.repeat(5000)}` }, 401, /feed key/],
    ['a wrong key before a wrong body', '{', { authorization: 'Bearer no', 'content-type': 'x/y' }, 401, /feed key/],
    ['a broken body', '{"events": [', {}, 400, /not valid JSON/],
    ['an empty body', '', {}, 400, /not valid JSON/],
    ['a list instead of an object', '[]', {}, 400, /"events"/],
    ['no events', '{}', {}, 400, /"events"/],
    ['events that are no list', '{"events": {}}', {}, 400, /"events"/],
    ['another key beside events', '{"events": [], "event": []}', {}, 400, /"events"/],
    ['text that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}, 400, /UTF-8/],
    ['an unknown content type', json, { 'content-type': 'application/xml' }, 415, /content type/],
    [
      'a form, which curl sends unasked',
      json,
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      /content type/,
    ],
    ['an unknown coding', json, { 'content-encoding': 'br' }, 415, /gzip/],
    ['an unknown character set', json, { 'content-type': 'application/json; charset=klingon' }, 415, /character set/],
    ['gzip that is none', json, gzip, 400, /gzip/],
    ['gzip cut short', gzipSync(json).subarray(0, 40), gzip, 400, /gzip/],
    ['a gzip bomb', gzipSync(Buffer.alloc(60 * 1024 * 1024)), gzip, 413, /50 MB/],
    ['an oversize body', Buffer.alloc(feedLimits.wireBytes + 1, ' '), {}, 413, /10 MB/],
    ['a bomb of empty objects', gzipSync(`{"events": [${'{},'.repeat(6_000_000)}{}]}`), gzip, 413, /10,000 events/],
    ['a sheet as wide as it is long', `documentIdentifier,recordedAt${','.repeat(5_000)}`, csv, 400, /1,000 columns/],
    ['too many events', JSON.stringify({ events: Array(10_001).fill(1) }), {}, 413, /10,000/],
    ['too many lines', '1\n'.repeat(10_001), ndjson, 413, /10,000/],
    [
      'too many documents',
      `documentIdentifier,recordedAt\n${Array.from({ length: 10_001 }, (_, i) => `${i},x\n`).join('')}`,
      csv,
      413,
      /10,000/,
    ],
    [
      'a sheet without its first column',
      'recordedAt,name\n2026-08-20,A',
      csv,
      400,
      /Missing column documentIdentifier/,
    ],
    ['a sheet without its fourth column', 'documentIdentifier,name\n1,A', csv, 400, /Missing column recordedAt/],
    ['a sheet with a column misspelt', 'documentIdentifier,recordedAt,parcels\n1,2026-08-20,7', csv, 400, /parcels/],
    ['a column twice', 'documentIdentifier,recordedAt,name,name\n', csv, 400, /appears twice/],
    ['a quote never closed', 'documentIdentifier,recordedAt,name\n1,2026-08-20,"A\n', csv, 400, /not valid CSV/],
    ['a quiet day in JSON', '{"events": []}', {}, 200, null],
    ['a quiet day in lines', '', ndjson, 200, null],
    ['a quiet day in a sheet', '', csv, 200, null],
    ['a sheet of a header alone', 'documentIdentifier,recordedAt\n', csv, 200, null],
  ]
  test.each(calls)('%s', async (_name, body, headers, status, message) => {
    const answer = await setup.post(feed.key, body, headers)
    expect(answer.statusCode).toBe(status)
    if (message) expect((answer.json() as { message: string }).message).toMatch(message)
    else expect(answer.json()).toEqual({ accepted: 0, duplicates: 0, revised: 0, rejected: [] })
  })

  test('none of these calls stored anything', async () => {
    expect(await setup.rows('select document_id from event')).toEqual([])
  })
})

describe('one item of a call', () => {
  const faults: [name: string, item: unknown, problem: RegExp][] = [
    ['null', null, /must be an object/],
    ['a number', 7, /must be an object/],
    ['a list', [], /must be an object/],
    ['nothing in it', {}, /documentIdentifier is required/],
    ['no document id', deed({ documentIdentifier: undefined }), /documentIdentifier is required/],
    ['an empty document id', deed({ documentIdentifier: '  ' }), /documentIdentifier is required/],
    ['a document id that is a list', deed({ documentIdentifier: [1] }), /documentIdentifier must be text or a number/],
    [
      'a number too long to be exact',
      '{"documentIdentifier": 12345678901234567890, "recordedAt": "2026-08-20", "parcels": ["1"]}',
      /read exactly/,
    ],
    ['no recorded date', deed({ recordedAt: null }), /recordedAt is required/],
    ['a date that is none', deed({ recordedAt: '2026-02-30' }), /recordedAt is not a date/],
    ['a date in words', deed({ recordedAt: 'yesterday' }), /recordedAt is not a date/],
    ['a date that is a number', deed({ recordedAt: 20260820 }), /recordedAt must be text/],
    ['no parties and no parcels', deed({ parties: [] }), /no parties and no parcels/],
    ['parties that name nobody', deed({ parties: [{ role: 'GRANTOR', name: ' ' }] }), /no parties and no parcels/],
    [
      'too many parties',
      deed({ parties: Array.from({ length: 1_001 }, () => ({})) }),
      /parties has more than 1,000 parties/,
    ],
    [
      'too many fields',
      Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, i])),
      /more than 100 fields/,
    ],
    ['parties that are no list', deed({ parties: 'MARLOWE' }), /parties must be a list/],
    ['a party that is text', deed({ parties: ['MARLOWE'] }), /parties\[0\] must be an object/],
    ['a party with an unknown key', deed({ parties: [{ nom: 'MARLOWE' }] }), /parties\[0\]\.nom is not a field/],
    ['a name that is a number', deed({ parties: [{ name: 5 }] }), /parties\[0\]\.name must be text/],
    ['a name in two forms', deed({ parties: [{ name: 'A B', lastName: 'B' }] }), /one form only/],
    ['a NUL in a name', deed({ parties: [{ name: 'MAR\0LOWE' }] }), /parties\[0\]\.name contains an invalid character/],
    [
      'a lone surrogate in a name',
      deed({ parties: [{ lastName: 'MARLOWE\ud83d' }] }),
      /lastName contains an invalid character/,
    ],
    [
      'a NUL in the document id',
      deed({ documentIdentifier: 'D\0' }),
      /documentIdentifier contains an invalid character/,
    ],
    ['a NUL in a parcel', deed({ parcels: ['1\0'] }), /parcels\[0\] contains an invalid character/],
    ['an unknown key', deed({ grantor: 'MARLOWE' }), /grantor is not a field of an event/],
    ['an address of another scheme', deed({ documentUrl: 'javascript:alert(1)' }), /documentUrl must be a URL/],
    ['an address that is none', deed({ documentUrl: 'https://' }), /documentUrl must be a URL/],
    ['a name too long', deed({ parties: [{ name: 'A'.repeat(501) }] }), /longer than 500/],
    [
      'too many parties',
      deed({ parties: Array.from({ length: 1001 }, () => ({ name: 'A' })) }),
      /more than 1,000 parties/,
    ],
    ['too many parcels', deed({ parcels: Array(1001).fill('1') }), /more than 1,000 parcels/],
    ['extra too long', deed({ extra: 'x'.repeat(70_000) }), /extra is longer/],
    ['a NUL in extra', deed({ extra: 'a\0b' }), /^extra contains an invalid character/],
    ['a NUL deep in extra', deed({ extra: { pages: [1, { note: 'a\0b' }] } }), /^extra contains an invalid character/],
    ['a NUL in a key of extra', deed({ extra: { book: { 'pa\0ge': 4 } } }), /^extra contains an invalid character/],
    ['a NUL after a backslash in extra', deed({ extra: { path: 'C:\\\0' } }), /^extra contains an invalid character/],
    ['a lone surrogate in extra', deed({ extra: ['\ud83d'] }), /^extra contains an invalid character/],
    ['the other half in extra', deed({ extra: { '\ude00': 1 } }), /^extra contains an invalid character/],
    [
      'extra nested too deep',
      `{"documentIdentifier": "deep", "recordedAt": "2026-08-20", "parcels": ["1"], "extra": ${nested(5_000)}}`,
      /extra is nested/,
    ],
    ['nested beyond all measure', nested(200_000), /too many values/],
    ['one object of far too many', `{"parties": [${'{},'.repeat(99_999)}{}]}`, /too many values/],
  ]
  test.each(faults)('%s', async (_name, item, problem) => {
    const sent = typeof item === 'string' ? item : JSON.stringify(item)
    const good = deed()
    const alone = await setup.post(feed.key, `{"events": [${sent}]}`)
    expect(alone.statusCode).toBe(422)
    const beside = await setup.post(feed.key, `{"events": [${sent}, ${JSON.stringify(good)}]}`)
    expect(beside.statusCode).toBe(200)
    const { rejected, ...counts } = beside.json() as IngestAnswer
    expect(counts).toEqual({ accepted: 1, duplicates: 0, revised: 0 })
    expect(rejected).toHaveLength(1)
    expect(rejected[0]!.index).toBe(0)
    expect(rejected[0]!.problems.join('\n')).toMatch(problem)
    expect(await setup.rows('select 1 from event where document_id = $1', [good.documentIdentifier])).toHaveLength(1)
  })

  test('quarantines each faulty item once, as it was sent, though it was sent twice', async () => {
    const kept = await setup.rows<{ body: unknown; problems: string[] }>('select body, problems from quarantine')
    expect(kept).toHaveLength(faults.length)
    expect(kept.map(({ body }) => body)).toContainEqual(null)
    expect(kept.map(({ body }) => JSON.stringify(body))).toContain(JSON.stringify(faults[19]![1]))
    expect(kept.every(({ problems }) => problems.length > 0)).toBe(true)
  })

  const nobody = 'the event has no parties and no parcels; send at least one'
  const notADate = 'recordedAt is not a date; write it as 2026-08-20 or 2026-08-20T14:48:00'
  test.each<[string, unknown, string[]]>([
    ['nothing in it', {}, ['documentIdentifier is required', 'recordedAt is required', nobody]],
    [
      'faults of every kind',
      {
        documentIdentifier: 1,
        recordedAt: 'soon',
        documentType: 7,
        nom: 'x',
        parties: [{}],
        parcels: [' '],
        extra: '\0',
      },
      [
        'documentType must be text',
        'nom is not a field of an event; put additional data in extra',
        notADate,
        nobody,
        'extra contains an invalid character (NUL or an unpaired surrogate)',
      ],
    ],
    // The fields that these names stand for are present.
    [
      'parties that cannot be read',
      { documentIdentifier: 1, recordedAt: 'soon', parties: 'M' },
      ['parties must be a list', notADate],
    ],
  ])('%s: reports all faults together', async (_name, item, problems) => {
    const answer = await setup.post(feed.key, { events: [item] })
    expect(answer.statusCode).toBe(422)
    expect((answer.json() as IngestAnswer).rejected[0]!.problems).toEqual(problems)
  })
})

describe('what is accepted', () => {
  test('stores an event of every field in its columns', async () => {
    const answer = await setup.post(feed.key, {
      events: [
        {
          documentIdentifier: 2026004711,
          documentType: ' WD ',
          documentDescription: 'Warranty deed',
          recordedAt: '2026-08-20T14:48:00',
          documentUrl: 'https://records.example.gov/2026004711',
          legalDescription: 'LOT 3',
          parties: [
            { role: 'GRANTOR', name: 'MARLOWE, TESSA', firstName: '', businessName: null },
            { firstName: 'Ivo', lastName: 'Brandt', suffix: 'JR' },
            { role: 'GRANTEE', businessName: 'Harbor & Pine LLC' },
            { role: 'GRANTEE', name: '' },
          ],
          parcels: ['17-03-123-045', ''],
          // Backslashes of the text itself, other control characters and whole pairs are valid.
          extra: { book: 12, path: 'C:\\u0000 \\ud83d', odd: 'a\u0001b', whole: '\ud83d\ude00' },
        },
      ],
    })
    expect(answer.json()).toEqual({ accepted: 1, duplicates: 0, revised: 0, rejected: [] })
    const [row] = await setup.rows(
      `select document_type, document_description, recorded_at, recorded_has_time, recorded_on, document_url,
         legal_description, parties, parcels, spoilt_parcels, extra::text from event where document_id = '2026004711'`,
    )
    expect(row).toEqual({
      document_type: 'WD',
      document_description: 'Warranty deed',
      recorded_at: new Date('2026-08-20T19:48:00Z'),
      recorded_has_time: true,
      recorded_on: '2026-08-20',
      document_url: 'https://records.example.gov/2026004711',
      legal_description: 'LOT 3',
      parties: [
        { role: 'GRANTOR', name: 'MARLOWE, TESSA' },
        { firstName: 'Ivo', lastName: 'Brandt', suffix: 'JR' },
        { role: 'GRANTEE', businessName: 'Harbor & Pine LLC' },
      ],
      parcels: ['17-03-123-045'],
      spoilt_parcels: null,
      extra: String.raw`{"book":12,"path":"C:\\u0000 \\ud83d","odd":"a\u0001b","whole":"😀"}`,
    })
  })

  test('keeps a range too long to list among the parcels, and tells staff why', async () => {
    const answer = await setup.post(feed.key, {
      events: [
        { ...deed(), documentIdentifier: 'ranges', parcels: ['17-1 THRU 17-3', '17-1 THRU 17-900', '1.10E+11'] },
      ],
    })
    expect(answer.json()).toMatchObject({ accepted: 1, rejected: [] })
    const [row] = await setup.rows(`select parcels, spoilt_parcels from event where document_id = 'ranges'`)
    expect(row).toEqual({
      parcels: ['17-1 THRU 17-3', '17-1 THRU 17-900'],
      spoilt_parcels: [
        { value: '17-1 THRU 17-900', reason: expect.stringMatching(/^We could not list every parcel in this range/) },
        { value: '1.10E+11', reason: expect.stringMatching(/^A spreadsheet rounded/) },
      ],
    })
  })

  test('lines, one of them broken', async () => {
    const good = [deed(), deed()].map((event) => JSON.stringify(event))
    const answer = await setup.post(feed.key, `\uFEFF${good[0]}\r\n\n{"documentIdentifier": \n${good[1]}`, {
      'content-type': 'application/x-ndjson',
    })
    expect(answer.json()).toEqual({
      accepted: 2,
      duplicates: 0,
      revised: 0,
      rejected: [{ index: 1, documentIdentifier: null, problems: ['the line is not valid JSON'] }],
    })
    const [kept] = await setup.rows<{ body: string }>('select body from quarantine order by id desc limit 1')
    expect(kept?.body).toBe('{"documentIdentifier":')
  })

  test('a sheet, grouped by document, compressed and with a byte order mark', async () => {
    const sheet = [
      '\uFEFFdocumentIdentifier,documentType,RecordedAt,role,name,businessName,parcel',
      'S1,WD,2026-08-20,GRANTOR,"MARLOWE, TESSA",,17-1',
      'S2,QC,2026-08-21,GRANTOR,"BRANDT, IVO",,',
      'S1,,2026-08-20,GRANTEE,,Harbor & Pine LLC,17-1',
      'S1,,2026-08-20,,,,17-2',
      ',WD,2026-08-20,GRANTOR,NOBODY,,',
      'S3,WD,2026-08-20,GRANTOR,MARLOWE, TESSA,,17-1',
    ].join('\n')
    const answer = await setup.post(feed.key, gzipSync(sheet), {
      'content-type': 'text/csv; charset=utf-8',
      'content-encoding': 'gzip',
    })
    expect(answer.json()).toEqual({
      accepted: 2,
      duplicates: 0,
      revised: 0,
      rejected: [
        { index: 4, documentIdentifier: null, problems: ['documentIdentifier is required'] },
        { index: 5, documentIdentifier: 'S3', problems: [expect.stringContaining('more cells than the header')] },
      ],
    })
    const [row] = await setup.rows(`select document_type, parties, parcels from event where document_id = 'S1'`)
    expect(row).toEqual({
      document_type: 'WD',
      parties: [
        { role: 'GRANTOR', name: 'MARLOWE, TESSA' },
        { role: 'GRANTEE', businessName: 'Harbor & Pine LLC' },
      ],
      parcels: ['17-1', '17-2'],
    })
  })

  test('a sheet in another character set that it names', async () => {
    const sheet = Buffer.from('documentIdentifier,recordedAt,name\nP1,2026-08-20,"PE\u00d1A, IVO"', 'latin1')
    const answer = await setup.post(feed.key, sheet, { 'content-type': 'text/csv; charset=windows-1252' })
    expect(answer.statusCode).toBe(200)
    const [row] = await setup.rows<{ parties: { name: string }[] }>(
      `select parties from event where document_id = 'P1'`,
    )
    expect(row?.parties[0]?.name).toBe('PEÑA, IVO')
  })

  test('a sheet by the feed’s own mapping', async () => {
    const mapped = await setup.feed({
      mapping: {
        documentIdentifier: 'RECNO',
        recordedAt: 'FILED',
        parties: [
          { role: 'GRANTOR', name: 'FROM' },
          { role: 'GRANTEE', name: 'TO' },
        ],
        parcels: ['APN'],
        extra: ['PRICE'],
      },
    })
    const sheet = 'RECNO,FILED,FROM,TO,APN,PRICE,CLASS\n55,08/20/2026 02:48 PM,"MARLOWE, T",BRANDT IVO,0171,12,H\n'
    const answer = await setup.post(mapped.key, sheet, { 'content-type': 'text/csv' })
    expect(answer.json()).toMatchObject({ accepted: 1 })
    const [row] = await setup.rows(
      'select document_id, recorded_at, parties, parcels, extra from event where feed_id = $1',
      [mapped.id],
    )
    expect(row).toEqual({
      document_id: '55',
      recorded_at: new Date('2026-08-20T19:48:00Z'),
      parties: [
        { role: 'GRANTOR', name: 'MARLOWE, T' },
        { role: 'GRANTEE', name: 'BRANDT IVO' },
      ],
      parcels: ['0171'],
      extra: { PRICE: '12' },
    })
  })

  test('ten thousand events in one call', async () => {
    const events = Array.from({ length: 10_000 }, (_, i) => deed({ documentIdentifier: `TEN-${i}` }))
    const answer = await setup.post(feed.key, { events })
    const { rejected, ...rest } = answer.json() as IngestAnswer
    expect({ ...rest, rejected: rejected.slice(0, 2) }).toEqual({
      accepted: 10_000,
      duplicates: 0,
      revised: 0,
      rejected: [],
    })
    const [counts] = await setup.rows(
      `select count(*)::int as events, count(q.event_id)::int as queued from event e left join match_queue q on q.event_id = e.id where document_id like 'TEN-%'`,
    )
    expect(counts).toEqual({ events: 10_000, queued: 10_000 })
    expect(setup.rings).toContain('wakeMatching')
  })
})

const call = (key: string, body: unknown) => ({
  method: 'POST' as const,
  url: '/ingest/v1/events',
  headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  payload: JSON.stringify(body),
})

describe('an overloaded server', () => {
  test('asks a feed to send further calls again, and then takes them', async () => {
    const busy = Fastify({ logger: false })
    const admission = { callsPerFeed: 2, bytesPerFeed: 1e9, bytesInAll: 1e9 }
    await ingestRoutes(busy, { ...setup.deps, admission })
    const bodies = Array.from({ length: 12 }, () => ({ events: [deed()] }))
    const answers = await Promise.all(
      bodies.map(async (body) => ({ body, answer: await busy.inject(call(feed.key, body)) })),
    )
    const refused = answers.filter(({ answer }) => answer.statusCode === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(answers.filter(({ answer }) => answer.statusCode === 200).length).toBe(12 - refused.length)
    for (const { body, answer } of refused) {
      expect(answer.headers['retry-after']).toBe('1')
      expect((await busy.inject(call(feed.key, body))).json()).toMatchObject({ accepted: 1 })
    }
    await busy.close()
  })

  test('answers a client that sends forty megabytes without announcing them, instead of cutting it off', async () => {
    const open = Fastify({ logger: false })
    await ingestRoutes(open, setup.deps)
    const address = await open.listen({ host: '127.0.0.1', port: 0 })
    const { headers, url } = call(feed.key, {})
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    let sent = 0
    const body = new ReadableStream({
      pull: (controller) => {
        if (++sent > 40) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const sending: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await fetch(address + url, sending)
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({ message: 'The body is larger than 10 MB.' })
    await open.close()
  })
})

import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import { bodyLimitFor } from '#server/http/api/json-bodies.ts'
import { feedLimits } from '#shared/contract/feed.ts'
import { rollLimits, rollPiecePath } from '#shared/contract/roll-load.ts'
import { serverPages } from '#shared/contract/server-pages.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { metaOf, procedures, restRoutes } from '#tests/helpers/procedures.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { plainRoutes } from '../access/expected/routes.ts'
import { announceBody } from './announce-body.ts'
import { changesState, nonsenseFor } from './bodies.ts'
import { measureLoopHold } from './loop-hold.ts'

/**
 * Sends the largest nonsense that each endpoint permits, and one byte more: it must not block other callers, break
 * anything or stay in memory. Covers every procedure over tRPC and its REST paths, and every other route that takes a
 * body.
 */
let server: TestServer
let user: TestUser
let feedKey: string
beforeAll(async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  server = await startTestServer({
    listen: true,
    env: {
      SENDGRID_WEBHOOK_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
      TWILIO_AUTH_TOKEN: 'token of tests',
    },
  })
  user = await makeUser(server.deps.db, { role: 'FOREVER' })
  const { id } = await createFeed(server.deps.db, null, { name: 'Recorder' })
  feedKey = (await createFeedKey(server.deps.db, null, id)).key
})
afterAll(() => server.stop())

const ownPage = { 'sec-fetch-site': 'same-origin' }
/** Of what all doors take together; and signatures that a provider could have made. */
const signed = {
  'x-twilio-signature': `${'A'.repeat(27)}=`,
  'x-twilio-email-event-webhook-signature': `${'A'.repeat(95)}=`,
  'x-twilio-email-event-webhook-timestamp': '1700000000',
}

/** A session that was just begun, since some calls end it, and throttles that have counted nothing. */
async function freshSession(): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const id = createHash('sha256').update(token).digest('hex')
  await sql`insert into session (id, user_id, expires_at, confirmed_at)
    values (${id}, ${user.id}, now() + interval '9 hours', now())`.execute(server.deps.db)
  await server.deps.db.deleteFrom('throttle').execute()
  return `session=${token}`
}

/** Calls up to three times, until it holds the loop for less: what else runs in this process is no fault of the call. */
async function held(call: InjectOptions, most: number): Promise<{ hold: number; total: number; status: number }> {
  let best = { hold: Infinity, total: Infinity, status: 0 }
  for (let tries = 0; tries < 3 && best.hold > most; tries++) {
    const { hold, total, value } = await measureLoopHold(() => server.app.inject(call))
    if (hold < best.hold) best = { hold: Math.round(hold), total: Math.round(total), status: value.statusCode }
  }
  return best
}

/** A GET says all in its address, which is 16 KB at most. */
const addressBytes = 12_000
const json = { 'content-type': 'application/json' }

function* callsFor(procedure: string): Generator<[label: string, call: InjectOptions]> {
  const changes = changesState(procedure)
  for (const [kind, body] of nonsenseFor(procedure, bodyLimitFor(metaOf(procedure)))) {
    const save = procedure.endsWith('.save') && body.startsWith('{') ? `{"value":${body.trimEnd()}}` : body
    // The pages post reads, too.
    yield [`tRPC, ${kind}`, { method: 'POST', url: `/trpc/${procedure}`, payload: save, headers: json }]
    if (changes || kind !== 'no JSON') continue
    const input = encodeURIComponent(body.slice(0, addressBytes))
    yield [`tRPC by GET, ${kind}`, { method: 'GET', url: `/trpc/${procedure}?input=${input}` }]
  }
  for (const { method, path } of restRoutes().filter((route) => route.procedure === procedure)) {
    const url = `/api${path.replaceAll(/:\w+/g, '1')}`
    if (method === 'GET') {
      yield [`GET ${url}`, { method, url: `${url}?${'a=1&'.repeat(addressBytes / 4)}` }]
      continue
    }
    for (const [kind, payload] of nonsenseFor(procedure, bodyLimitFor(metaOf(procedure))))
      yield [`POST ${url}, ${kind}`, { method, url, payload, headers: json }]
  }
}

describe('at endpoints with and without a session', () => {
  test.each(Object.keys(procedures))('%s', async (procedure) => {
    const wrong: unknown[] = []
    const cookie = await freshSession()
    const caller = metaOf(procedure).access === 'anyone' ? ownPage : { ...ownPage, cookie }
    for (const [label, call] of callsFor(procedure)) {
      const { hold, status } = await held({ ...call, headers: { ...call.headers, ...caller } }, 100)
      if (hold > 100 || status >= 500 || status < 200) wrong.push({ label, hold, status })
    }
    expect(wrong).toEqual([])
  })

  test.each<[string, string, string]>([
    ['/webhooks/twilio/inbound', 'application/x-www-form-urlencoded', 'a=&'.repeat(21_845)],
    ['/webhooks/twilio/status', 'application/x-www-form-urlencoded', `a=${'&a='.repeat(298)}${'%41'.repeat(21_000)}`],
    ['/webhooks/sendgrid', 'application/json', '['.repeat(1024 * 1024)],
    ['/unsubscribe/x', 'application/x-www-form-urlencoded', 'List-Unsubscribe '.repeat(900)],
    ['/nowhere', 'application/json', '['.repeat(64 * 1024)],
  ])('%s', async (url, type, payload) => {
    const headers = { ...signed, 'content-type': type }
    const { hold, status } = await held({ method: 'POST', url, payload, headers }, 100)
    expect(hold).toBeLessThanOrEqual(100)
    expect([400, 403, 404, 413]).toContain(status)
  })
})

const keys = (count: number, mark = '') =>
  `{${Array.from({ length: count }, (_, place) => `"k${mark}${place}":1`).join(',')}}`
const csv = { 'content-type': 'text/csv' }
const lines = { 'content-type': 'application/x-ndjson' }
const packed = { 'content-encoding': 'gzip' }
const gzip = { ...json, ...packed }
const header = 'documentIdentifier,recordedAt,name\n'

describe('at the feed endpoint', () => {
  test.each<[string, () => string | Buffer, Record<string, string>]>([
    ['brackets alone', () => '['.repeat(9_000_000), json],
    ['one event of 600,000 keys', () => `{"events":[${keys(600_000)}]}`, json],
    [
      'objects of different keys',
      () => `{"events":[${[...Array(2_000).keys()].map((p) => keys(60, `${p}x`)).join()}]}`,
      json,
    ],
    ['lines of different keys', () => [...Array(2_000).keys()].map((p) => keys(60, `${p}x`)).join('\n'), lines],
    ['a header of 9 million columns', () => ','.repeat(9_000_000), csv],
    ['a row of 9 million cells', () => header + ','.repeat(9_000_000), csv],
    ['rows of one document without end', () => header + '1,2026-08-20,MARLOWE\n'.repeat(150_000), csv],
    ['0.8 MB of short rows of one document', () => header + '1\n'.repeat(400_000), csv],
    ['9 MB of short rows of one document', () => header + '1\n'.repeat(4_500_000), csv],
    ['as many short rows as a call may have', () => header + '1\n'.repeat(199_000), csv],
    ['as many cells as a call may have', () => header + `1${','.repeat(9_000)}\n`.repeat(550), csv],
    ['one cell of 10 MB', () => `${header}1,2026-08-20,"${'A'.repeat(9_900_000)}"\n`, csv],
    ['one cell of 50 MB', () => gzipSync(`${header}1,2026-08-20,"${'A'.repeat(52_000_000)}"\n`), { ...csv, ...packed }],
    ['50 MB of commas', () => gzipSync(header + `1${','.repeat(9_000)}\n`.repeat(5_500)), { ...csv, ...packed }],
    ['50 MB of empty lines in a sheet', () => gzipSync(header + '\n'.repeat(50_000_000)), { ...csv, ...packed }],
    ['50 MB of empty lines', () => gzipSync(`${'\n'.repeat(50_000_000)}1`), { ...lines, ...packed }],
    ['lines of one document', () => '{"documentIdentifier":"1"}\n'.repeat(10_000), lines],
    ['events of one document', () => `{"events":[${Array(10_000).fill('{"documentIdentifier":"1"}').join()}]}`, json],
    ['50 MB of empty objects in one event', () => gzipSync(`{"events":[{"a":[${'{},'.repeat(17_000_000)}{}]}]}`), gzip],
    ['one text of 50 MB', () => gzipSync(`{"events":["${'a'.repeat(52_000_000)}"]}`), gzip],
  ])('%s', async (_what, make, headers) => {
    const authorization = `Bearer ${feedKey}`
    const call = { method: 'POST', url: '/ingest/v1/events', payload: make() } as const
    const { hold, total, status } = await held({ ...call, headers: { ...headers, authorization } }, 1_000)
    expect(hold).toBeLessThanOrEqual(1_000)
    // In turns, too, it must not keep the processor from everybody else.
    expect(total).toBeLessThanOrEqual(10_000)
    expect([400, 413, 422]).toContain(status)
  })
})

/** Every route that takes a body, each with the content types that it serves and the bytes that it takes. */
function bodyRoutes(): { path: string; serves: string[]; limit: number }[] {
  const serves = ['application/json']
  const byteLimitFor = (procedure: string) => bodyLimitFor(metaOf(procedure))
  const long = Object.keys(procedures).find((name) => metaOf(name).longText) ?? ''
  const form = 'application/x-www-form-urlencoded'
  return [
    ...Object.keys(procedures).map((name) => ({ path: `/trpc/${name}`, serves, limit: byteLimitFor(name) })),
    { path: `/trpc/auth.login,${long}`, serves, limit: byteLimitFor(long) },
    { path: '/trpc/no.such', serves, limit: bodyLimitFor({}) },
    ...restRoutes()
      .filter(({ method }) => method === 'POST')
      .map(({ path, procedure }) => ({ path: `/api${path}`, serves, limit: byteLimitFor(procedure) })),
    { path: '/ingest/v1/events', serves: [...serves, 'application/x-ndjson', 'text/csv'], limit: feedLimits.wireBytes },
    { path: '/webhooks/sendgrid', serves, limit: 1024 * 1024 },
    { path: '/webhooks/twilio/status', serves: [form], limit: 64 * 1024 },
    { path: '/webhooks/twilio/inbound', serves: [form], limit: 64 * 1024 },
    { path: rollPiecePath, serves: ['application/octet-stream'], limit: rollLimits.pieceBytes },
    ...serverPages.map((start) => ({ path: `${start}/:token`, serves: [form], limit: 16 * 1024 })),
  ]
}

const contentTypes = [
  'application/json',
  'application/x-ndjson',
  'text/csv',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
]
const gigabyte = 1024 ** 3

test('refuses one byte too many before reading, and every unsupported content type', async () => {
  const cookie = await freshSession()
  const headers = { ...ownPage, ...signed, cookie, authorization: `Bearer ${feedKey}` }
  const wrong: unknown[] = []
  const ask = async ({ path, serves, limit }: ReturnType<typeof bodyRoutes>[number]) => {
    // Unsubscribing asks no more of a content type than that it holds the two words.
    const servesAll = path.startsWith('/unsubscribe/')
    for (const type of contentTypes) {
      const served = serves.includes(type) || servesAll
      // The feed's door reads off what is too much, unkept, so that its client sees the answer (ingest.routes.ts).
      if (served && path.startsWith('/ingest/')) continue
      const status = await announceBody(
        server.address,
        path,
        { ...headers, 'content-type': type },
        served ? limit + 1 : gigabyte,
      )
      if (status !== (served ? 413 : 415)) wrong.push({ path, type, status })
    }
  }
  const doors = bodyRoutes()
  for (let start = 0; start < doors.length; start += 20) {
    await server.deps.db.deleteFrom('throttle').execute()
    await Promise.all(doors.slice(start, start + 20).map(ask))
  }
  expect(wrong).toEqual([])
})

test('every route that takes a body is tested above', () => {
  const walked = new Set(bodyRoutes().map(({ path }) => `POST ${path}`))
  const taking = server.app.routeTable.filter((route) => !/^(GET|HEAD|OPTIONS) /.test(route))
  expect(taking.filter((route) => !walked.has(route) && !route.startsWith('POST /trpc/:path'))).toEqual([])
  expect(Object.keys(plainRoutes).filter((route) => route.startsWith('POST ') && !walked.has(route))).toEqual([])
})

test('leaves nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const used = () => {
    collect()
    const { heapUsed, external, arrayBuffers } = process.memoryUsage()
    return (heapUsed + external + arrayBuffers) / 1024 ** 2
  }
  const some = Object.keys(procedures).filter((_, place) => place % 12 === 0)
  const round = async () => {
    for (const procedure of some) {
      const cookie = await freshSession()
      for (const [, call] of callsFor(procedure))
        await server.app.inject({ ...call, headers: { ...call.headers, ...ownPage, cookie } })
    }
  }
  await round()
  const before = used()
  await round()
  await round()
  // What sockets and buffers leave is freed a few turns later.
  await expect.poll(() => used() - before).toBeLessThan(20)
})

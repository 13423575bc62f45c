import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import type { Role } from '#shared/contract/roles.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { procedures } from '#tests/helpers/procedures.ts'
import { startWorker, type Worker } from '#worker/start.ts'
import type { Table } from './cells.ts'
import { callEndpoint, endpointsFor } from './endpoints.ts'
import { accounts } from './expected/accounts.ts'
import { alerts } from './expected/alerts.ts'
import { panel } from './expected/panel.ts'
import type { Target } from './records.ts'
import { type AccessWorld, browserFor, openWorld } from './world.ts'

// cspell:ignore qzcanary regnamespace
/** A time of day that is not now in any zone of the county: readers see when they were last active. */
const canaryTime =
  new Date().getUTCHours() < 12 ? { shown: '1:37 PM', recorded: '13:37' } : { shown: '1:37 AM', recorded: '01:37' }

/**
 * A canary in every field of restricted records except their number, type and day: no reader of them may ever see it.
 * The alerts that match are the readers' own. The minutes along a chart are not a time of a record.
 */
const canary = new RegExp(`qzcanary|(?<!\\d|"label":")${canaryTime.shown}`, 'i')
const table: Table = { ...accounts, ...alerts, ...panel }
const parcelId = '17-03-200-011'

const record = (documentIdentifier: string, change: object = {}) => ({
  documentIdentifier,
  documentType: 'QCD',
  documentDescription: 'Deed QZCANARY',
  recordedAt: `${new Date().toISOString().slice(0, 10)}T${canaryTime.recorded}:00`,
  documentUrl: 'https://records.example.org/QZCANARY',
  legalDescription: 'LOT QZCANARY',
  parties: [
    { role: 'QZCANARY', name: 'OAKHURST PERLA QZCANARY' },
    { role: 'GRANTEE', businessName: 'HARBOR & PINE LLC' },
    { businessName: 'QZCANARY HOLDINGS LLC' },
  ],
  parcels: [{ id: parcelId, situsAddress: '12 QZCANARY ST' }, '99-QZCANARY'],
  extra: { note: 'QZCANARY' },
  ...change,
})

const lines: string[] = []
const keep =
  (level: string) =>
  (...said: unknown[]) =>
    void lines.push(
      JSON.stringify([level, ...said.map((one) => (one instanceof Error ? [one.message, one.stack] : one))]),
    )
const log: Log = { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') }

let world: AccessWorld
let worker: Worker
let feed: { id: number; key: string }
/** Every answer of the server since the last look. */
let answers: { status: number; type: string; body: Buffer }[] = []
/** The owners whose alerts match. */
const readers: Role[] = ['USER', 'FOREVER']

const post = async (...events: object[]) => {
  const { payload } = await world.server.app.inject({
    method: 'POST',
    url: '/ingest/v1/events',
    headers: { authorization: `Bearer ${feed.key}` },
    payload: { events },
  })
  return JSON.parse(payload) as Record<string, number>
}
const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await world.server.deps.pool.query<T>(text, values)).rows
const settled = () =>
  vi.waitFor(async () => expect(await rows(`select 1 from match_queue union all select 1 from delivery`)).toEqual([]), {
    timeout: 60_000,
    interval: 100,
  })

async function makeAlerts(role: Role): Promise<void> {
  const browser = browserFor(world, world.callers[role].tokens.fresh)
  const watched = [
    { name: 'My house', alertType: 'PARCEL_ID', parcelId },
    { name: 'My name', alertType: 'NAME', firstName: 'Perla', lastName: 'Oakhurst' },
    { name: 'My business', alertType: 'BUSINESS', businessName: 'Harbor & Pine LLC' },
  ]
  for (const [index, alert] of watched.entries()) {
    const value = `${role.toLowerCase()}${index}@example.org`
    const body = { ...alert, alertEmailAddresses: [{ value, acknowledged: true }], alertPhones: [] }
    expect((await browser.post('userView/alert', body)).body).toMatchObject({ ok: true })
  }
}

/** The record's notices to a reader, as targets of calls. */
async function listTargets(role: Role): Promise<Target[]> {
  const caller = world.callers[role]
  const notices = await rows<{ id: number; alertId: number; emailId: number }>(
    `select n.id, n.recipient_id as "emailId", coalesce(
       (select alert_id from alert_email l where l.email_id = n.recipient_id limit 1), 0) as "alertId"
     from notice n join event e on e.id = n.event_id where n.user_id = $1 and e.feed_id = $2 order by n.id`,
    [caller.userId, feed.id],
  )
  const quarantined = await rows<{ id: number }>('select id from quarantine where feed_id = $1 order by id', [feed.id])
  const secret = world.server.deps.env.APP_SECRET
  return notices.map(({ id, ...ids }, index) => ({
    ...caller,
    ...ids,
    notifiedEmailId: ids.emailId,
    keyId: world.county.keyId,
    runId: world.county.runId,
    restoreId: world.county.restoreId,
    noticeId: id,
    failedId: id,
    feedId: feed.id,
    quarantineId: quarantined[index % Math.max(quarantined.length, 1)]?.id ?? 0,
    links: {
      ...caller.links,
      notice: signLink(secret, 'notice', id),
      unsubscribe: signLink(secret, 'unsubscribe', id),
    },
  }))
}

/** A session for each call, since some end others. */
async function openBrowser(role: Role) {
  const token = randomBytes(32).toString('base64url')
  await sql`
    insert into session (id, user_id, expires_at, confirmed_at)
    values (encode(sha256(${token}::bytea), 'hex'), ${world.callers[role].userId}, now() + interval '9 hours', now())`.execute(
    world.server.deps.db,
  )
  await world.server.deps.db.deleteFrom('throttle').execute()
  return browserFor(world, token)
}

const readBody = async ({ type, body }: (typeof answers)[number]): Promise<string> =>
  type.includes('spreadsheet') ? JSON.stringify(await readExcel(body)) : body.toString()

/**
 * Calls procedures by every path, as every reader and about some of their notices, by place.
 * @returns those that showed the canary, and those that answered
 */
async function walk(names: string[], notices: number[]): Promise<{ leaks: string[]; answered: Set<string> }> {
  const leaks = new Set<string>()
  const answered = new Set<string>()
  for (const role of readers)
    for (const target of (await listTargets(role)).filter((_target, index) => notices.includes(index)))
      for (const name of names)
        for (const endpoint of endpointsFor(name)) {
          const row = table[name]
          if (!row) throw new Error(`${name} has no row in the access table.`)
          const browser = await openBrowser(role)
          answers = []
          await callEndpoint(browser, { door: endpoint, row }, target, world).catch(() => undefined)
          for (const answer of answers) {
            if (answer.status === 200) answered.add(name)
            if (canary.test(await readBody(answer))) leaks.add(name)
          }
        }
  return { leaks: [...leaks].toSorted(), answered }
}

// Calls that hash a password or draw a PDF answer nothing about a record, and take most of the time.
const isQuick = (name: string) => !table[name]?.slow
const queries = Object.keys(procedures).filter((name) => endpointsFor(name).every(({ changes }) => !changes))
const mutations = Object.keys(procedures).filter((name) => !queries.includes(name) && isQuick(name))
/** Procedures that end what the others need. */
const ending = /delete|purge|migrate|migration|endUser|logout|setOpen|discard|revoke|lockout|changeStatus/i

const isShown = async (procedure: string, input: object, changes = false): Promise<boolean> => {
  const browser = await openBrowser('FOREVER')
  answers = []
  await (changes ? browser.mutate(procedure, input) : browser.query(procedure, input))
  expect(answers.map(({ status }) => status)).toEqual([200])
  return canary.test(answers.map(({ body }) => body.toString()).join(''))
}
type Withheld = { content: { matches: { eventId: number; alertId: number; documentId: string }[] } }
const previews = [
  { alertType: 'PARCEL_ID', parcelId },
  { alertType: 'NAME', firstName: 'Perla', lastName: 'Oakhurst' },
  { alertType: 'BUSINESS', businessName: 'Harbor & Pine LLC' },
]

beforeAll(async () => {
  world = await openWorld({}, { log })
  const { app, deps, database } = world.server
  const inject = app.inject.bind(app)
  const listen = async (options: InjectOptions) => {
    const response = await inject(options)
    const type = String(response.headers['content-type'])
    answers.push({ status: response.statusCode, type, body: response.rawPayload })
    return response
  }
  Object.assign(app, { inject: listen })
  const { id } = await createFeed(deps.db, null, { name: 'Recorder' })
  feed = { id, key: (await createFeedKey(deps.db, null, id)).key }
  for (const role of readers) await makeAlerts(role)
  await rows('update email_address set verified_at = now()')
  await rows('delete from delivery')
  worker = await startWorker(testEnv(database.appUrl), { log, pollMs: 50 })
  expect(await post(record('2026-1'))).toMatchObject({ accepted: 1 })
  await settled()
  // A resident reported each as suspicious, which staff see with the record.
  await rows(`insert into notice_answer (notice_id, event_id, owner_key, answer, answered_at)
    select id, event_id, owner_key, 'wrong', now() + interval '2 days' from notice where event_id in (select id from event where feed_id = ${id})`)
  // Matching failed for a while.
  await rows(`insert into quarantine (feed_id, stage, event_id, document_id, body, problems)
    select feed_id, 'matching', id, document_id, '{"legalDescription": "QZCANARY"}', '["Failed."]' from event where feed_id = ${id}`)
  await post(record('2026-3', { recordedAt: 'never' }))
})
afterAll(async () => {
  await worker.stop()
  await world.stop()
})

describe('an ordinary record', () => {
  test('is shown by these procedures: the walk sees what they answer', async () => {
    const { leaks } = await walk(queries, [0])
    expect(leaks).toEqual(
      expect.arrayContaining([
        'feeds.quarantined',
        'home.all',
        'home.alertHistory',
        'notices.show',
        'support.looksWrong',
      ]),
    )
    for (const criteria of previews.slice(1)) expect(await isShown('userView.alertPreview', criteria)).toBe(true)
    expect(
      await isShown('feeds.wouldBeTold', { feedId: feed.id, text: JSON.stringify(record('2026-9')), page: 1 }, true),
    ).toBe(true)
    const messages = await rows<{ text: string }>('select text from outbox_message')
    expect(messages.some(({ text }) => canary.test(text))).toBe(true)
  })
})

describe('restricted records', () => {
  beforeAll(async () => {
    lines.length = 0
    await rows('delete from outbox_message')
    expect(await post(record('2026-1', { restricted: true }))).toMatchObject({ revised: 1 })
    expect(await post(record('2026-2', { restricted: true }))).toMatchObject({ accepted: 1 })
    await post(
      record('2026-4', { restricted: true, recordedAt: 'QZCANARY' }),
      record('2026-5', { restricted: 'QZCANARY' }),
    )
    await rows(`delete from quarantine where document_id = '2026-3'`)
    await settled()
    // Once it is released, we show the name no more than a parcel.
    const browser = await openBrowser('FOREVER')
    const waiting = []
    for (const page of [1, 2, 3])
      waiting.push(...(await browser.query<Withheld>('feeds.withheld', { page })).data.content.matches)
    for (const { eventId, alertId, documentId } of waiting)
      if (documentId === '2026-2')
        expect(await browser.mutate('feeds.releaseWithheld', { eventId, alertId })).toMatchObject({ status: 200 })
    await settled()
  })

  test('are told of with number, type and day', async () => {
    const sent = await rows<{ recipient: string; subject: string }>(
      `select recipient, subject from outbox_message where subject like 'QCD%' order by 1`,
    )
    expect(sent.map(({ recipient }) => recipient)).toEqual(
      readers.flatMap((role) => [0, 1, 2].map((index) => `${role.toLowerCase()}${index}@example.org`)).toSorted(),
    )
    const messages = await rows<{ all: string }>('select m::text as all from outbox_message m')
    expect(messages.filter(({ all }) => canary.test(all))).toEqual([])
  })

  test('no query shows more', async () => {
    const { leaks, answered } = await walk(queries, [0, 1])
    expect(leaks).toEqual([])
    expect(queries.filter((name) => !answered.has(name))).toEqual([])
    for (const criteria of previews) expect(await isShown('userView.alertPreview', criteria)).toBe(false)
  })

  test.each([
    ['JSON', JSON.stringify(record('2026-9', { restricted: true }))],
    [
      'a sheet',
      `documentIdentifier,recordedAt,restricted,businessName,parcel\n2026-9,2026-11-19,yes,QZCANARY LLC,${parcelId}`,
    ],
  ])('a pasted sample shows no more: %s', async (_form, text) => {
    expect(await isShown('feeds.wouldBeTold', { feedId: feed.id, text, page: 1 }, true)).toBe(false)
    expect(await isShown('feeds.checkMapping', { text, feed: { name: 'A sample' } }, true)).toBe(false)
  })

  test('no change of an alert or setting shows more of a restricted record', async () => {
    const { leaks } = await walk(
      mutations.filter((name) => !ending.test(name)),
      [0],
    )
    expect(leaks).toEqual([])
    expect(
      (
        await walk(
          mutations.filter((name) => ending.test(name)),
          [0],
        )
      ).leaks,
    ).toEqual([])
  })

  test('neither log, audit log, nor any table but the sealed one and the evidence holds more', async () => {
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.filter((line) => canary.test(line))).toEqual([])
    const tables = await rows<{ name: string }>(`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
    const holding: string[] = []
    for (const { name } of tables) {
      const [found] = await rows(`select 1 from "${name}" t where t::text ilike '%qzcanary%' limit 1`)
      if (found) holding.push(name)
    }
    // Stored words and keys from before the flag are used only for lookups; quarantine keeps what can be retried.
    expect(holding.toSorted()).toEqual(['event_revision', 'quarantine', 'record_word', 'restricted_content'])
  })
})

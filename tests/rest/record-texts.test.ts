import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { startWorker } from '#worker/start.ts'

/** Reverses the direction of what follows: 'gnp.exe' is shown as 'exe.png'. */
const directionOverride = '\u202Egnp.exe\u2066'
const hidden = /[\p{Cf}]/u

let server: TestServer
let worker: { stop(): Promise<unknown> }
let resident: TestUser
let own: Browser
let staff: Browser
let feedId: number
let noticeId: number

function expectPresent(id: number | undefined): number {
  if (id === undefined) throw new Error('Nobody was told yet.')
  return id
}

const record = (id: string, recordedAt?: string) => ({
  documentIdentifier: `${id}${directionOverride}`,
  documentType: `QCD${directionOverride}`,
  documentDescription: `Deed${directionOverride}`,
  recordedAt,
  legalDescription: `LOT 4${directionOverride}`,
  parties: [
    { role: `grantor${directionOverride}`, name: `FARROW${directionOverride}, OTTO` },
    { role: 'grantee', name: 'ROE, MARY' },
  ],
  parcels: [`17-${directionOverride}03`],
})

beforeAll(async () => {
  server = await startTestServer()
  const { db, pool } = server.deps
  worker = await startWorker(testEnv(server.database.appUrl))
  feedId = (await createFeed(db, null, { name: 'Recorder' })).id
  const { key } = await createFeedKey(db, null, feedId)
  resident = await makeUser(db)
  own = await logIn(server.app, resident)
  staff = await logIn(server.app, await makeUser(db, { role: 'FOREVER' }))
  await own.post('userView/alert', {
    name: 'Mine',
    alertType: 'NAME',
    firstName: 'Mary',
    lastName: 'Roe',
    alertEmailAddresses: [{ value: 'mary@example.org', acknowledged: true }],
    alertPhones: [],
  })
  await pool.query('update email_address set verified_at = now()')
  const answer = await server.app.inject({
    method: 'POST',
    url: '/ingest/v1/events',
    headers: { authorization: `Bearer ${key}` },
    payload: { events: [record('A-1', new Date().toISOString()), record('BAD')] },
  })
  expect(answer.json()).toMatchObject({ accepted: 1, rejected: [{ index: 1 }] })
  const told = async () => (await pool.query<{ id: number }>(`select id from notice where kind = 'match'`)).rows[0]?.id
  noticeId = await vi.waitFor(async () => expectPresent(await told()), 60_000)
  // The part of a failed message that staff see.
  await worker.stop()
  await pool.query(`update notice set state = 'failed', ended_at = now(), accepted_at = now() where id = $1`, [
    noticeId,
  ])
  // Stored by an older server, for a name that the rule matched in spite of its signs.
  await pool.query(
    `update outgoing_event set match = match::jsonb || jsonb_build_object('recordRaw', $1::text, 'sentence', $1::text)`,
    [`ROE${directionOverride}, MARY`],
  )
})
afterAll(() => server.stop())

const token = () => signLink(server.deps.env.APP_SECRET, 'notice', noticeId)
const sample = () => JSON.stringify(record('A-1', new Date().toISOString()))
const quarantined = async () => {
  const { data } = await staff.query<{ content: { items: { id: number }[] } }>('feeds.quarantine', { page: 1 })
  return { id: data.content.items[0]?.id }
}

const mary = { alertType: 'NAME', firstName: 'Mary', lastName: 'Roe' }

test.each<[string, () => Promise<unknown>]>([
  ['home', () => own.query('home.all')],
  ['the history', () => own.query('home.alertHistory', {})],
  ['the history over REST', () => own.post('home/alertHistory')],
  ['the page of a notice', () => own.query('notices.show', { token: token() })],
  ['a preview', () => own.query('userView.alertPreview', mary)],
  [
    'what looks wrong',
    async () => {
      await own.mutate('notices.answer', { token: token(), answer: 'wrong' })
      return staff.query('support.looksWrong', { page: 1, shown: 'open' })
    },
  ],
  ["a user's messages", () => staff.query('support.messages', { userId: resident.id, page: 1 })],
  ['failed messages', () => staff.query('monitoring.failed', { page: 1 })],
  ['the quarantine', () => staff.query('feeds.quarantine', { page: 1 })],
  ['what was sent', async () => staff.query('feeds.quarantined', await quarantined())],
  ['what is left of a retry', async () => staff.mutate('feeds.retry', await quarantined())],
  ['a sample', () => staff.mutate('feeds.checkMapping', { text: sample(), feed: { name: 'Recorder' } })],
  ['who would be told', () => staff.mutate('feeds.wouldBeTold', { feedId, text: sample(), page: 1 })],
])("%s isolates the direction of a feed's texts, as mail does", async (_what, ask) => {
  const answer = JSON.stringify(await ask())
  expect(hidden.exec(answer)).toBeNull()
  expect(answer).toMatch(/"status":200|"ok":true/)
  if (!answer.includes('"problems":["')) expect(answer).toContain('gnp.exe')
})

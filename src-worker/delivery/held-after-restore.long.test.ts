import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { markRestoreReleased, readOpenRestore } from '#shared/node/domain/restore/restore.queries.ts'
import { devInboxTransport } from '#shared/node/providers/dev-inbox/transport.ts'
import { dayOfCounty, type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { restoreBackupAfter } from '#tests/helpers/restore-backup.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { startWorker, type Worker } from '../start.ts'
import { startDelivery } from './loop.ts'

let setup: MatchingFixture
let sendgrid: SendgridStandIn
let twilio: TwilioStandIn
let worker: Worker | undefined
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'restored-'))
beforeAll(async () => {
  ;[setup, sendgrid, twilio] = await Promise.all([openMatchingFixture(), startSendgrid(), startTwilio()])
})
afterAll(async () => {
  await worker?.stop()
  await Promise.all([setup.close(), sendgrid.stop(), twilio.stop()])
  fs.rmSync(folder, { recursive: true })
})

const owners = 4
const soon = { timeout: 60_000, interval: 20 }
// A day ago: whatever the hour is, before the restore.
const recordedOn = addDays(dayOfCounty(), -1)
const post = (...ids: string[]) => Promise.all(ids.map((id) => setup.event({ id, recordedOn })))

async function startOne(): Promise<Worker> {
  const env = testEnv(setup.url, { ...standInEnv(sendgrid, twilio), STATE_DIR: folder })
  worker = await startWorker(env, { pollMs: 25, deliveryClock: 1000, shortestLeaseMs: 3_600_000 })
  return worker
}
async function stopOne(): Promise<void> {
  await worker?.stop()
  worker = undefined
}
const count = async (from: string) => (await setup.rows<{ n: number }>(`select count(*) as n from ${from}`))[0]?.n
const accepted = () => count(`notice where kind = 'match' and state = 'accepted'`)

test('claims nothing from a database that is behind the position it has seen, and checks it instead', async () => {
  await setup.rows(
    `with made as (insert into notice (kind, template, owner_key, channel, target) values ('test', 'test-text', 0, 'PHONE', '+16125550199') returning id)
     insert into delivery (notice_id, lane) select id, 0 from made`,
  )
  let checks = 0
  const watch = {
    seen: () => 1_000_000,
    check: async () => {
      checks++
    },
  }
  const inbox = devInboxTransport(setup.db)
  const deps = { ...setup.deps, options: { ...setup.deps.options, pollMs: 25 }, watch }
  const loop = startDelivery(deps, { EMAIL: inbox, PHONE: inbox })
  await expect.poll(() => checks, soon).toBeGreaterThan(1)
  await loop.stop()
  expect(await setup.rows('select calls::int, lease_until from delivery')).toEqual([{ calls: 0, lease_until: null }])
  expect(await count('outbox_message')).toBe(0)
  await setup.clear()
})

test('after a restore during delivery, sends nothing until staff release it, then no unmarked duplicate and no text twice', async () => {
  const staff = await setup.user()
  await setup.rows(`update "user" set role = 'FOREVER', email = 'staff@county.example' where id = $1`, [staff])
  for (let n = 0; n < owners; n++) {
    const recipients = [{ target: `owner${n}@example.org` }, { channel: 'PHONE' as const, target: `+1612555010${n}` }]
    await setup.alert({ ownerId: await setup.user(), recipients })
  }
  await startOne()
  await post('D-1')
  await expect.poll(accepted, soon).toBe(2 * owners)
  // One record is decided and cannot be sent yet; another is not decided yet.
  for (const provider of [sendgrid, twilio]) provider.fail({ fault: { status: 429, retryAfter: 3600 } })
  await post('D-2')
  await expect.poll(() => count('delivery'), soon).toBe(2 * owners)
  await stopOne()
  await post('D-3')
  await setup.rows(
    `insert into session (id, user_id, expires_at) values ('ended since', $1, now() + interval '1 hour')`,
    [staff],
  )
  await setup.rows(
    `insert into ticket (hash, purpose, user_id, expires_at) values ('used since', 'password', $1, now() + interval '1 hour')`,
    [staff],
  )
  const lostIds = { notice: 0 }
  await restoreBackupAfter(setup.ownerUrl, async () => {
    for (const provider of [sendgrid, twilio]) provider.heal()
    await setup.rows(`update delivery set next_attempt_at = now()`)
    await startOne()
    await post('D-4')
    await expect.poll(accepted, soon).toBe(8 * owners)
    await stopOne()
    lostIds.notice = Number((await setup.rows<{ max: number }>('select max(id) from notice'))[0]?.max)
  })
  const sent = () => [...sendgrid.ledger, ...twilio.ledger].filter(({ to }) => to !== 'staff@county.example').length
  expect(sent()).toBe(8 * owners)

  // The worker notices automatically, by the mark that it kept.
  await startOne()
  const restore = await readOpenRestore(setup.db)
  expect(restore).toMatchObject({
    noticed_by: 'mark',
    emails_in_doubt: owners,
    texts_in_doubt: owners,
    sessions_ended: 1,
    reset_links_ended: 1,
    feeds: [{ lastDocumentId: 'D-3' }],
  })
  await post('D-4')
  await expect.poll(() => count('delivery where lane = 1'), soon).toBe(6 * owners)
  // Messages to staff, and those for which a person waits, are sent during the pause.
  await expect.poll(() => sendgrid.ledger.filter(({ to }) => to === 'staff@county.example').length, soon).toBe(1)
  expect(sent()).toBe(8 * owners)
  // Links of the lost messages match no other user's.
  const [first] = await setup.rows<{ min: number }>('select min(id) from notice where id > $1', [
    restore?.last_notice_id,
  ])
  expect(first?.min).toBeGreaterThan(lostIds.notice)

  await setup.db
    .transaction()
    .execute((tx) => markRestoreReleased(tx, restore?.id ?? 0, { id: staff, username: 'staff' }))
  await expect.poll(() => count('delivery'), soon).toBe(0)
  await stopOne()
  const texts = Map.groupBy(twilio.ledger, ({ to, message }) => `${to} ${/D-\d/.exec(String(message.text))}`)
  expect([...texts.values()].filter((all) => all.length > 1)).toEqual([])
  expect(texts.size).toBe(4 * owners)
  const emails = await setup.rows<{ document: string; twice: boolean; n: number }>(
    `select e.document_id as document, n.possibly_twice as twice, count(*) as n
     from notice n join event e on e.id = n.event_id where n.channel = 'EMAIL' and n.state = 'accepted' group by 1, 2 order by 1`,
  )
  expect(emails).toEqual([
    { document: 'D-1', twice: false, n: owners },
    ...['D-2', 'D-3', 'D-4'].map((document) => ({ document, twice: true, n: owners })),
  ])
  // Each possible duplicate says so to its reader, and no other message does.
  const words = sendgrid.ledger.map(({ message }) => /may get (this|it) twice|twice/.test(JSON.stringify(message)))
  expect(words.filter(Boolean)).toHaveLength(3 * owners)
  expect(await count(`notice where channel = 'PHONE' and possibly_twice`)).toBe(0)

  // Noticed once: another start on the same mark adds nothing.
  await startOne()
  await stopOne()
  expect(await count('database_restore')).toBe(1)
})

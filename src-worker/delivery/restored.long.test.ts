import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/domain/dates.ts'
import { markRestoreReleased, readOpenRestore } from '#shared/node/domain/restore/restore.queries.ts'
import { dayOfCounty, type MatchingFixture, openMatchingFixture } from '#tests/fixtures/matching.ts'
import { testEnv } from '#tests/helpers/environment.ts'
import { restoreBackupAfter } from '#tests/helpers/restore-backup.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import type { Entry } from '#tests/standins/ledger.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'
import { startTwilio, type TwilioStandIn } from '#tests/standins/twilio.ts'
import { startWorker, type Worker } from '../start.ts'

let setup: MatchingFixture
let sendgrid: SendgridStandIn
let twilio: TwilioStandIn
let workers: Worker[] = []
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'restored-'))
beforeAll(async () => {
  ;[setup, sendgrid, twilio] = await Promise.all([
    openMatchingFixture(),
    startSendgrid({ latencyMs: 400 }),
    startTwilio({ latencyMs: 400 }),
  ])
})
afterAll(async () => {
  await stopAll()
  await Promise.all([setup.close(), sendgrid.stop(), twilio.stop()])
  fs.rmSync(folder, { recursive: true })
})

const owners = 60
const records = 12
const soon = { timeout: 90_000, interval: 10 }
const recordedOn = addDays(dayOfCounty(), -1)
const documents = Array.from({ length: records }, (_, n) => `D-${100 + n}`)
const post = (ids: string[]) => Promise.all(ids.map((id) => setup.event({ id, recordedOn })))
const count = async (from: string) =>
  Number((await setup.rows<{ n: number }>(`select count(*) as n from ${from}`))[0]?.n)
const left = async () => (await count('match_queue')) + (await count('delivery'))
const position = async () =>
  Number((await setup.rows<{ position: number }>('select position from database_mark'))[0]?.position)
const ledger = () => [...sendgrid.ledger, ...twilio.ledger]

async function startTwo(): Promise<void> {
  const env = testEnv(setup.url, { ...standInEnv(sendgrid, twilio), STATE_DIR: folder })
  for (let n = 0; n < 2; n++) workers.push(await startWorker(env, { pollMs: 50, deliveryClock: 200 }))
}
async function stopAll(): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()))
  workers = []
}

/** What a message says, and to whom: notices of before and after the restore have ids of their own. */
const ofEntry = ({ to, message }: Entry) => `${to} ${/D-1\d\d/.exec(JSON.stringify(message))}`

test('marks every second email, and sends no second text, after a backup taken during delivery is restored', async () => {
  for (let n = 0; n < owners; n++) {
    const phone = `+1612555${String(n).padStart(4, '0')}`
    const recipients = [{ target: `owner${n}@example.org` }, { channel: 'PHONE' as const, target: phone }]
    await setup.alert({ ownerId: await setup.user(), recipients })
  }
  await startTwo()
  const middle = records / 2
  await post(documents.slice(0, middle))
  await expect.poll(() => ledger().length, soon).toBeGreaterThan(owners)
  await restoreBackupAfter(setup.ownerUrl, async () => {
    const markedAt = await position()
    for (const provider of [sendgrid, twilio]) provider.setLatency(5)
    await post(documents.slice(middle))
    await expect.poll(left, soon).toBe(0)
    // What is lost within seconds goes unnoticed, however much it is: the mark has to have moved.
    await expect.poll(position, soon).toBeGreaterThan(markedAt + 1)
    await stopAll()
  })
  const before = ledger().length
  expect(before).toBeGreaterThanOrEqual(2 * owners * records)

  await startTwo()
  const restore = await readOpenRestore(setup.db)
  expect(restore?.noticed_by).toBe('mark')
  expect((restore?.emails_in_doubt ?? 0) + (restore?.texts_in_doubt ?? 0)).toBeGreaterThan(0)
  await post(documents.slice(middle))
  await expect.poll(() => count('match_queue'), soon).toBe(0)
  expect(ledger()).toHaveLength(before)
  await setup.db.transaction().execute((tx) => markRestoreReleased(tx, restore?.id ?? 0, { id: 1, username: 'staff' }))
  await expect.poll(left, soon).toBe(0)
  await stopAll()

  const messages = Map.groupBy(ledger(), ofEntry)
  expect(messages.size).toBe(2 * owners * records)
  const again = [...messages.values()].flatMap((all) => all.slice(1))
  expect(again.length).toBeGreaterThan(owners)
  expect(again.filter(({ message }) => !JSON.stringify(message).includes('twice')).map(ofEntry)).toEqual([])
  expect(again.filter(({ to }) => to.startsWith('+')).map(ofEntry)).toEqual([])
}, 240_000)

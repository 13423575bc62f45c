import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import { type SendgridStandIn, startSendgrid } from '#tests/standins/sendgrid.ts'

let setup: DeliverySetup
let sendgrid: SendgridStandIn
const workers: ChildProcess[] = []
beforeAll(async () => {
  setup = await openDeliverySetup()
  sendgrid = await startSendgrid()
})
afterAll(async () => {
  for (const worker of workers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    const gone = once(worker, 'exit')
    worker.kill('SIGTERM')
    await gone
  }
  await sendgrid.stop()
  await setup.close()
})

/** The worker as it runs in production, with its own clock. */
async function startWorkerProcess(): Promise<ChildProcess> {
  const worker = fork(path.join(import.meta.dirname, '../main.ts'), {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: setup.url,
      PUBLIC_URL: 'http://127.0.0.1:1',
      APP_SECRET: 'of a worker that is killed, and of another',
      STATE_DIR: 'none',
      LOG_LEVEL: 'error',
      ...standInEnv(sendgrid, { url: 'http://twilio.invalid' }),
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  workers.push(worker)
  await once(worker, 'message')
  return worker
}

test('sends the claims of a killed worker from another, long before their leases end', async () => {
  const total = 300
  while ((await setup.rows('select from notice')).length < total)
    await Promise.all(Array.from({ length: 20 }, () => setup.match()))
  // No call ends before the worker is killed.
  sendgrid.setLatency(15_000)
  const first = await startWorkerProcess()
  await setup.until('it has claimed all, and calls', async () => {
    const rows = await setup.rows<{ calling: boolean }>(
      'select calling_at is not null as calling from delivery where owner is not null',
    )
    return rows.length === total && rows.some(({ calling }) => calling)
  })
  const gone = once(first, 'exit')
  first.kill('SIGKILL')
  await gone
  // So far that only the end of its worker can free a claim.
  await setup.rows(`update delivery set lease_until = now() + interval '1 day'`)
  const committed = await setup.rows<{ notice_id: number }>(
    'select notice_id from delivery where calling_at is not null',
  )
  expect(committed.length).toBeGreaterThan(0)
  expect(committed.length).toBeLessThanOrEqual(100)
  sendgrid.setLatency(0)
  const inDoubt = committed.map(({ notice_id: id }) => id)
  const countLeft = async () =>
    (await setup.rows('select from delivery where not notice_id = any($1)', [inDoubt])).length
  expect(await countLeft()).toBeGreaterThan(100)
  await startWorkerProcess()
  await expect.poll(countLeft, { timeout: 240_000, interval: 50 }).toBe(0)
  // No text arrives twice.
  const sent = sendgrid.ledger.filter(({ notice }) => !inDoubt.includes(Number(notice)))
  expect(new Set(sent.map(({ notice }) => notice)).size).toBe(sent.length)
}, 300_000)

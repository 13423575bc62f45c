import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readFigures } from '#server/features/monitoring/figures.queries.ts'
import { listMetrics } from '#server/features/monitoring/metrics.ts'
import { assessHealth } from '#shared/domain/monitoring/health.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { smtpTransport } from '#shared/node/providers/smtp/transport.ts'
import { type DeliverySetup, openDeliverySetup, patientClock } from '#tests/fixtures/delivery.ts'
import { type SmtpStandIn, startSmtp } from '#tests/standins/smtp.ts'
import { startDelivery } from '#worker/delivery/loop.ts'
import type { Loop } from '#worker/platform/deps.ts'
import { chooseServerPort } from '../../chaos/support/server-port.ts'

let setup: DeliverySetup
let port: number
let smtp: SmtpStandIn | undefined
let loop: Loop | undefined

/** Calls again at the latest after 150 ms, and does not give up while the test lasts. */
const clock = { ...patientClock, retryMs: patientClock.retryMs.slice(0, 3), giveUpMs: 3_600_000 }

beforeEach(async () => {
  setup = await openDeliverySetup()
  // Without a listener: it refuses every connection.
  port = await chooseServerPort()
})
afterEach(async () => {
  await loop?.stop()
  await smtp?.stop()
  smtp = undefined
  await setup.close()
})

const soon = { timeout: 60_000, interval: 50 }
const health = async () =>
  assessHealth({ ...(await readFigures(setup.deps())), processes: [{ kind: 'worker', seenSeconds: 1 }] })
const metric = async (name: string, labels = '') =>
  listMetrics(await readFigures(setup.deps())).find((one) => one.name === name && one.labels === labels)?.value

test('detects a mail server outage within three calls, logs it once, and clears it with the first accepted message', async () => {
  const lines: { event: string; fields: object }[] = []
  const collectLog = (event: string, fields: object = {}) => void lines.push({ event, fields })
  const log: Log = { debug: () => {}, info: collectLog, warn: collectLog, error: () => {} }
  const { target } = await setup.match()

  const mail = smtpTransport({ SMTP_URL: `smtp://127.0.0.1:${port}`, EMAIL_FROM: 'alerts@county.example' })
  loop = startDelivery({ ...setup.deps(), log }, { EMAIL: mail, PHONE: null }, clock)
  await vi.waitFor(async () => expect((await health()).tone).toBe('danger'), soon)

  expect((await health()).problems).toContainEqual(
    expect.objectContaining({ code: 'provider', channel: 'EMAIL', answer: 'The mail server answered ECONNREFUSED.' }),
  )
  expect(await metric('health')).toBe(2)
  expect(await metric('provider_failed_calls', 'channel="email"')).toBeGreaterThanOrEqual(3)
  expect(await metric('provider_failed_calls', 'channel="text"')).toBe(0)
  // The log's line is written after the figures are stored.
  await expect
    .poll(() => lines, soon)
    .toEqual([
      {
        event: 'provider.failing',
        fields: expect.objectContaining({
          provider: 'smtp',
          answer: 'The mail server answered ECONNREFUSED.',
        }),
      },
    ])
  expect(JSON.stringify(lines)).not.toContain(target)

  // Each retry postpones it; the decision is kept.
  await setup.rows(`update delivery set decided_at = now() - interval '1 hour'`)
  expect(await metric('notice_oldest_unsent_seconds')).toBeGreaterThanOrEqual(3600)
  expect((await health()).problems.map(({ code }) => code)).toEqual(expect.arrayContaining(['provider', 'late']))

  smtp = await startSmtp({ port })
  await vi.waitFor(async () => expect(await health()).toEqual({ tone: 'success', problems: [] }), soon)
  expect(await metric('notice_oldest_unsent_seconds')).toBe(0)
  await expect.poll(() => lines.map(({ event }) => event), soon).toEqual(['provider.failing', 'provider.recovered'])
})

test('a refusal of one address is no outage, and an unused channel has none', async () => {
  smtp = await startSmtp({ port })
  await setup.rows(`update provider_state set failed_in_a_row = 9, failing_since = now() where channel = 'PHONE'`)
  for (let i = 0; i < 4; i++) smtp.bounces.add((await setup.match()).target)
  const mail = smtpTransport({ SMTP_URL: `smtp://127.0.0.1:${port}`, EMAIL_FROM: 'alerts@county.example' })
  loop = startDelivery(setup.deps(), { EMAIL: mail, PHONE: null }, clock)
  await setup.until('all are refused', async () => (await setup.rows('select 1 from delivery')).length === 0)
  await loop.stop()
  loop = undefined
  expect(await setup.rows('select failed_in_a_row from provider_state')).toEqual([
    { failed_in_a_row: 0 },
    { failed_in_a_row: 0 },
  ])
})

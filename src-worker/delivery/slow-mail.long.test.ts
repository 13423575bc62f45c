import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { smtpTransport } from '#shared/node/providers/smtp/transport.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { type SmtpStandIn, startSmtp } from '#tests/standins/smtp.ts'
import type { Loop } from '../platform/deps.ts'
import { scaledClock } from './clock.ts'
import { startLease } from './lease.ts'
import { startDelivery } from './loop.ts'

let setup: DeliverySetup
let smtp: SmtpStandIn
/** A county's mail server that looks into each message for a while before it takes it. */
beforeEach(async () => {
  ;[setup, smtp] = await Promise.all([openDeliverySetup(), startSmtp({ latencyMs: 400 })])
})
let loop: Loop | undefined
afterEach(async () => {
  await loop?.stop()
  await smtp.stop()
  await setup.close()
})

test('sends each message once to a mail server that is slower than our leases', async () => {
  const notices = []
  for (let i = 0; i < 60; i++) notices.push(await setup.match())
  // A lease is 2 s; five connections take 25 messages in it.
  const deps = setup.deps({ deliveryClock: 1_000 })
  const mail = smtpTransport(
    { SMTP_URL: smtp.url, EMAIL_FROM: 'alerts@county.example' },
    { turnMs: 300, callMs: 1_800 },
  )
  loop = startDelivery(deps, { EMAIL: mail, PHONE: null })
  await vi.waitFor(async () => expect(await setup.rows('select 1 from delivery')).toHaveLength(0), {
    timeout: 60_000,
    interval: 50,
  })
  expect(smtp.ledger.map(({ to }) => to).toSorted()).toEqual(notices.map(({ target }) => target).toSorted())
  expect(await setup.rows(`select 1 from notice where state <> 'accepted' or possibly_twice`)).toEqual([])
})

test('leaves a call that does not end in time in doubt, but not one that never got a turn', async () => {
  await smtp.stop()
  smtp = await startSmtp({ latencyMs: 4_000 })
  const mail = smtpTransport(
    { SMTP_URL: smtp.url, EMAIL_FROM: 'alerts@county.example' },
    { turnMs: 500, callMs: 1_500 },
  )
  const send = (to: string, lease = startLease(scaledClock(1))) =>
    mail.send({
      noticeId: 1,
      attempt: 1,
      deadline: lease,
      message: {
        channel: 'EMAIL',
        to,
        fromName: 'County',
        subject: 'Deed',
        text: 'Text',
        html: '<p>Text</p>',
        headers: {},
      },
    })
  const calls = Array.from({ length: 7 }, (_, place) => send(`person${place}@example.org`))
  const kinds = (await Promise.allSettled(calls)).map((end) =>
    end.status === 'rejected' ? [end.reason.kind, end.reason.notBegun] : 'sent',
  )
  const inTurn = Array.from({ length: 5 }, () => ['in-doubt', false])
  const without = Array.from({ length: 2 }, () => ['retry', true])
  expect(kinds).toEqual([...inTurn, ...without])
  // A process that did not finish has given its turn back.
  await expect(send('person7@example.org')).rejects.toMatchObject({ kind: 'in-doubt' })
  // Nor is one begun, or kept a place, that got its turn too late.
  const late = { leftMs: () => 29_000, mayBegin: () => false }
  for (let call = 0; call < 6; call++)
    await expect(send('late@example.org', late)).rejects.toMatchObject({ kind: 'retry', notBegun: true })
  await vi.waitFor(() => expect(smtp.ledger.length).toBeGreaterThanOrEqual(5), { timeout: 60_000 })
  await mail.close()
})

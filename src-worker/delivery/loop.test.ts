import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { hashTicket } from '#shared/node/domain/recipients/tickets.ts'
import { devInboxTransport } from '#shared/node/providers/dev-inbox/transport.ts'
import { type DeliverySetup, openDeliverySetup, patientClock } from '#tests/fixtures/delivery.ts'
import type { Loop } from '../platform/deps.ts'
import { claimNotices } from './claim.queries.ts'
import { startDelivery } from './loop.ts'

let setup: DeliverySetup
let loop: Loop | undefined
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterEach(async () => {
  await loop?.stop()
  loop = undefined
})
afterAll(() => setup.close())

const start = () => {
  const inbox = devInboxTransport(setup.db)
  return (loop = startDelivery(setup.deps(), { EMAIL: inbox, PHONE: inbox }))
}
const ended = (id: number) => setup.until('the notice ended', async () => !(await setup.notice(id)).delivery)
const messagesTo = (target: string) =>
  setup.rows<{ subject: string; text: string; html: string; headers: Record<string, string> }>(
    'select * from outbox_message where recipient = $1 order by id',
    [target],
  )

test('sends a match to the outbox as one message that names every alert', async () => {
  const { noticeId, target } = await setup.match({ alertNames: ['My name', 'Mother’s house'] })
  start()
  await ended(noticeId)
  expect(await setup.notice(noticeId)).toMatchObject({
    state: 'accepted',
    attempts: ['accepted'],
    possibly_twice: false,
  })
  const messages = await messagesTo(target)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.subject).toBe('Quit Claim Deed recorded: matches 2 of your alerts')
  expect(messages[0]?.text).toContain(
    "Mother's house watches Thessaly Brandvold. The record shows BRANDVOLD THESSALY R.",
  )
})

test('looks a number up, then texts a code of which only the hash is kept', async () => {
  const userId = await setup.user()
  const { id, target } = await setup.recipient({ userId, channel: 'PHONE', verified: false })
  const noticeId = await queueNotice(setup.db, {
    kind: 'verify',
    template: 'verify-phone',
    channel: 'PHONE',
    target,
    userId,
    recipientId: id,
    data: {},
  })
  start().wake()
  await ended(noticeId)
  expect(await setup.notice(noticeId)).toMatchObject({ state: 'accepted', attempts: ['accepted'] })
  const [message] = await messagesTo(target)
  const ticket = /ConfirmPhone\/([\w-]{43})/.exec(message?.text ?? '')?.[1] ?? ''
  const [kept] = await setup.rows<{ phone_id: number; has_code: boolean }>(
    'select phone_id, code_hash is not null as has_code from ticket where hash = $1',
    [hashTicket(ticket)],
  )
  expect(kept).toEqual({ phone_id: id, has_code: true })
  expect(
    await setup.rows(
      'select validation_attempts, validated_at is not null as validated, verification_attempts from phone where id = $1',
      [id],
    ),
  ).toEqual([{ validation_attempts: 1, validated: true, verification_attempts: 1 }])
})

test('claims messages for which a person waits before notices of matches', async () => {
  const match = await setup.match()
  const userId = await setup.user()
  const { id, target } = await setup.recipient({ userId, verified: false })
  const verify = await queueNotice(setup.db, {
    kind: 'verify',
    template: 'verify-email',
    channel: 'EMAIL',
    target,
    userId,
    recipientId: id,
    data: {},
  })
  const [first, second] = [await claimNotices(setup, 1, 60_000), await claimNotices(setup, 1, 60_000)]
  expect([first[0]?.id, second[0]?.id]).toEqual([verify, match.noticeId])
})

test('takes back a commit that succeeded without an answer, so that its first call is no resend', async () => {
  const { noticeId, target } = await setup.match()
  const deps = setup.deps()
  const real = await deps.settings.current()
  const failing = Object.defineProperty({ ...real }, 'common', {
    get: () => {
      throw new Error('connection lost')
    },
  })
  const answers = [failing]
  const settings = { ...deps.settings, current: async () => answers.pop() ?? real }
  const inbox = devInboxTransport(setup.db)
  loop = startDelivery({ ...deps, settings }, { EMAIL: inbox, PHONE: inbox }, patientClock)
  await ended(noticeId)
  expect(answers).toEqual([])
  expect(await setup.notice(noticeId)).toMatchObject({
    state: 'accepted',
    attempts: ['accepted'],
    possibly_twice: false,
  })
  expect(await messagesTo(target)).toHaveLength(1)
})

test('continues with other claims while a provider is asked about a call in doubt', async () => {
  const text = await setup.match({ channel: 'PHONE' })
  await setup.rows(`update delivery set doubt_since = now() - interval '1 minute' where notice_id = $1`, [
    text.noticeId,
  ])
  const email = await setup.match()
  const inbox = devInboxTransport(setup.db)
  const found = Promise.withResolvers<string>()
  const asked = { ...inbox, inDoubtWaitMs: 0, findMessage: () => found.promise }
  loop = startDelivery(setup.deps(), { EMAIL: inbox, PHONE: asked })
  await ended(email.noticeId)
  expect(await setup.notice(text.noticeId)).toMatchObject({ delivery: true, attempts: [] })
  found.resolve('found')
  await ended(text.noticeId)
  expect(await setup.notice(text.noticeId)).toMatchObject({ state: 'accepted', provider_message_id: 'found' })
})

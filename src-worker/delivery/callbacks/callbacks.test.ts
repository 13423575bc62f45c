import { array, assert, asyncProperty, nat, shuffledSubarray } from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { claimNotices } from '../claim.queries.ts'
import { commitCalls } from '../commit-calls.queries.ts'
import { applyCallbacks } from './callbacks.ts'

let setup: DeliverySetup
beforeAll(async () => {
  setup = await openDeliverySetup()
})
beforeEach(async () => {
  await setup.rows('delete from provider_callback')
  await setup.rows('delete from suppression')
  await setup.rows('delete from notice where template = $1', ['recipient-stopped'])
})
afterAll(() => setup.close())

let keys = 0
const keep = (provider: string, body: object) =>
  setup.rows('insert into provider_callback (provider, dedupe_key, body) values ($1, $2, $3)', [
    provider,
    `key ${++keys}`,
    JSON.stringify(body),
  ])
const apply = async () => {
  while (await applyCallbacks(setup.deps()));
}
const stops = () =>
  setup.rows<{ target: string; reason: string }>(
    'select target, reason from suppression where lifted_at is null order by target, reason',
  )
const reply = (from: string, Body: string) =>
  keep('twilio-inbound', { From: from, To: '+16125550100', Body, query: {} })

/** A notice whose call is running, since a provider's report may arrive before its answer. */
async function calledNotice(channel: 'EMAIL' | 'PHONE' = 'EMAIL') {
  const made = await setup.match({ channel })
  await setup.rows(
    'update delivery set attempt = 1, calls = 1, calling_at = now(), lease_until = now() + interval $$1 minute$$ where notice_id = $1',
    [made.noticeId],
  )
  return made
}
const event = (notice: number, name: string, more: object = {}) => ({
  event: name,
  email: 'x@example.org',
  timestamp: 1_800_000_000,
  notice: String(notice),
  attempt: '1',
  sg_message_id: 'abc.recvd',
  ...more,
})

test('leaves a callback of an unknown provider waiting, and applies the others', async () => {
  await keep('a-later-provider', { status: 'delivered' })
  const { noticeId } = await calledNotice()
  await keep('sendgrid', event(noticeId, 'delivered'))
  await apply()
  expect((await setup.notice(noticeId)).state).toBe('delivered')
  const waiting = await setup.rows('select provider from provider_callback where applied_at is null')
  expect(waiting).toEqual([{ provider: 'a-later-provider' }])
})

describe('never moves a state back', () => {
  const accepted = { event: 'processed' }
  const delivered = { event: 'delivered' }
  const bounced = { event: 'bounce', type: 'bounce' }
  const spam = { event: 'spamreport' }
  test.each([
    ['delivered', [accepted, { event: 'deferred' }, delivered]],
    ['failed', [accepted, delivered, bounced]],
    ['delivered', [accepted, delivered, spam]],
    ['failed', [{ event: 'deferred' }, { event: 'bounce', type: 'blocked' }, accepted]],
  ])('%s, in any order and any number of times', async (state, events) => {
    await assert(
      asyncProperty(
        array(nat(events.length - 1), { maxLength: 4 }),
        shuffledSubarray(events, { minLength: events.length }),
        async (again, order) => {
          const { noticeId } = await calledNotice()
          for (const { event: name, ...more } of [...order, ...again.map((index) => events[index] ?? accepted)]) {
            await keep('sendgrid', event(noticeId, name, more))
            if (again.length % 2 === 0) await apply()
          }
          await apply()
          const notice = await setup.notice(noticeId)
          expect({ state: notice.state, delivery: notice.delivery }).toEqual({ state, delivery: false })
        },
      ),
      { numRuns: 12, seed: 1 },
    )
  })
})

test('suppresses an address for every owner after a hard bounce, and notifies each at another verified address', async () => {
  const { noticeId, target, userId } = await calledNotice()
  const other = await setup.recipient({ userId })
  await setup.inUse(other.id)
  await setup.recipient({ userId })
  await keep('sendgrid', event(noticeId, 'bounce', { type: 'bounce', email: target.toUpperCase() }))
  await keep('sendgrid', event(noticeId, 'bounce', { type: 'bounce', email: target }))
  await apply()
  expect(await stops()).toEqual([{ target, reason: 'bounce' }])
  expect(await setup.rows('select address_refused from notice where id = $1', [noticeId])).toEqual([
    { address_refused: true },
  ])
  expect(
    await setup.rows('select target, data from notice where template = $1 and user_id = $2', [
      'recipient-stopped',
      userId,
    ]),
  ).toEqual([{ target: other.target, data: { channel: 'EMAIL', target: target.toUpperCase(), why: 'bounce' } }])
  expect(
    await setup.rows(`select 1 from audit_personal where lower(new_value ->> 'target') = $1`, [target]),
  ).toHaveLength(1)
})

describe('a complaint', () => {
  const verification = (target: string, userId: number, template: 'verify-email' | 'password-reset' = 'verify-email') =>
    queueNotice(setup.db, {
      kind: template === 'verify-email' ? 'verify' : 'account',
      template,
      channel: 'EMAIL',
      target,
      userId,
      data: { username: 'somebody' },
    } as Parameters<typeof queueNotice>[1])
  const scopes = () => setup.rows('select target, reason, scope from suppression where lifted_at is null')
  const markedAs = async (noticeId: number) => {
    await setup.rows(`update delivery set lease_until = null, next_attempt_at = now() where notice_id = $1`, [noticeId])
    const claimed = (await claimNotices(setup, 100, 60_000)).filter(({ id }) => id === noticeId)
    const [marked] = await commitCalls(setup, claimed, { today: '2026-11-20', leaseMs: 60_000, spareMs: 1000 })
    return marked?.skipReason
  }

  test.each(['verify-email', 'password-reset'] as const)(
    'about a stranger’s %s leaves its owner the alerts, and suppresses such requests',
    async (template) => {
      const owner = await setup.user()
      const other = await setup.recipient({ userId: owner })
      await setup.inUse(other.id)
      const { noticeId, target } = await setup.match({ userId: owner })
      const stranger = await setup.user()
      await setup.recipient({ userId: stranger, target, verified: false })
      const asked = await verification(target, stranger, template)
      await keep('sendgrid', event(asked, 'spamreport', { email: target.toUpperCase() }))
      await apply()
      expect(await scopes()).toEqual([{ target, reason: 'complaint', scope: 'requests' }])
      expect(await markedAs(noticeId)).toBeNull()
      const again = await verification(target, stranger)
      expect(await markedAs(again)).toBe('suppressed')
      expect(
        await setup.rows('select target, data from notice where template = $1 and user_id = $2', [
          'recipient-stopped',
          owner,
        ]),
      ).toEqual([
        {
          target: other.target,
          data: { channel: 'EMAIL', target: target.toUpperCase(), why: 'complaint', requestsOnly: true },
        },
      ])
    },
  )

  test('about a notice suppresses its address for its owner, who still gets mail about the password', async () => {
    const owner = await setup.user({ email: 'mine@example.org', verified: true })
    const { noticeId, target } = await setup.match({ userId: owner, target: 'mine@example.org' })
    const [neighbor, third] = [await setup.match({ target }), await setup.match({ target })]
    const other = await setup.recipient({ userId: neighbor.userId })
    await setup.inUse(other.id)
    const told = () =>
      setup.rows(`select target from notice where template = 'recipient-stopped' and user_id = $1`, [neighbor.userId])
    await keep('sendgrid', event(noticeId, 'spamreport', { email: target }))
    await apply()
    expect(await scopes()).toEqual([{ target, reason: 'complaint', scope: 'messages' }])
    expect(await markedAs(await verification(target, owner))).toBe('suppressed')
    expect(await markedAs(neighbor.noticeId)).toBeNull()
    expect(await told()).toEqual([])
    expect(await markedAs(await verification(target, owner, 'password-reset'))).toBeNull()
    // A second one, about another owner's notice, suppresses it for all owners, who are notified at other addresses.
    await keep('sendgrid', event(neighbor.noticeId, 'spamreport', { email: target }))
    await apply()
    expect(await markedAs(third.noticeId)).toBe('suppressed')
    expect(await told()).toEqual([{ target: other.target }])
    expect(await markedAs(await verification(target, await setup.user(), 'password-reset'))).toBe('suppressed')
    await setup.rows('update "user" set email_verified_at = null where id = $1', [owner])
    expect(await markedAs(await verification(target, owner, 'password-reset'))).toBe('suppressed')
  })

  test('becomes a bounce if one follows, after which nothing is sent, and never replaces a wider suppression', async () => {
    const owner = await setup.user({ email: 'gone@example.org', verified: true })
    const { noticeId, target } = await setup.match({ userId: owner, target: 'gone@example.org' })
    const request = await verification(target, owner)
    await keep('sendgrid', event(request, 'spamreport', { email: target }))
    await apply()
    await keep('sendgrid', event(noticeId, 'bounce', { type: 'bounce', email: target }))
    await apply()
    await keep('sendgrid', event(noticeId, 'spamreport', { email: target }))
    await apply()
    expect(await scopes()).toEqual([{ target, reason: 'bounce', scope: 'everything' }])
    expect(await markedAs(await verification(target, owner, 'password-reset'))).toBe('suppressed')
  })

  test.each([
    ['an unknown message', async () => 999_999_999],
    ['a message to another address', async () => (await calledNotice()).noticeId],
  ])('about %s suppresses only requests', async (_what, named) => {
    await keep('sendgrid', event(await named(), 'spamreport', { email: 'who@example.org' }))
    await apply()
    expect(await scopes()).toEqual([{ target: 'who@example.org', reason: 'complaint', scope: 'requests' }])
  })
})

test.each([
  ['delivered', { event: 'delivered' }],
  ['bounced', { event: 'bounce', type: 'bounce' }],
])(
  'marks a second message as a possible duplicate if its report (%s) arrives before its answer',
  async (_what, report) => {
    const { noticeId } = await calledNotice()
    await setup.rows(
      `insert into notice_attempt (notice_id, attempt, called_at, ended_at, outcome) values ($1, 1, now(), now(), 'perhaps_taken')`,
      [noticeId],
    )
    await setup.rows('update delivery set attempt = 2, calls = 2 where notice_id = $1', [noticeId])
    await keep('sendgrid', event(noticeId, report.event, { ...report, attempt: '2' }))
    await apply()
    expect(await setup.notice(noticeId)).toMatchObject({ delivery: false, possibly_twice: true })
  },
)

test("finds the notice of a text's report by only the provider's id", async () => {
  const { noticeId } = await calledNotice('PHONE')
  await setup.rows(
    `update notice set provider_message_id = 'SM1', state = 'accepted', accepted_at = now() where id = $1`,
    [noticeId],
  )
  await keep('twilio-status', { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+16125550142', query: {} })
  await apply()
  expect((await setup.notice(noticeId)).state).toBe('delivered')
})

const verified = async (id: number) =>
  (await setup.rows<{ v: boolean }>('select verified_at is not null as v from phone where id = $1', [id]))[0]?.v

describe('replies', () => {
  const number = '+16125550177'
  const open = async (userId: number) => {
    const { id } = await setup.recipient({ userId, channel: 'PHONE', target: number, verified: false, validated: true })
    await setup.rows(
      `insert into ticket (hash, purpose, phone_id, expires_at) values (sha256($1::bytea), 'phone', $2, now() + interval '1 hour')`,
      [`t${id}`, id],
    )
    return id
  }
  const answers = () =>
    setup.rows<{ template: string }>(`select template from notice where target = $1 and kind = 'account'`, [number])
  beforeEach(async () => {
    await setup.rows('delete from phone where number = $1', [number])
    await setup.rows('delete from delivery')
    await setup.rows('delete from notice where target = $1', [number])
  })

  test('suppress at STOP and lift at START, repeatedly', async () => {
    await reply(number, 'Stop please')
    await reply(number, 'STOP')
    await apply()
    expect(await stops()).toEqual([{ target: number, reason: 'stop' }])
    await reply(number, 'START')
    await apply()
    expect(await stops()).toEqual([])
    await reply(number, 'stop')
    await apply()
    expect(await stops()).toHaveLength(1)
    expect(await answers()).toEqual([])
  })

  test('apply the last of one batch', async () => {
    for (const body of ['STOP', 'START', 'STOP', 'START']) await reply(number, body)
    await apply()
    expect(await stops()).toEqual([])
  })

  test('do not lift a bounce at START', async () => {
    await setup.rows(`insert into suppression (channel, target, reason) values ('PHONE', $1, 'bounce')`, [number])
    await reply(number, 'START')
    await apply()
    expect(await stops()).toEqual([{ target: number, reason: 'bounce' }])
  })

  test('verify the one open request at YES, before any other meaning', async () => {
    const phone = await open(await setup.user())
    await setup.rows(`insert into suppression (channel, target, reason) values ('PHONE', $1, 'stop')`, [number])
    await reply(number, 'Yes.')
    await apply()
    expect(await verified(phone)).toBe(true)
    expect(await stops()).toHaveLength(1)
    await reply(number, 'YES')
    await apply()
    expect(await stops()).toEqual([])
  })

  test('verify neither of two open requests at YES, and ask for the code', async () => {
    const phones = [await open(await setup.user()), await open(await setup.user())]
    await reply(number, 'YES')
    await apply()
    expect(await Promise.all(phones.map(verified))).toEqual([false, false])
    expect(await answers()).toEqual([{ template: 'yes-unclear-text' }])
  })

  test('verify nothing at YES after the request expired', async () => {
    const phone = await open(await setup.user())
    await setup.rows(`update ticket set expires_at = now() - interval '1 minute' where phone_id = $1`, [phone])
    await reply(number, 'YES')
    await apply()
    expect(await verified(phone)).toBe(false)
  })

  test('answer HELP at most three times a day', async () => {
    for (let i = 0; i < 5; i++) await reply(number, 'HELP')
    await apply()
    expect(await answers()).toHaveLength(3)
  })
})

test('sets aside a report that cannot be applied, and applies the others', async () => {
  const { noticeId } = await calledNotice()
  await keep('sendgrid', event(noticeId, 'delivered', { attempt: '999999999999999' }))
  await keep('sendgrid', event(noticeId, 'processed'))
  await apply()
  expect((await setup.notice(noticeId)).state).toBe('accepted')
  expect(await setup.rows(`select 1 from provider_callback where problem <> ''`)).toHaveLength(1)
  expect(await setup.rows('select 1 from provider_callback where applied_at is null')).toEqual([])
})

test.each([1e300, -1, 0, 4_000_000_000])(
  'dates a report of an impossible time, %d, to its arrival',
  async (timestamp) => {
    const { noticeId } = await calledNotice()
    await keep('sendgrid', event(noticeId, 'bounce', { type: 'bounce', timestamp }))
    await apply()
    expect((await setup.notice(noticeId)).state).toBe('failed')
    const [stop] = await setup.rows<{ near: boolean }>(
      `select abs(extract(epoch from now() - created_at)) < 60 as near from suppression order by id desc limit 1`,
    )
    expect(stop).toEqual({ near: true })
  },
)

test('keeps a STOP when the database is away while it is applied', async () => {
  const number = '+16125550177'
  await reply(number, 'STOP')
  const deps = setup.deps()
  let away = 2
  const failing = new Proxy(deps.db, {
    get: (db, key) => {
      if (key === 'transaction' && away > 0) {
        away--
        throw Object.assign(new Error('the database system is shutting down'), { code: '57P01', severity: 'FATAL' })
      }
      const value = Reflect.get(db, key, db) as unknown
      return typeof value === 'function' ? (value.bind(db) as unknown) : value
    },
  })
  const look = () => applyCallbacks({ ...deps, db: failing })
  await expect(look()).rejects.toMatchObject({ code: '57P01' })
  await expect(look()).rejects.toMatchObject({ code: '57P01' })
  while (await look());
  expect(await stops()).toEqual([{ target: number, reason: 'stop' }])
})

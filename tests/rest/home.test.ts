import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SuppressedAddress } from '#server/features/recipients/suppressed-addresses.ts'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let owner: TestUser
let browser: Browser
let emailId: number
let phoneId: number
beforeAll(async () => {
  server = await startTestServer()
  owner = await makeUser(server.deps.db)
  browser = await logIn(server.app, owner)
  emailId = await one('insert into email_address (owner_id, address) values ($1, $2) returning id', [
    owner.id,
    'Thessaly@example.org',
  ])
  phoneId = await one('insert into phone (owner_id, number) values ($1, $2) returning id', [owner.id, '+16125550142'])
})
afterAll(() => server.stop())

async function one(text: string, values: unknown[]): Promise<number> {
  const { rows } = await server.deps.pool.query<{ id: number }>(text, values)
  return rows[0]?.id ?? 0
}
let told = 0
/** A record that one alert met, in the history of a user. */
async function history(userId: number, channel: 'EMAIL' | 'PHONE' = 'EMAIL', alertName = 'My name'): Promise<void> {
  told += 1
  const feed = await one(`insert into feed (name) values ($1) returning id`, [`feed ${told}`])
  const event = await one(
    `insert into event (feed_id, document_id, content_hash, document_description, recorded_at, recorded_has_time, recorded_on, parties, parcels)
     values ($1, $2, '\\x00', 'Quit Claim Deed', '2026-11-19T16:42:00Z', true, '2026-11-19', '[]', '[]') returning id`,
    [feed, `2026-${told}`],
  )
  await one(
    `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match)
     values ($1, $2, 1, 1, $3, 'Thessaly Brandvold', $4, $5, $6, '{"sentence":"Same name.","recordRaw":"BRANDVOLD\u202e THESSALY","marks":[[0,9],[11,19]]}') returning id`,
    [
      userId,
      event,
      alertName,
      channel,
      channel === 'EMAIL' ? emailId : phoneId,
      channel === 'EMAIL' ? 'Thessaly@example.org' : '+16125550142',
    ],
  )
}
type Home = { suppressions: SuppressedAddress[]; [card: string]: unknown }
const home = async (by = browser) => (await by.get<Home>('home/all')).body.content

test('GET home/all fills every card from one call', async () => {
  const { db } = server.deps
  const common = {
    ...settingsGroups.common.initial,
    contactPhone: '(612) 555-0130',
    contactEmail: 'help@county.example',
  }
  await writeSetting(db, 'common', common, null)
  const link = { heading: 'Recorder', paragraphContent: 'https://recorder.example' }
  const news = { heading: 'Hours', paragraphContent: 'We close early.' }
  await writeSetting(db, 'externalLinks', { paragraphs: [link] }, null)
  await writeSetting(db, 'loginPageLatestNews', { paragraphs: [news] }, null)
  const visitor = await logIn(server.app, await makeUser(db, { role: 'GUEST' }))
  expect(await visitor.get('home/all')).toMatchObject({
    status: 200,
    body: {
      ok: true,
      lockout: { lockoutInPlace: false },
      content: {
        selections: { latestNews: true, disclaimer: true, contactUs: true, links: true, numberOfSlides: 1 },
        numberOfSlides: 1,
        common: { contactPhone: '(612) 555-0130', contactEmail: 'help@county.example' },
        links: { paragraphs: [link] },
        latestNews: { paragraphs: [news] },
        myAlerts: { alerts: [], total: 0 },
        alertHistory: { outgoingEvents: [], total: 0 },
        suppressions: [],
        told: [],
        stoppedAlerts: [],
      },
    },
  })
})

test("POST home/alertHistory returns the caller's history, filtered by text, email and phone", async () => {
  const stranger = await makeUser(server.deps.db)
  await history(stranger.id)
  for (let n = 0; n < 11; n++) await history(owner.id)
  await history(owner.id, 'PHONE', 'Cabin')
  type Content = { outgoingEvents: OutgoingEventView[]; total: number }
  const asked = async (filter: object) => (await browser.post<Content>('home/alertHistory', filter)).body.content
  const all = await asked({})
  expect([all.total, all.outgoingEvents.length]).toEqual([12, 12])
  expect(all.outgoingEvents[0]).toMatchObject({
    alertName: 'Cabin',
    deliveredTimestampFormatted: '',
    deliveryMethodType: 'PHONE',
    deliveryTarget: '(612) 555-0142',
    combinedCriteria: 'Thessaly Brandvold',
    documentIdentifer: '2026-13',
    incomingEventCombinedCriteria: 'BRANDVOLD THESSALY',
    // Moved with the text, which has lost a hidden character.
    marks: [
      [0, 9],
      [10, 18],
    ],
    documentDescription: 'Quit Claim Deed',
    recordedTimestampFormatted: '11/19/2026 10:42 AM',
    eventTimestampFormatted: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M$/) as string,
  })
  expect((await asked({ filterText: 'cab' })).total).toBe(1)
  expect((await asked({ emailAddressId: emailId, phoneNumberId: '' })).total).toBe(11)
  expect((await asked({ phoneNumberId: phoneId })).total).toBe(1)
  expect((await asked({ page: 2 })).outgoingEvents).toHaveLength(2)
  expect((await home()).alertHistory).toMatchObject({ total: 12, outgoingEvents: { length: 10 } })
  expect((await browser.post('home/alertHistory', { userId: stranger.id })).status).toBe(400)
})

describe('reports undeliverable recipients on the next visit', () => {
  const stop = (channel: string, target: string, reason: string, ownerId: number | null = null) =>
    one('insert into suppression (channel, target, reason, owner_id) values ($1, $2, $3, $4) returning id', [
      channel,
      target,
      reason,
      ownerId,
    ])

  test('to every owner of an address that bounced or replied STOP, while it is suppressed', async () => {
    const second = await makeUser(server.deps.db)
    await one('insert into email_address (owner_id, address) values ($1, $2) returning id', [
      second.id,
      'thessaly@example.org',
    ])
    const secondBrowser = await logIn(server.app, second)
    const bounced = await stop('EMAIL', 'thessaly@example.org', 'bounce')
    await stop('PHONE', '+16125550142', 'stop')
    await stop('EMAIL', 'somebody.else@example.org', 'bounce')
    await stop('EMAIL', owner.email, 'complaint')
    const messages = (await home()).suppressions.map(({ message }) => message)
    expect(messages).toEqual([
      'We can’t deliver emails to Thessaly@example.org. Please use another address.',
      'Someone replied STOP from (612) 555-0142. Text START to our number to allow texts again.',
      expect.stringContaining(`Emails to ${owner.email} were marked as spam, so we stopped them.`),
    ])
    expect((await home(secondBrowser)).suppressions).toMatchObject([{ id: bounced, reason: 'bounce', canUndo: false }])
    // Not one person's to dismiss or lift.
    await browser.mutate('home.dismissStop', { id: bounced })
    expect((await browser.mutate('home.allowAgain', { id: bounced })).status).toBe(404)
    expect((await home()).told).toHaveLength(3)
  })

  test.each<
    [what: string, scope: string, verified: boolean, ofAccount: boolean, message: RegExp, stopsAlerts: boolean]
  >([
    [
      'requests to a verified address',
      'requests',
      true,
      false,
      /^An email asking to verify or register w@example\.org was marked as spam, so we no longer send those\. Your alerts still go there\.$/,
      false,
    ],
    ['requests to one that is not', 'requests', false, false, /To verify it, call the county\.$/, true],
    ['all', 'messages', true, false, /so we stopped them\.$/, true],
    [
      "all to the account's own email",
      'messages',
      true,
      true,
      /Only emails about your password and account still go there\.$/,
      true,
    ],
  ])('a complaint suppresses: %s', async (_what, scope, verified, ofAccount, message, stopsAlerts) => {
    const email = ofAccount ? 'w@example.org' : 'elsewhere@example.org'
    const me = await makeUser(server.deps.db, { email })
    const at = verified ? new Date() : null
    await server.deps.pool.query('update "user" set email_verified_at = now() where id = $1', [me.id])
    await one('insert into email_address (owner_id, address, verified_at) values ($1, $2, $3) returning id', [
      me.id,
      'w@example.org',
      at,
    ])
    const id = await one(
      'insert into suppression (channel, target, reason, scope) values ($1, $2, $3, $4) returning id',
      ['EMAIL', 'w@example.org', 'complaint', scope],
    )
    const mine = await logIn(server.app, me)
    expect((await home(mine)).told).toEqual([
      expect.objectContaining({ message: expect.stringMatching(message) as string, stopsAlerts, canUndo: false }),
    ])
    await server.deps.pool.query('delete from suppression where id = $1', [id])
  })

  test("users can undo or dismiss their own unsubscribe, but not another's", async () => {
    const me = await makeUser(server.deps.db)
    const mine = await logIn(server.app, me)
    for (const address of ['one@example.org', 'two@example.org'])
      await one('insert into email_address (owner_id, address) values ($1, $2) returning id', [me.id, address])
    const first = await stop('EMAIL', 'one@example.org', 'unsubscribe', me.id)
    const second = await stop('EMAIL', 'two@example.org', 'unsubscribe', me.id)
    expect((await home(mine)).told).toMatchObject([
      { id: first, message: 'You unsubscribed one@example.org from all alerts.', canUndo: true },
      { id: second, canUndo: true },
    ])
    await browser.mutate('home.dismissStop', { id: first })
    expect((await browser.mutate('home.allowAgain', { id: first })).status).toBe(404)
    expect((await mine.mutate('home.allowAgain', { id: first })).data).toMatchObject({
      message: 'We will send alerts to one@example.org again.',
      content: { told: [{ id: second }] },
    })
    expect((await mine.mutate('home.dismissStop', { id: second })).data).toMatchObject({
      content: { told: [{ id: second, dismissed: true }] },
    })
    const left = await server.deps.db
      .selectFrom('suppression')
      .where('owner_id', '=', me.id)
      .where('lifted_at', 'is', null)
      .select('id')
      .execute()
    expect(left).toEqual([{ id: second }])
  })
})

test('reports an alert unsubscribed for one address, and only its owner can resume it', async () => {
  const me = await makeUser(server.deps.db)
  const mine = await logIn(server.app, me)
  const alertId = await one(
    `insert into alert (user_id, name, alert_type, criteria, rule_version) values ($1, 'Cabin', 'NAME', 'T B', 1) returning id`,
    [me.id],
  )
  const email = await one('insert into email_address (owner_id, address) values ($1, $2) returning id', [
    me.id,
    'x@example.org',
  ])
  const phone = await one('insert into phone (owner_id, number) values ($1, $2) returning id', [me.id, '+16125550149'])
  const { pool } = server.deps
  await pool.query('insert into alert_email (alert_id, email_id, position, stopped_at) values ($1, $2, 0, now())', [
    alertId,
    email,
  ])
  await pool.query('insert into alert_phone (alert_id, phone_id, position, stopped_at) values ($1, $2, 0, now())', [
    alertId,
    phone,
  ])
  const emailLink = { alertId, channel: 'EMAIL', recipientId: email }
  const phoneLink = { alertId, channel: 'PHONE', recipientId: phone }
  expect((await home(mine)).stoppedAlerts).toMatchObject([
    { ...emailLink, alertName: 'Cabin', message: 'You unsubscribed x@example.org from “Cabin”.' },
    { ...phoneLink, message: 'You unsubscribed (612) 555-0149 from “Cabin”.' },
  ])
  expect((await browser.mutate('home.resumeAlert', emailLink)).status).toBe(404)
  expect((await mine.mutate('home.resumeAlert', emailLink)).data).toMatchObject({
    message: 'We will send this alert there again.',
    content: { stoppedAlerts: [phoneLink] },
  })
  expect((await mine.mutate('home.resumeAlert', emailLink)).status).toBe(404)
  await mine.mutate('home.resumeAlert', phoneLink)
  expect((await home(mine)).stoppedAlerts).toEqual([])
})

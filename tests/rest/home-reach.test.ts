import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlertReach, WaitingRow } from '#server/features/alerts/alert-reach.queries.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let owner: TestUser
let browser: Browser
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = await makeUser(server.deps.db)
  browser = await logIn(server.app, owner)
})

async function one(text: string, values: unknown[]): Promise<number> {
  const { rows } = await server.deps.pool.query<{ id: number }>(text, values)
  return rows[0]?.id ?? 0
}
const email = (address: string, verified = true) =>
  one(
    'insert into email_address (owner_id, address, verified_at) values ($1, $2, case when $3 then now() end) returning id',
    [owner.id, address, verified],
  )
const phone = (number: string) =>
  one('insert into phone (owner_id, number) values ($1, $2) returning id', [owner.id, number])
async function alert(name: string, { emails = [] as number[], phones = [] as number[], status = 'A' } = {}) {
  const id = await one(
    `insert into alert (user_id, name, status, alert_type, criteria, rule_version) values ($1, $2, $3, 'NAME', 'T B', 1) returning id`,
    [owner.id, name, status],
  )
  for (const recipient of emails)
    await one('insert into alert_email (alert_id, email_id, position) values ($1, $2, 1)', [id, recipient])
  for (const recipient of phones)
    await one('insert into alert_phone (alert_id, phone_id, position) values ($1, $2, 1)', [id, recipient])
  return id
}
type Home = {
  myAlerts: { alerts: AlertView[]; total: number; counts: AlertReach['counts']; unreached: AlertReach['unreached'] }
  waiting: WaitingRow[]
}
const home = async () => (await browser.get<Home>('home/all')).body.content

test('counts alerts without a usable recipient beyond the first ten, and unverified phones of alerts with verified emails', async () => {
  const confirmed = await email('wren@example.org')
  const textTo = await phone('+16125550188')
  for (let n = 10; n < 21; n++) await alert(`Alert ${n}`, { emails: [confirmed] })
  const both = await alert('Both', { emails: [confirmed], phones: [textTo] })
  const waits = await alert('Zebra Lane', { emails: [await email('helper@example.org', false)] })
  await alert('Off', { emails: [await email('off@example.org', false)], status: 'I' })

  const { myAlerts, waiting } = await home()
  expect(myAlerts.alerts.map(({ id }) => id)).not.toContain(waits)
  expect(myAlerts).toMatchObject({
    total: 14,
    counts: { active: 12, silent: 0, pending: 1, inactive: 1 },
    unreached: { total: 0, alerts: [] },
  })
  expect(waiting).toEqual([
    {
      channel: 'EMAIL',
      recipientId: expect.any(Number) as number,
      target: 'helper@example.org',
      alerts: [{ id: waits, name: 'Zebra Lane' }],
      pending: 1,
    },
    {
      channel: 'PHONE',
      recipientId: textTo,
      target: '(612) 555-0188',
      alerts: [{ id: both, name: 'Both' }],
      pending: 0,
    },
  ])
})

test('an active alert sends nothing once every address is suppressed, whatever the cause', async () => {
  const first = await email('one@example.org')
  const second = await email('two@example.org')
  const mine = await alert('Mine', { emails: [first] })
  const two = await alert('Two', { emails: [first, second] })
  const none = await alert('None')
  const shown = async () => {
    const { myAlerts } = await home()
    return {
      ...myAlerts.counts,
      unreached: myAlerts.unreached.alerts.map(({ id }) => id),
      nothingSent: myAlerts.alerts.filter((one_) => one_.nothingSent).map(({ id }) => id),
      statuses: myAlerts.alerts.map(({ statusType }) => statusType).join(''),
    }
  }
  const well = { active: 2, silent: 0, pending: 1, inactive: 0, unreached: [none], nothingSent: [], statuses: 'APA' }
  expect(await shown()).toEqual(well)

  await one(
    `insert into suppression (channel, target, reason, owner_id) values ('EMAIL', 'one@example.org', 'unsubscribe', $1)`,
    [owner.id],
  )
  const stopped = { ...well, active: 1, silent: 1, unreached: [mine, none], nothingSent: [mine] }
  expect(await shown()).toEqual(stopped)
  await server.deps.pool.query('update alert_email set stopped_at = now() where alert_id = $1 and email_id = $2', [
    two,
    second,
  ])
  expect(await shown()).toEqual({
    ...stopped,
    active: 0,
    silent: 2,
    unreached: [mine, none, two],
    nothingSent: [mine, two],
  })

  // What the record's own GET answers is accepted on its write, and ignored.
  const { body } = await browser.get<AlertView>(`userView/alert/${mine}`)
  expect(body.content.nothingSent).toBe(true)
})

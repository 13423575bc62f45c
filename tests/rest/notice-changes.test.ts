import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertView } from '#shared/contract/alert-view.ts'
import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { type Mail, startMail } from '#tests/helpers/mail.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { matchBatch } from '#worker/matching/match-batch.ts'
import { defaultOptions } from '#worker/platform/deps.ts'

// An owner is notified of each change that ends notices, at the old address too.
let server: TestServer
let county: Browser
let mail: Mail
let feedId: number
beforeAll(async () => {
  server = await startTestServer()
  const { db } = server.deps
  const counts = { ...settingsGroups.alertSettings.initial, numberOfEmails: 3, numberOfPhones: 3 }
  await writeSetting(db, 'alertSettings', counts, null)
  await writeSetting(db, 'common', { ...settingsGroups.common.initial, contactEmail: 'county@example.org' }, null)
  county = await logIn(server.app, await makeUser(db, { role: 'COUNTY' }))
  const feed = await db.insertInto('feed').values({ name: 'recorder' }).returning('id').executeTakeFirstOrThrow()
  feedId = feed.id
  mail = startMail(server)
})
afterAll(async () => {
  await mail.stop()
  await server.stop()
})

let owner: TestUser
let resident: Browser
let alert: AlertView
let made = 0
let records = 0
/** An owner with a verified account email, and one alert that notifies a verified address and number, and an unverified one. */
beforeEach(async () => {
  made += 1
  const { db } = server.deps
  owner = await makeUser(db)
  resident = await logIn(server.app, owner)
  const verified_at = new Date()
  await db.insertInto('email_address').values({ owner_id: owner.id, address: old(), verified_at }).execute()
  await db
    .insertInto('phone')
    .values({ owner_id: owner.id, number: number(), verified_at, validated_at: verified_at })
    .execute()
  const { body } = await resident.post<{ id: number; alerts: AlertView[] }>('userView/alert', {
    name: 'House',
    alertType: 'NAME',
    firstName: 'Thessaly',
    lastName: 'Brandvold',
    alertEmailAddresses: [
      { value: old(), acknowledged: true },
      { value: `unverified${made}@example.org`, acknowledged: true },
    ],
    alertPhones: [{ value: formatPhone(number()), acknowledged: true }],
  })
  if (!body.ok) throw new Error(JSON.stringify(body))
  alert = body.content.alerts[0]!
})
const old = () => `old${made}@example.org`
const number = () => `+1612555${4000 + made}`

const rows = async <T extends object>(query: ReturnType<typeof sql<T>>) => (await query.execute(server.deps.db)).rows
type Waiting = { id: number; target: string; lines: NoticeChangeLine[]; byStaff: boolean }
/** The messages about changes to this owner, by address. */
const told = () =>
  rows(sql<Waiting>`
    select id, target, data -> 'changes' as lines, (data ->> 'byStaff')::boolean as "byStaff" from notice
    where user_id = ${owner.id} and state <> 'canceled'
      and template in ('notices-changed', 'notices-changed-text') order by target, id`)
const acts = (list: Waiting[]) => Object.fromEntries(list.map(({ target, lines }) => [target, lines.map((l) => l.act)]))
const linkOf = (id: number) => `/undo/${signLink(server.deps.env.APP_SECRET, 'undo', id)}`
const open = async (method: 'GET' | 'POST', url: string) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const { statusCode, body } = await server.app.inject({ method, url, headers: method === 'POST' ? form : {} })
  return { statusCode, title: /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1] ?? '', body }
}
const press = async () => open('POST', linkOf((await told())[0]!.id))
const edited = (change: object) => ({
  id: alert.id,
  name: 'House',
  alertType: 'NAME',
  firstName: 'Thessaly',
  lastName: 'Brandvold',
  alertEmailAddresses: [{ value: old(), acknowledged: true }],
  alertPhones: [{ value: formatPhone(number()), acknowledged: true }],
  ...change,
})
const recipientId = async (channel: 'EMAIL' | 'PHONE') => {
  const [found] = await rows(sql<{ id: number }>`
    select id from recipient where owner_id = ${owner.id} and channel = ${channel}
      and target = ${channel === 'EMAIL' ? old() : number()}`)
  return found?.id ?? 0
}
/** A record that names the owner arrives, and is matched. Returns who is notified about it. */
async function record(): Promise<string[]> {
  records += 1
  const parties = JSON.stringify([{ role: 'GRANTOR', name: 'BRANDVOLD THESSALY' }])
  const [event] = await rows(sql<{ id: number }>`
    insert into event (feed_id, document_id, content_hash, recorded_at, recorded_on, recorded_has_time, parties, parcels)
    values (${feedId}, ${`D${records}`}, '\\x00', now(), current_date, true, ${parties}, '[]') returning id`)
  await sql`insert into match_queue (event_id) values (${event!.id})`.execute(server.deps.db)
  await match()
  return notified(event!.id)
}
const match = () => matchBatch({ ...server.deps, options: defaultOptions })
const notified = async (eventId: number) => {
  const found = sql<{ target: string }>`
    select target from notice where event_id = ${eventId} and user_id = ${owner.id} order by target`
  return (await rows(found)).map(({ target }) => target)
}

const everybody = () => ({ [number()]: 1, [old()]: 1, [owner.email]: 1 })
const pause = (day: string) => resident.mutate('userView.alertPause', { alertId: alert.id, pausedUntil: day })
type Act = [string, () => Promise<{ status: number }>, NoticeChangeLine['act'][]]
const ended: Act[] = [
  [
    'the owner replaces the address in the alert',
    () =>
      resident.post(
        'userView/alert',
        edited({ alertEmailAddresses: [{ value: 'new@example.org', acknowledged: true }] }),
      ),
    ['recipient'],
  ],
  [
    'staff replace the address in the alert',
    () =>
      county.post(
        'controlPanel/alert',
        edited({ userId: owner.id, alertEmailAddresses: [{ value: 'new@example.org', acknowledged: true }] }),
      ),
    ['recipient'],
  ],
  ['the owner takes the number out', () => resident.post('userView/alert', edited({ alertPhones: [] })), ['recipient']],
  [
    'the owner has it leave out records that show an initial only',
    () => resident.post('userView/alert', edited({ variants: { notByInitial: true } })),
    ['narrowed'],
  ],
  [
    'the owner watches somebody else',
    () => resident.post('userView/alert', edited({ firstName: 'Orrin' })),
    ['criteria'],
  ],
  ['the owner pauses it', () => pause('01/01/2099'), ['paused']],
  [
    'the owner pauses it by a save',
    () => resident.post('userView/alert', edited({ pausedUntil: '01/01/2099' })),
    ['paused'],
  ],
  ['the owner deletes it', () => resident.post('userView/alertDelete', { alertId: alert.id }), ['deleted']],
  ['staff delete it', () => county.post('controlPanel/alertDelete', { alertId: alert.id }), ['deleted']],
  ['staff turn it off', () => county.post('controlPanel/alertChangeStatusList', { alertId: alert.id }), ['off']],
  [
    'staff deactivate the account',
    () => county.post('userManager/userChangeStatusSingle', { userId: owner.id }),
    ['account'],
  ],
  [
    'staff mark the number as invalid',
    async () => county.post('controlPanel/invalidatePhone', { id: await recipientId('PHONE') }),
    ['number'],
  ],
]
const byStaff = (what: string) => what.startsWith('staff')

describe.each(ended)('%s', (what, act, expected) => {
  test('every verified address and number hears it once, and an unverified one nothing', async () => {
    expect(await act()).toMatchObject({ status: 200 })
    const messages = await told()
    expect(acts(messages)).toEqual(Object.fromEntries(Object.keys(everybody()).map((target) => [target, expected])))
    expect(messages.map((message) => message.byStaff)).toEqual(messages.map(() => byStaff(what)))
  })

  test('opening the link changes nothing; “This was not me” puts it back, and what came meanwhile is sent', async () => {
    await act()
    const silent = await record()
    const [message] = await told()
    for (let scans = 0; scans < 2; scans += 1)
      expect(await open('GET', linkOf(message!.id))).toMatchObject({
        title: message!.target === old() ? 'Is this right?' : 'Was this you?',
      })
    expect(
      await rows(sql<object>`select from notice_change where user_id = ${owner.id} and undone_at is not null`),
    ).toEqual([])

    for (let presses = 0; presses < 2; presses += 1)
      expect(await press()).toMatchObject({ statusCode: 200, title: 'Your alerts are back' })
    await match()
    const [event] = await rows(sql<{ id: number }>`select max(id)::int as id from event`)
    const now = await notified(event!.id)
    expect(now).toEqual(expect.arrayContaining(silent))
    // A number that staff called invalid until now missed that one; the address of the same alert had it.
    expect(now).toEqual(expected.includes('number') ? [old()] : [number(), old()])
    expect(await record()).toEqual([number(), old()])
    expect(
      await rows(
        sql<object>`select from notice where target = 'county@example.org' and data ->> 'userId' = ${String(owner.id)}`,
      ),
    ).toHaveLength(1)
  })
})

describe('an address that was replaced', () => {
  const replace = (more: object = {}) =>
    recipientId('EMAIL').then((id) =>
      county.mutate('userView.recipientCorrect', {
        channel: 'EMAIL',
        id,
        value: `right${made}@example.org`,
        acknowledged: true,
        ...more,
      }),
    )
  const week = () =>
    sql`update notice_change set until = now() - interval '1 second' where user_id = ${owner.id}`.execute(
      server.deps.db,
    )
  const verifyNew = () =>
    sql`update email_address set verified_at = now() where owner_id = ${owner.id} and address like 'right%'`.execute(
      server.deps.db,
    )

  test('gets notices in addition to the new one for seven days, and its link ends with them', async () => {
    await replace()
    expect(await record()).toEqual([number(), old()])
    await verifyNew()
    expect(await record()).toEqual([number(), old(), `right${made}@example.org`])
    await week()
    expect(await record()).toEqual([number(), `right${made}@example.org`])
    expect(await press()).toMatchObject({ title: 'We could not undo this' })
  })

  test('is back by the press, and the new one stays', async () => {
    await replace()
    await verifyNew()
    await press()
    await week()
    expect(await record()).toEqual([number(), old(), `right${made}@example.org`])
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'that bounced',
      () =>
        sql`insert into suppression (channel, target, reason) values ('EMAIL', ${old()}, 'bounce')`.execute(
          server.deps.db,
        ),
    ],
    [
      'that its owner unsubscribed',
      () =>
        sql`insert into suppression (channel, target, owner_id, reason)
          values ('EMAIL', ${old()}, ${owner.id}, 'unsubscribe')`.execute(server.deps.db),
    ],
    ['that staff say belongs to somebody else', async () => {}],
  ])('%s gets nothing more, and hears nothing', async (what, arrange) => {
    await arrange()
    await replace({ belongsToOther: what.includes('staff') })
    expect(await record()).toEqual([number()])
    expect((await told()).map(({ target }) => target)).not.toContain(old())
  })

  test('gets nothing more, not even a message, if staff say in the alert that it belongs to another person', async () => {
    const theirs = edited({
      userId: owner.id,
      alertEmailAddresses: [{ value: `right${made}@example.org`, acknowledged: true }],
      belongsToOther: true,
    })
    expect((await county.post('controlPanel/alert', theirs)).status).toBe(200)
    expect(await record()).toEqual([number()])
    expect((await told()).map(({ target }) => target)).not.toContain(old())
  })

  test('cannot be removed from the list meanwhile, unless staff say that it belongs to another person', async () => {
    const id = await recipientId('EMAIL')
    await replace()
    const remove = (by: Browser, more = {}) => by.mutate('userView.recipientRemove', { channel: 'EMAIL', id, ...more })
    expect((await remove(resident)).error?.message).toMatch(/You can remove it after \d\d\/\d\d\/\d{4}\.$/)
    expect((await remove(resident, { belongsToOther: true })).error?.message).toMatch(/You can remove it after/)
    expect((await remove(county, { belongsToOther: true })).status).toBe(200)
    expect(await record()).toEqual([number()])
  })
})

// A stranger at an open browser, who acts after a first change. Each case starts with a change that all recipients are notified of.
const turnOff = () => resident.post('userView/alert', edited({ statusType: 'I' }))
const theirs = () => [{ value: `theirs${made}@example.org`, acknowledged: true }]
type Behind = [string, (() => Promise<unknown>)[], messages?: number]
const hidden: Behind[] = [
  [
    'off, then only another address and another name',
    [
      turnOff,
      () =>
        resident.post(
          'userView/alert',
          edited({ statusType: 'I', lastName: 'Nobody', alertEmailAddresses: theirs(), alertPhones: [] }),
        ),
    ],
  ],
  ['off, then deleted', [turnOff, () => resident.post('userView/alertDelete', { alertId: alert.id })]],
  [
    'off, then the address corrected',
    [
      turnOff,
      async () =>
        resident.mutate('userView.recipientCorrect', {
          channel: 'EMAIL',
          id: await recipientId('EMAIL'),
          value: `theirs${made}@example.org`,
          acknowledged: true,
        }),
    ],
  ],
  [
    'taken out, put back, taken out once more',
    [
      () => resident.post('userView/alert', edited({ alertEmailAddresses: theirs() })),
      () => resident.post('userView/alert', edited({})),
      () => resident.post('userView/alert', edited({ alertEmailAddresses: theirs() })),
    ],
    2,
  ],
  [
    'the number marked as invalid, then deleted',
    [
      async () => county.post('controlPanel/invalidatePhone', { id: await recipientId('PHONE') }),
      () => county.post('controlPanel/alertDelete', { alertId: alert.id }),
    ],
  ],
]

test.each(hidden)('what was done behind a change is undone with it: %s', async (_what, steps, count = steps.length) => {
  for (const step of steps) {
    expect(await step()).toMatchObject({ status: 200 })
    // Each alone: the first message has already reached its reader.
    await sql`update delivery set fence = 1`.execute(server.deps.db)
  }
  expect((await told()).filter(({ target }) => target === owner.email)).toHaveLength(count)
  await press()
  await sql`update notice_change set until = now() where user_id = ${owner.id}`.execute(server.deps.db)
  expect(await record()).toEqual([number(), old()])
})

describe('an undo takes nothing from anybody', () => {
  test('the former alert is restored next to one that watches something else by now', async () => {
    await resident.post('userView/alert', edited({ firstName: 'Orrin' }))
    await resident.post('userView/alert', edited({ firstName: 'Odalys' }))
    await press()
    expect(
      await rows(sql<object>`select first_name from alert where user_id = ${owner.id} order by first_name`),
    ).toEqual([{ first_name: 'Odalys' }, { first_name: 'Thessaly' }])
  })

  test('an alert whose pause has ended is not paused again', async () => {
    await pause('01/01/2098')
    await sql`update delivery set fence = 1`.execute(server.deps.db)
    await pause('01/01/2099')
    await resident.mutate('userView.alertPause', { alertId: alert.id, pausedUntil: '' })
    const last = (await told()).toSorted((a, b) => b.id - a.id)[0]!
    await open('POST', linkOf(last.id))
    expect(await record()).toEqual([number(), old()])
  })
})

test.each(['an owner', 'no owner, as the legacy version left it'])(
  'what was canceled because staff deleted an alert is sent after an undo: of %s',
  async (whose) => {
    const { db } = server.deps
    if (whose !== 'an owner') {
      await sql`delete from alert_phone where alert_id = ${alert.id}`.execute(db)
      await sql`update alert set user_id = null where id = ${alert.id}`.execute(db)
      await sql`update email_address set owner_id = null where address = ${old()}`.execute(db)
    }
    await record()
    expect(await county.post('controlPanel/alertDelete', { alertId: alert.id })).toMatchObject({ status: 200 })
    const sent = sql`kind = 'match' and target = ${old()}`
    // As delivery does at the next call.
    await sql`delete from delivery where notice_id in (select id from notice where ${sent})`.execute(db)
    const reason = skipReasons['alert-off'].staff
    await sql`update notice set state = 'canceled', reason = ${reason}, ended_at = now() where ${sent}`.execute(db)
    const [message] = await rows(sql<{ id: number }>`
      select id from notice where template = 'notices-changed' and target = ${old()}`)
    expect(await open('POST', linkOf(message!.id))).toMatchObject({ title: 'Your alerts are back' })
    expect(await rows(sql<object>`select from notice where ${sent} and state <> 'canceled'`)).toHaveLength(1)
  },
)

test('the possible matches of an alert that was deleted come back with it, and not twice', async () => {
  const { db } = server.deps
  await sql`
    with recorded as (
      insert into event (feed_id, document_id, content_hash, recorded_at, recorded_has_time, recorded_on, parties, parcels)
      select (select max(feed_id) from event), 'possible' || ${alert.id}, '', now(), false, current_date, '[]', '[]' returning id)
    insert into possible_match (event_id, alert_id, revision, user_id, criteria, match, week, answer, answered_at, matched_at)
    select r.id, a.id, 1, a.user_id, a.criteria, '{}', '2026-11-23', 'expected', now(), now() - interval '3 days'
    from recorded r, alert a where a.id = ${alert.id}`.execute(db)
  const possible = () =>
    rows(sql<{ week: string; answer: string }>`
      select week, answer from possible_match where user_id = ${owner.id} and alert_id in (select id from alert)`)
  await resident.post('userView/alertDelete', { alertId: alert.id })
  expect(await possible()).toEqual([])
  expect(await press()).toMatchObject({ title: 'Your alerts are back' })
  expect(await possible()).toEqual([{ week: '2026-11-23', answer: 'expected' }])
})

test('an undo says so if an address is gone from the account', async () => {
  await resident.post('userView/alert', edited({ alertEmailAddresses: theirs() }))
  await sql`delete from email_address where owner_id = ${owner.id} and address = ${old()}`.execute(server.deps.db)
  expect(await press()).toMatchObject({ statusCode: 200, title: 'We could not put everything back' })
})
test.each([true, false])(
  'staff change the email and the phone of the account, and move its alerts; the old ones belong to another person: %s',
  async (isOther) => {
    const { db } = server.deps
    const right = { email: `right${made}@example.org`, phone: formatPhone(`+1651555${4000 + made}`) }
    await sql`update "user" set email = ${old()}, phone = ${formatPhone(number())} where id = ${owner.id}`.execute(db)
    const page = await county.get<object>(`userManager/user/${owner.id}`)
    expect(page.body.content).toMatchObject({ alertsByEmail: 1, alertsByPhone: 1 })
    const saved = await county.post('userManager/user', {
      ...page.body.content,
      firstName: 'Thessaly',
      lastName: 'Brandvold',
      ...right,
      moveAlerts: true,
      moveTexts: true,
      emailBelongsToOther: isOther,
      phoneBelongsToOther: isOther,
    })
    expect(saved.body).toMatchObject({ ok: true, content: { alertsByEmail: 1, alertsByPhone: 1 } })
    expect(await record()).toEqual(isOther ? [] : [number(), old()])
    expect((await told()).map(({ target }) => target)).toEqual(isOther ? [] : [number(), old()])
  },
)

test('several changes within a minute are one message, and after five an hour the next waits, but comes', async () => {
  await pause('01/01/2098')
  await pause('01/01/2099')
  await resident.post('userView/alertDelete', { alertId: alert.id })
  expect(acts(await told())[old()]).toEqual(['paused', 'deleted'])
  // One press restores the alert as it was before the first of them.
  await press()
  expect(await record()).toEqual([number(), old()])

  const due = () =>
    rows(sql<{ minutes: number }>`
      select round(extract(epoch from d.next_attempt_at - now()) / 60)::int as minutes from delivery d
      join notice n on n.id = d.notice_id where n.target = ${old()} and n.template = 'notices-changed' order by n.id`)
  for (let year = 2040; year < 2046; year += 1) {
    await sql`update delivery set fence = 1`.execute(server.deps.db)
    await pause(`01/01/${year}`)
  }
  expect((await due()).map(({ minutes }) => minutes)).toEqual([1, 1, 1, 1, 1, 60, 60].slice(0, (await due()).length))
  expect((await due()).at(-1)).toEqual({ minutes: 60 })
})

test('staff delete the user: those who got notices are told once more, with the county’s phone, after the rows are gone', async () => {
  const { db } = server.deps
  await writeSetting(db, 'common', { ...settingsGroups.common.initial, contactPhone: '(612) 555-0100' }, null)
  expect((await county.post('userManager/userDelete', { userId: owner.id })).status).toBe(200)
  expect(await rows(sql<object>`select from "user" where id = ${owner.id}`)).toEqual([])
  const [[email], [text]] = [await mail.to(old()), await mail.to(number())]
  expect(email!.text).toMatch(/county staff deleted the account .+\(612\) 555-0100/s)
  expect(email!.text).not.toMatch(/\/undo\//)
  expect(text!.text).toMatch(/deleted your account on .+ Not right\? Call 612-555-0100\. Reply STOP to end\.$/)
  expect(await mail.to(owner.email)).toHaveLength(1)
})

test('what ends nothing tells nothing', async () => {
  await resident.post('userView/alert', edited({ name: 'My house', nicknames: true }))
  await sql`update alert set status = 'I' where id = ${alert.id}`.execute(server.deps.db)
  await county.post('controlPanel/alertDelete', { alertId: alert.id })
  expect(await told()).toEqual([])
})

test('the email and the text say what happened, until when it can be undone, and hold the link', async () => {
  await pause('01/01/2099')
  await sql`update delivery set next_attempt_at = now()`.execute(server.deps.db)
  const [email] = await mail.to(old())
  expect(email!.text).toMatch(/The alert .House. is paused until January 1, 2099\./)
  expect(email!.subject).toBe('Record alerts that you get were changed. Is that right?')
  expect(email!.text).toMatch(/This is not right: \S+\/undo\/[0-9a-z]+-[\w-]{22}/)
  const [text] = await mail.to(number())
  expect(text!.text).toMatch(/Not you\? Undo it by \d\d\/\d\d\/\d{4}: \S+\/undo\/\S+ Reply STOP to end\.$/)
  expect(text!.text.length).toBeLessThanOrEqual(160)
})

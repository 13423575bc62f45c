import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { readRecordPage } from './list-records.ts'
import { listUnanswered } from './list-unanswered.ts'

let server: TestServer
let owner: TestUser
let other: TestUser
let feedId: number
beforeAll(async () => {
  server = await startTestServer()
  feedId = await insert(`insert into feed (name) values ('records') returning id`, [])
})
afterAll(() => server.stop())
beforeEach(async () => {
  owner = await makeUser(server.deps.db)
  other = await makeUser(server.deps.db)
})

async function insert(text: string, values: unknown[]): Promise<number> {
  const { rows } = await server.deps.pool.query<{ id: number }>(text, values)
  return rows[0]?.id ?? 0
}

let made = 0
const record = ({ type = 'Quit Claim Deed', code = 'QCD', number = `2026-${(made += 1)}` } = {}): Promise<number> =>
  insert(
    `insert into event (feed_id, document_id, content_hash, document_type, document_description, recorded_at,
       recorded_has_time, recorded_on, parties, parcels)
     values ($1, $2, '\\x00', $4, $3, '2026-11-19T16:42:00Z', true, '2026-11-19', '[]', '[]') returning id`,
    [feedId, number, type, code],
  )

const alert = (userId: number, name = 'My name'): Promise<number> =>
  insert(
    `insert into alert (user_id, name, alert_type, criteria, rule_version) values ($1, $2, 'NAME', 'Wren Farrow', 1) returning id`,
    [userId, name],
  )

type RowOptions = Partial<{
  userId: number
  alertId: number
  alertName: string
  channel: 'EMAIL' | 'PHONE'
  target: string
  revision: number
  /** The state of its message; null for a row without a message. */
  state: string | null
  daysAgo: number
  field: 'party' | 'parcel'
}>
let recipients = 0
/** A row of the history, with its message unless `state` is null. @returns the message's id */
async function row(eventId: number, options: RowOptions = {}): Promise<number | null> {
  const { userId = owner.id, alertId = 1, alertName = 'My name', channel = 'EMAIL', revision = 1 } = options
  const { target = 'wren@example.org', state = 'accepted', daysAgo = 0, field = 'party' } = options
  recipients += 1
  const noticeId =
    state === null
      ? null
      : await insert(
          `insert into notice as n (kind, template, event_id, revision, user_id, owner_key, channel, recipient_id, target, state, accepted_at)
           values ('match', 'match', $1, $2, $3, $3, $4, 1, $5, $6, case when $6 = 'accepted' then now() end)
           on conflict (event_id, revision, owner_key, channel, target) where kind = 'match'
             do update set template = n.template returning id`,
          [eventId, revision, userId, channel, target, state],
        )
  await insert(
    `insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id,
       target, match, notice_id, unsent_reason, created_at)
     values ($1, $2, $3, $4, $5, 'Wren Farrow', $6, $7, $8, $12, $9, $10,
       now() - make_interval(days => $11)) returning id`,
    [
      userId,
      eventId,
      revision,
      alertId,
      alertName,
      channel,
      recipients,
      target,
      noticeId,
      state ? '' : 'Paused.',
      daysAgo,
      JSON.stringify({ sentence: 'Same name.', recordRaw: 'FARROW WREN', field }),
    ],
  )
  return noticeId
}
const answer = (eventId: number, noticeId: number | null, said = 'expected') =>
  insert(
    `insert into notice_answer (notice_id, event_id, owner_key, answer) values ($1, $2, $3, $4) returning notice_id as id`,
    [noticeId, eventId, owner.id, said],
  )

const read = (filter: object = {}, { page = 1, lastRowId }: { page?: number; lastRowId?: number } = {}) =>
  readRecordPage(
    server.deps,
    { userId: owner.id, ...filter },
    { ...toLimitOffset(page), lastRowId, timeZone: 'America/Chicago' },
  )
const ids = (page: { records: { id: number }[] }) => page.records.map(({ id }) => id)
const unanswered = () => listUnanswered(server.deps.db, owner.id, 3)

describe('the history by record', () => {
  test('shows a record once, with its alerts and recipients inside', async () => {
    const deed = await record({ number: '2026-018842' })
    for (const alertId of [1, 2])
      for (const target of ['wren@example.org', 'helper@example.org'])
        await row(deed, { alertId, alertName: `Alert ${alertId}`, target })
    await row(deed, { alertId: 2, alertName: 'Alert 2', channel: 'PHONE', target: '+13125550142', state: 'failed' })
    await row(deed, { alertId: 3, alertName: 'Alert 3', state: null })
    const page = await read()
    expect(page.total).toBe(1)
    expect(page.records).toEqual([
      expect.objectContaining({
        id: deed,
        documentIdentifier: '2026-018842',
        documentDescription: 'Quit Claim Deed',
        recordedTimestampFormatted: '11/19/2026 10:42 AM',
        isUnanswered: true,
        answer: null,
        matches: [1, 2, 3].map((alertId) => expect.objectContaining({ alertId, alertName: `Alert ${alertId}` })),
        deliveries: [
          expect.objectContaining({ target: 'wren@example.org', deliveryState: 'accepted' }),
          expect.objectContaining({ target: 'helper@example.org', deliveryState: 'accepted' }),
          expect.objectContaining({ target: '(312) 555-0142', deliveryState: 'failed' }),
          expect.objectContaining({ target: 'wren@example.org', deliveryState: 'unsent', deliveryReason: 'Paused.' }),
        ],
      }),
    ])
  })

  test('holds only the records of its owner, even when another user was notified about the same one', async () => {
    const [deed, foreign] = [await record(), await record()]
    await row(deed, { alertId: await alert(owner.id) })
    const theirs = await row(deed, { userId: other.id, target: 'other@example.org' })
    await row(foreign, { userId: other.id, target: 'other@example.org' })
    await server.deps.pool.query(
      `insert into notice_answer (notice_id, event_id, owner_key, answer) values ($1, $2, $3, 'wrong')`,
      [theirs, deed, other.id],
    )
    const page = await read()
    expect([page.total, ids(page)]).toEqual([1, [deed]])
    expect(page.records[0]).toMatchObject({ answer: null, isUnanswered: true })
    expect(JSON.stringify(page)).not.toContain('other@example.org')
    expect(await unanswered()).toMatchObject({ matched: 1, total: 1 })
  })

  test.each([
    ['the document number', '26-77', ['2026-77']],
    ['the document type', 'of mort', ['2026-78']],
    ['the type in the feed’s own code', 'qcd', ['2026-77', '2026-78', '2026-79']],
    ['the nickname of one of its alerts', 'cabin', ['2026-79']],
    ['a recipient', 'cousin@', ['2026-78']],
    ['no record', '100%', []],
  ])('finds by %s', async (_what, filterText, found) => {
    await row(await record({ number: '2026-77' }))
    const loan = await record({ number: '2026-78', type: 'Satisfaction of Mortgage' })
    await row(loan)
    await row(loan, { alertId: 2, target: 'cousin@example.org' })
    await row(await record({ number: '2026-79', type: 'Easement' }), { alertName: 'The cabin' })
    const page = await read({ filterText })
    expect(page.records.map(({ documentIdentifier }) => documentIdentifier).toSorted()).toEqual(found)
    expect(page.total).toBe(found.length)
    // All of a record's rows stay inside, not only the row that matches the filter.
    if (filterText === 'cousin@') expect(page.records[0]?.deliveries).toHaveLength(2)
    await server.deps.pool.query('delete from event where document_id = any($1)', [['2026-77', '2026-78', '2026-79']])
  })

  test('counts records exactly, and its pages do not shift while rows arrive', async () => {
    const deeds: number[] = []
    for (let n = 0; n < 25; n++) {
      const deed = await record()
      deeds.unshift(deed)
      await row(deed)
      await row(deed, { alertId: 2 })
    }
    const first = await read()
    expect([first.total, ids(first)]).toEqual([25, deeds.slice(0, 10)])
    // A new record, and a late row of one on the second page, which moves it to the first.
    const fresh = await record()
    await row(fresh)
    const late = deeds[14] ?? 0
    await row(late, { revision: 2, alertId: 3 })
    const { lastRowId } = first
    expect(ids(await read({}, { page: 2, lastRowId }))).toEqual(deeds.slice(10, 20))
    expect(ids(await read({}, { page: 3, lastRowId }))).toEqual(deeds.slice(20))
    expect((await read({}, { page: 3, lastRowId })).total).toBe(25)
    const again = await read()
    expect([again.total, ids(again).slice(0, 3)]).toEqual([26, [late, fresh, deeds[0]]])
    // Past the end it still says how many records there are.
    expect(await read({}, { page: 9, lastRowId })).toMatchObject({ records: [], total: 25 })
    expect(await read({}, { page: 9 })).toMatchObject({ records: [], total: 26 })
  })
})

describe('whether a record waits for an answer', () => {
  test.each<[string, RowOptions, boolean]>([
    ['once its message was sent', {}, true],
    ['while its message is on its way', { state: 'waiting' }, true],
    ['if its message reached nobody', { state: 'failed' }, true],
    ['but not while its message is held for staff', { state: 'held' }, false],
    ['but not if its message was canceled', { state: 'cancelled' }, false],
    ['but not if nothing was to be sent', { state: null }, false],
  ])('%s', async (_when, options, waits) => {
    const deed = await record()
    await row(deed, { ...options, alertId: await alert(owner.id) })
    const [group] = (await read()).records
    expect([group?.isUnanswered, group?.noticePath !== '']).toEqual([waits, waits])
    expect(await unanswered()).toMatchObject({ matched: 1, answered: 0, total: waits ? 1 : 0 })
    if (waits)
      expect((await unanswered()).first).toMatchObject([{ id: deed, isUndelivered: options.state === 'failed' }])
  })

  test('it waits until any of its messages is answered, and again after a revision that sent another', async () => {
    const deed = await record()
    const alertId = await alert(owner.id)
    const first = await row(deed, { alertId })
    await row(deed, { alertId, target: 'helper@example.org' })
    expect(await unanswered()).toMatchObject({ total: 1, first: [{ noticeId: first, isRevised: false }] })
    await answer(deed, first)
    expect(await unanswered()).toMatchObject({ matched: 1, answered: 1, total: 0 })
    expect((await read()).records[0]).toMatchObject({ answer: 'expected', isUnanswered: false })
    const revised = await row(deed, { alertId: await alert(owner.id, 'Our trust'), revision: 2 })
    expect(await unanswered()).toMatchObject({ total: 1, first: [{ noticeId: revised, isRevised: true }] })
    expect((await read()).records[0]).toMatchObject({ answer: null, isUnanswered: true })
    // A revision that only added a row without a message asks no question.
    await answer(deed, revised, 'not-me')
    await row(deed, { alertId, revision: 3, state: 'cancelled', target: 'third@example.org' })
    expect(await unanswered()).toMatchObject({ total: 0 })
    expect((await read()).records[0]).toMatchObject({ answer: 'not-me', isUnanswered: false })
  })

  test('home asks by the message to its own email, if it got one', async () => {
    const deed = await record()
    const alertId = await alert(owner.id)
    await row(deed, { alertId, target: 'helper@example.org' })
    const own = await row(deed, { alertId, target: owner.email.toUpperCase() })
    expect((await unanswered()).first).toMatchObject([{ noticeId: own }])
    expect((await read()).records[0]?.noticePath).toBe(`/home/notice/${own}`)
  })

  test('home asks about the newest first, for 30 days, and not after all its alerts are deleted', async () => {
    const alertId = await alert(owner.id)
    const deeds: number[] = []
    for (const daysAgo of [1, 29, 31, 12, 3]) {
      const deed = await record()
      deeds.push(deed)
      await row(deed, { alertId, daysAgo })
    }
    await row(await record(), { alertId: 1_000_000 })
    const { first, total, matched } = await unanswered()
    expect([matched, total]).toEqual([5, 4])
    expect(first.map(({ id }) => id)).toEqual([deeds[0], deeds[4], deeds[3]])
  })

  test('home asks about the owner’s parcel first, and about deeds before other documents', async () => {
    const alertId = await alert(owner.id)
    const types = ['Easement', 'Grant Deed', 'Easement', 'Corporate Deed', 'Deed of Trust', 'Warranty Deed']
    const records: number[] = []
    for (const [index, type] of types.entries()) {
      const deed = await record({ type, code: '' })
      records.push(deed)
      await row(deed, { alertId, daysAgo: 20 - index, field: index < 2 ? 'parcel' : 'party' })
    }
    const { first } = await listUnanswered(server.deps.db, owner.id, 6)
    expect(first.map(({ id }) => types[records.indexOf(id)])).toEqual([
      'Grant Deed',
      'Easement',
      'Warranty Deed',
      'Corporate Deed',
      'Deed of Trust',
      'Easement',
    ])
    expect(first.map(({ id }) => records.indexOf(id))).toEqual([1, 0, 5, 3, 4, 2])
  })
})

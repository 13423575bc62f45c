import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noMatchOptions, type Criteria } from '#shared/contract/alert.ts'
import { discardedReason, heldReasons } from '#shared/domain/notice/skip-reasons.ts'
import { RULE_VERSION } from '#shared/matching/public.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { makeUser, type TestUser } from '#tests/helpers/factories.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { type Browser, logIn, startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let owner: Connection
let clerk: TestUser
let trimin: Browser
let county: Browser
beforeAll(async () => {
  server = await startTestServer()
  owner = connect(server.database.ownerUrl, { max: 2 })
  clerk = await makeUser(server.deps.db, { role: 'TRIMIN' })
  trimin = await logIn(server.app, clerk)
  county = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})
beforeEach(() =>
  query(
    'truncate feed, feed_key, event, match_queue, quarantine, notice, delivery, alert, alert_key, alert_text cascade',
  ),
)

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.pool.query<Row>(text, values)).rows
const audits = async (type: string) =>
  (
    await query<{ description: string }>(
      `select p.description from audit_log a join audit_personal p on p.audit_id = a.id
       where a.type = $1 and a.actor_id = $2 order by a.id`,
      [type, clerk.id],
    )
  ).map((row) => row.description)

let made = 0
async function makeFeed(fields: object = {}): Promise<number> {
  const { data } = await trimin.mutate<{ content: { id: number } }>('feeds.create', {
    name: `Recorder ${++made}`,
    ...fields,
  })
  return data.content.id
}
async function makeKey(feedId: number): Promise<{ id: number; key: string; hint: string }> {
  const { data } = await trimin.mutate<{ content: { id: number; key: string; hint: string } }>('feeds.createKey', {
    feedId,
  })
  return data.content
}
const post = (key: string, ...events: unknown[]) =>
  server.app.inject({
    method: 'POST',
    url: '/ingest/v1/events',
    headers: { authorization: `Bearer ${key}` },
    payload: { events },
  })
const deed = (documentIdentifier: string, more: object = {}) => ({
  documentIdentifier,
  recordedAt: new Date().toISOString(),
  parties: [{ role: 'grantor', name: 'FERNHILL WILMA' }],
  ...more,
})

describe('a feed', () => {
  it('is created, gets a key that works, and is listed with what it sent', async () => {
    const id = await makeFeed({ name: 'Courthouse' })
    const { key, hint } = await makeKey(id)
    expect((await post(key, deed('1'), deed('2'), { documentIdentifier: '3' })).json()).toMatchObject({ accepted: 2 })
    const { data } = await trimin.query<{ content: { feeds: object[]; total: number } }>('feeds.list', { page: 1 })
    expect(data.content).toMatchObject({
      total: 1,
      feeds: [
        {
          id,
          name: 'Courthouse',
          closed: false,
          eventsToday: 2,
          keys: 1,
          quarantined: 1,
          lagSeconds: expect.any(Number),
        },
      ],
    })
    const keys = await trimin.query<{ content: { keys: object[] } }>('feeds.keys', { feedId: id, page: 1 })
    expect(keys.data.content.keys).toMatchObject([{ hint, createdBy: clerk.username, revoked: '' }])
    expect(JSON.stringify(keys.data)).not.toContain(key)
    expect(await audits('FEED')).toEqual(expect.arrayContaining(['Created the feed Courthouse.']))
  })

  it('keeps its settings, and refuses a save that overwrites a newer one', async () => {
    const id = await makeFeed({ name: 'Courthouse' })
    const feed = {
      name: 'Courthouse annex',
      timeZone: 'America/Denver',
      nameOrder: 'LAST_FIRST',
      nameWidth: 30,
      mapping: {
        documentIdentifier: 'DOC',
        recordedAt: ['REC', 'DATE'],
        parties: [{ role: 'grantor', name: 'GRANTOR' }],
        parcels: ['PIN'],
        extra: [],
      },
      doubleSpaceSplits: true,
      losesLeadingZeros: true,
    }
    expect((await trimin.mutate('feeds.save', { id, version: 1, feed })).status).toBe(200)
    expect((await trimin.mutate('feeds.save', { id, version: 1, feed: { name: 'Too late' } })).status).toBe(409)
    expect((await trimin.query<{ content: object }>('feeds.get', { id })).data.content).toMatchObject({
      id,
      version: 2,
      ...feed,
    })
    const other = await makeFeed()
    const taken = await trimin.mutate('feeds.save', { id: other, version: 1, feed })
    expect(taken.error?.data.fields).toEqual({ name: 'Another feed already has this name.' })
  })
})

describe('a sample', () => {
  const feed = {
    name: 'Any',
    mapping: {
      documentIdentifier: 'DOC',
      recordedAt: 'DATE',
      parties: [{ role: 'grantor', name: 'FROM' }],
      parcels: [],
      extra: [],
    },
  }

  it('is read by settings that are not saved', async () => {
    const text = 'DOC,DATE,FROM,BOOK\n77,2026-01-02,"SMITH, JOHN",9\n78,not a day,ACORN LLC,9'
    const { data } = await trimin.mutate<{ content: { documents: object[]; unread: string[] } }>('feeds.checkMapping', {
      text,
      feed,
    })
    expect(data.content.unread).toEqual(['BOOK'])
    expect(data.content.documents).toMatchObject([
      {
        documentIdentifier: '77',
        recorded: '01/02/2026',
        parties: [{ role: 'grantor', raw: 'SMITH, JOHN', as: 'person' }],
      },
      { problems: ['recordedAt is not a date; write it as 2026-08-20 or 2026-08-20T14:48:00'] },
    ])
    expect(await query('select 1 from event union all select 1 from quarantine')).toEqual([])
  })

  it.each([
    ['ID,DAY\n1,2', 'Missing columns DOC and DATE. Add them, or map other columns to them.'],
    ['{"documentIdentifier": ', 'This is not valid JSON. Check its quotes, commas and brackets.'],
  ])('that we cannot read is refused: %s', async (text, message) => {
    const { error } = await trimin.mutate('feeds.checkMapping', { text, feed })
    expect(error?.data.fields).toEqual({ text: message })
  })
})

describe('quarantine', () => {
  const list = async (input: object = {}) =>
    (
      await trimin.query<{ content: { items: { id: number; problems: string[] }[]; total: number } }>(
        'feeds.quarantine',
        { page: 1, ...input },
      )
    ).data.content

  it('shows what was sent and why we refused it; a retry accepts what is valid now', async () => {
    const id = await makeFeed()
    const { key } = await makeKey(id)
    const sheet = (header: string) =>
      server.app.inject({
        method: 'POST',
        url: '/ingest/v1/events',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
        payload: header,
      })
    // Dates in this format are read only with a mapping.
    await sheet('documentIdentifier,recordedAt,name\n5,20260102,FERNHILL WILMA\n6,,FERNHILL WILMA')
    const { items, total } = await list({ feedId: id })
    expect(total).toBe(2)
    const raw = await trimin.query<{ content: { text: string } }>('feeds.quarantined', { id: items[0]?.id })
    expect(raw.data.content.text).toContain('FERNHILL WILMA')

    const version = 1
    const mapping = { documentIdentifier: 'documentIdentifier', recordedAt: 'recordedAt', parties: [{ name: 'name' }] }
    await trimin.mutate('feeds.save', { id, version, feed: { name: 'Mapped', mapping } })
    const { data } = await trimin.mutate<{ content: object }>('feeds.retryAll', { feedId: id })
    expect(data.content).toEqual({ taken: 1, stayed: 1, all: true })
    expect(
      (await query<{ document_id: string }>('select document_id from event')).map((row) => row.document_id),
    ).toEqual(['5'])
    const [left] = (await list()).items
    const one = await trimin.mutate<{ content: { problems: string[] } }>('feeds.retry', { id: left?.id })
    expect(one.data.content.problems).toEqual(['recordedAt is required'])
    expect((await trimin.mutate('feeds.discard', { id: left?.id })).status).toBe(200)
    expect((await list()).total).toBe(0)
    expect((await trimin.mutate('feeds.discard', { id: left?.id })).status).toBe(404)
  })
})

describe('held notices', () => {
  const held = async () =>
    (await trimin.query<{ content: { reason: string; notices: number; oldest: string }[] }>('feeds.held')).data.content
  const hold = (reason: string, count: number) =>
    query(
      `insert into notice (kind, template, event_id, revision, owner_key, channel, target, state, reason)
       select 'match', 'match', i, 1, 1, 'EMAIL', 'person@example.org', 'held', $1 from generate_series(1, $2) i
       on conflict do nothing`,
      [reason, count],
    )

  it('are counted by their reason and released, no more than were confirmed', async () => {
    await hold(heldReasons.flood, 5)
    expect(await held()).toMatchObject([{ reason: heldReasons.flood, notices: 5 }])
    const release = (notices: number) =>
      trimin.mutate<{ content: { released: number } }>('feeds.releaseHeld', { reason: heldReasons.flood, notices })
    expect((await release(3)).data.content.released).toBe(3)
    expect(await held()).toMatchObject([{ notices: 2 }])
    expect((await release(9)).data.content.released).toBe(2)
    expect(await held()).toEqual([])
    expect(await query('select 1 from delivery')).toHaveLength(5)
    expect(await audits('NOTICE')).toEqual([
      `Released 3 held notices. Why they were held: ${heldReasons.flood}`,
      `Released 2 held notices. Why they were held: ${heldReasons.flood}`,
    ])
  })

  /** A record of a feed with a held notice of each owner, and its line of history. */
  async function holdRecord(
    feedId: number,
    id: string,
    owners: (number | null)[],
    { reason = heldReasons.flood as string, restricted = false } = {},
  ): Promise<number> {
    const [event] = await query<{ id: string }>(
      `insert into event (feed_id, document_id, document_type, recorded_at, recorded_has_time, recorded_on, content_hash, parties, parcels, restricted)
       values ($1, $2, 'DEED', '2026-01-05', false, '2026-01-05', '\\x00', '[]', '["17-03-123-045"]', $3) returning id`,
      [feedId, id, restricted],
    )
    const eventId = Number(event?.id)
    for (const [place, owner] of owners.entries())
      await query(
        `with n as (insert into notice (kind, template, event_id, revision, user_id, owner_key, channel, target, state, reason)
           values ('match', 'match', $1::bigint, 1, $2::bigint, coalesce($2::bigint, -1), 'EMAIL', $3::text, 'held', $4::text) returning id)
         insert into outgoing_event (user_id, event_id, revision, alert_id, alert_name, criteria, channel, recipient_id, target, match, notice_id)
         select $2::bigint, $1::bigint, 1, $5::bigint, $6::text, 'Wilma', 'EMAIL', $5::bigint, $3::text, '{}', id from n`,
        [eventId, owner, `p${place}@example.org`, reason, place + 1, `Home ${place}`],
      )
    return eventId
  }
  type HeldRecords = { content: { total: number; records: Record<string, unknown>[] } }
  const records = async (page = 1) => (await trimin.query<HeldRecords>('feeds.heldRecords', { page })).data.content
  const states = async () =>
    (
      await query<{ line: string }>(
        `select e.document_id || ' ' || n.state as line from notice n join event e on e.id = n.event_id order by n.id`,
      )
    ).map(({ line }) => line)

  it('are listed by record with their owners; a restricted record names no alert, and provider staff stay unnamed', async () => {
    const feedId = await makeFeed()
    const [wilma, provider] = [await makeUser(server.deps.db), await makeUser(server.deps.db, { role: 'FOREVER' })]
    const open = await holdRecord(feedId, 'A-1', [wilma.id, null, provider.id])
    await holdRecord(feedId, 'R-1', [wilma.id], { restricted: true, reason: heldReasons.old })
    const { total, records: found } = await records()
    expect(total).toBe(2)
    const shown = { id: wilma.id, username: wilma.username }
    expect(found.find(({ documentId }) => documentId === 'A-1')).toMatchObject({
      eventId: open,
      notices: 3,
      recorded: '01/05/2026',
      properties: [makeProperty('17-03-123-045')],
      ownerCount: 3,
      owners: expect.arrayContaining([
        { owner: shown, isProviderStaff: false, alerts: ['Home 0'] },
        { owner: null, isProviderStaff: false, alerts: ['Home 1'] },
        { owner: null, isProviderStaff: true, alerts: [] },
      ]),
    })
    expect(found.find(({ documentId }) => documentId === 'R-1')).toMatchObject({
      reason: heldReasons.old,
      properties: [],
      owners: [{ owner: shown, alerts: [] }],
    })
  })

  it('are paged by record', async () => {
    const feedId = await makeFeed()
    for (let place = 0; place < 12; place += 1) await holdRecord(feedId, `A-${place}`, [null])
    const [first, last] = [await records(), await records(2)]
    expect([first.total, first.records.length, last.records.length]).toEqual([12, 10, 2])
    const ids = [...first.records, ...last.records].map(({ documentId }) => documentId)
    expect(new Set(ids).size).toBe(12)
  })

  describe.each([
    ['feeds.releaseHeld', 'released', 'waiting', 'Released'],
    ['feeds.discardHeld', 'discarded', 'canceled', 'Discarded'],
  ] as const)('%s', (procedure, count, state, done) => {
    it.each([
      ['a record', 'eventId', ['A-1 STATE', 'A-2 held', 'B-1 held'], 'document A-1'],
      ['a feed', 'feedId', ['A-1 STATE', 'A-2 STATE', 'B-1 held'], 'feed '],
      ['a reason', 'reason', ['A-1 STATE', 'A-2 held', 'B-1 STATE'], 'Why they were held'],
    ] as const)('of %s are filtered', async (_what, by, expected, said) => {
      const [one, other] = [await makeFeed(), await makeFeed()]
      const eventId = await holdRecord(one, 'A-1', [null])
      await holdRecord(one, 'A-2', [null], { reason: heldReasons.old })
      await holdRecord(other, 'B-1', [null])
      const which = { eventId, feedId: one, reason: heldReasons.flood }[by]
      const before = (await audits('NOTICE')).length
      const { data } = await trimin.mutate<{ content: object }>(procedure, { [by]: which, notices: 9 })
      expect(await states()).toEqual(expected.map((line) => line.replace('STATE', state)))
      expect(data.content).toEqual({ [count]: expected.filter((line) => line.endsWith('STATE')).length })
      const [audit] = (await audits('NOTICE')).slice(before)
      expect(audit).toContain(done)
      expect(audit).toContain(said)
    })

    it('need one filter', async () => {
      expect((await trimin.mutate(procedure, { notices: 1 })).status).toBe(400)
    })
  })

  it('stay in the history once discarded, with the reason', async () => {
    const feedId = await makeFeed()
    const wilma = await makeUser(server.deps.db)
    await holdRecord(feedId, 'A-1', [wilma.id])
    await trimin.mutate('feeds.discardHeld', { feedId, notices: 1 })
    const rows = await query(
      'select n.state, n.reason from outgoing_event o join notice n on n.id = o.notice_id where o.user_id = $1',
      [wilma.id],
    )
    expect(rows).toEqual([{ state: 'canceled', reason: discardedReason }])
  })
})

describe('matches with restricted records', () => {
  type Withheld = { matches: { eventId: number; alertId: number; owner: { username: string } | null }[]; total: number }
  const list = async () => (await trimin.query<{ content: Withheld }>('feeds.withheld', { page: 1 })).data.content
  async function withhold(user: TestUser | null, eventId: number): Promise<number> {
    const [alert] = await query<{ id: string }>(
      `insert into alert (user_id, name, alert_type, criteria, rule_version) values ($1, 'QZNICKNAME', 'NAME', 'QZCRITERIA', 1) returning id`,
      [user?.id ?? null],
    )
    const alertId = Number(alert?.id)
    await query('insert into withheld_match (event_id, alert_id, user_id) values ($1, $2, $3)', [
      eventId,
      alertId,
      user?.id ?? null,
    ])
    return alertId
  }

  it('show number, type, day and owner; a caller releases each one whose owner they may see', async () => {
    const feedId = await makeFeed()
    const [event] = await query<{ id: string }>(
      `insert into event (feed_id, document_id, content_hash, document_type, document_description, recorded_at,
         recorded_has_time, recorded_on, restricted, parties, parcels)
       values ($1, '2026-77', 'x', 'QCD', 'QZ', now(), true, '2026-11-19', true, '[]', '[]') returning id`,
      [feedId],
    )
    const eventId = Number(event?.id)
    const [one, other, beyond] = [
      await makeUser(server.deps.db),
      await makeUser(server.deps.db),
      await makeUser(server.deps.db, { role: 'FOREVER' }),
    ]
    const [first, second] = [await withhold(one, eventId), await withhold(other, eventId)]
    const hidden = await withhold(beyond, eventId)
    const row = (alertId: number, { id, username }: TestUser) => ({
      eventId,
      alertId,
      documentId: '2026-77',
      documentType: 'QCD',
      recorded: '11/19/2026',
      owner: { id, username },
    })
    expect(await list()).toEqual({ matches: [row(first, one), row(second, other)], total: 2 })

    const release = async (alertId: number) =>
      (await trimin.mutate('feeds.releaseWithheld', { eventId, alertId })).status
    await query('delete from match_queue')
    expect(await release(hidden)).toBe(404)
    expect(await query('select 1 from match_queue')).toEqual([])
    expect(await release(first)).toBe(200)
    expect(await release(first)).toBe(404)
    expect(await list()).toEqual({ matches: [row(second, other)], total: 1 })
    expect(await query<{ event_id: number }>('select event_id from match_queue')).toEqual([{ event_id: eventId }])
    expect((await audits('NOTICE')).slice(-1)).toEqual([
      'Released the notice of the restricted document 2026-77 to one owner.',
    ])

    // The county's staff may decide too. A match that they discard waits no longer, and is not made again.
    const waiting = async () => (await county.query<{ content: number }>('feeds.waitingCount')).data.content
    const discard = async (alertId: number) =>
      (await county.mutate('feeds.discardWithheld', { eventId, alertId })).status
    expect(await waiting()).toBe(1)
    await query('delete from match_queue')
    expect(await discard(hidden)).toBe(404)
    expect(await discard(second)).toBe(200)
    expect(await discard(second)).toBe(404)
    expect(await release(second)).toBe(404)
    expect(await waiting()).toBe(0)
    expect(await query('select 1 from match_queue')).toEqual([])
    const [last] = await query<{ description: string }>(
      'select p.description from audit_log a join audit_personal p on p.audit_id = a.id order by a.id desc limit 1',
    )
    expect(last?.description).toBe('Discarded the notice of the restricted document 2026-77 to one owner.')
  })
})

describe('the match preview', () => {
  type MatchPreview = {
    record: { problems: string[]; warning: string }
    wouldWait: boolean
    alerts: { name: string; username: string | null; whyNot: string; addresses: { target: string; whyNot: string }[] }[]
    total: number
  }
  const wilma: Criteria = {
    alertType: 'NAME',
    firstName: 'Wilma',
    lastName: 'Fernhill',
    formerLastName: '',
    variants: noMatchOptions,
  }
  async function alert(user: TestUser, { status = 'A', verified = true } = {}): Promise<number> {
    const [row] = await query<{ id: string }>(
      `insert into alert (user_id, name, alert_type, first_name, last_name, criteria, status, rule_version)
       values ($1, $2, 'NAME', 'Wilma', 'Fernhill', 'Wilma Fernhill', $3, $4) returning id`,
      [user.id, `Alert of ${user.username}`, status, RULE_VERSION],
    )
    const id = Number(row?.id)
    await server.deps.db.transaction().execute((tx) => saveAlertKeys(tx, [{ id, criteria: wilma, mask: null }]))
    await query(
      `with e as (insert into email_address (owner_id, address, verified_at) values ($1, $2, case when $3 then now() end) returning id)
       insert into alert_email (alert_id, email_id, position) select $4, id, 1 from e`,
      [user.id, user.email, verified, id],
    )
    return id
  }
  const ask = async (feedId: number, text: string) =>
    (await trimin.mutate<{ content: MatchPreview }>('feeds.wouldBeTold', { feedId, text, page: 1 })).data.content

  it('names alerts, owners and addresses with the reasons, stores nothing, and is audited itself', async () => {
    const feedId = await makeFeed()
    const [told, unverified, off, beyond] = [
      await makeUser(server.deps.db),
      await makeUser(server.deps.db),
      await makeUser(server.deps.db),
      await makeUser(server.deps.db, { role: 'FOREVER' }),
    ]
    await alert(told)
    await alert(unverified, { verified: false })
    await alert(off, { status: 'I' })
    await alert(beyond)
    const answer = await ask(feedId, JSON.stringify(deed('D-1')))
    // TRIMIN does not see what belongs to FOREVER.
    expect(answer).toMatchObject({ total: 3, wouldWait: false, partial: true })
    expect(answer.alerts).toMatchObject([
      { username: told.username, whyNot: '', addresses: [{ target: told.email, whyNot: '' }] },
      { username: unverified.username, addresses: [{ whyNot: 'This address is not verified yet.' }] },
      { username: off.username, whyNot: 'The alert is inactive.' },
    ])
    expect(await query('select 1 from event union all select 1 from match_queue')).toEqual([])
    expect(await audits('ALERT')).toEqual([
      expect.stringMatching(/^Looked up who would be notified about document D-1 of the feed /),
    ])
  })

  it('names no alert that leaves out such records', async () => {
    const feedId = await makeFeed()
    const id = await alert(await makeUser(server.deps.db))
    const parties = (name: string) => JSON.stringify(deed('D-2', { parties: [{ role: 'grantor', name }] }))
    await query(
      `insert into alert_exception (alert_id, kind, value, written) values ($1, 'middleName', 'ALBERTA', 'ALBERTA')`,
      [id],
    )
    expect((await ask(feedId, parties('FERNHILL, WILMA ALBERTA'))).alerts).toEqual([])
    expect((await ask(feedId, parties('FERNHILL, WILMA'))).alerts).toHaveLength(1)
  })

  it('names an alert that looks for typing slips', async () => {
    const feedId = await makeFeed()
    const id = await alert(await makeUser(server.deps.db))
    const misspelled = JSON.stringify(deed('D-3', { parties: [{ role: 'grantor', name: 'FERNHIL, WILMA' }] }))
    expect((await ask(feedId, misspelled)).alerts).toEqual([])
    await query('update alert set typing_slips = true where id = $1', [id])
    const criteria = { ...wilma, variants: { ...noMatchOptions, typingSlips: true } }
    await server.deps.db.transaction().execute((tx) => saveAlertKeys(tx, [{ id, criteria, mask: null }]))
    expect((await ask(feedId, misspelled)).alerts).toHaveLength(1)
  })

  it('does not reveal the alert to its owner', async () => {
    const feedId = await makeFeed()
    const id = await alert(await makeUser(server.deps.db))
    await query(`update alert set first_name = 'W', criteria = 'W Fernhill' where id = $1`, [id])
    const criteria = { ...wilma, firstName: 'W' }
    await server.deps.db.transaction().execute((tx) => saveAlertKeys(tx, [{ id, criteria, mask: null }]))
    expect((await ask(feedId, JSON.stringify(deed('D-4')))).alerts).toMatchObject([
      { match: { sentence: 'The last name is the same. The alert gives only an initial for the first name.' } },
    ])
  })

  it('says what is wrong with a record, what would wait, and asks for one document', async () => {
    const feedId = await makeFeed()
    expect((await ask(feedId, '{"documentIdentifier": "1"}')).record.problems).toContain('recordedAt is required')
    const old = JSON.stringify(deed('2', { recordedAt: '2001-01-02' }))
    expect(await ask(feedId, old)).toMatchObject({ wouldWait: true, record: { warning: '' } })
    for (const restricted of [false, true])
      expect(
        (await ask(feedId, JSON.stringify(deed('3', { recordedAt: '2126-01-02', restricted })))).record.warning,
      ).toMatch(/^recordedAt is more than a day ahead/)
    const two = await trimin.mutate('feeds.wouldBeTold', { feedId, text: JSON.stringify([deed('1'), deed('2')]) })
    expect(two.error?.data.fields).toEqual({ text: 'Enter the rows of one document, or one record as JSON.' })
    expect((await trimin.mutate('feeds.wouldBeTold', { feedId: 999_999, text: old })).status).toBe(404)
  })

  it('says how sure a match is, and finds no possible ones once the county switched the weekly email off', async () => {
    const feedId = await makeFeed()
    const user = await makeUser(server.deps.db)
    const alertId = await alert(user)
    const collects: Criteria = { ...wilma, variants: { ...noMatchOptions, possible: true } }
    await query('update alert set possible = true where id = $1', [alertId])
    await server.deps.db
      .transaction()
      .execute((tx) => saveAlertKeys(tx, [{ id: alertId, criteria: collects, mask: null }]))
    const company = JSON.stringify(deed('4', { parties: [{ role: 'grantor', name: 'WILMA FERNHILL ROOFING LLC' }] }))
    const found = (await ask(feedId, company)).alerts
    expect(found).toMatchObject([{ username: user.username, match: { grade: 'POSSIBLE' } }])
    expect((await ask(feedId, JSON.stringify(deed('5')))).alerts).toMatchObject([{ match: { grade: 'CERTAIN' } }])
    const service = (await server.deps.settings.current()).service
    await writeSetting(server.deps.db, 'service', { ...service, weeklyEmail: false }, null)
    server.deps.settings.forget()
    try {
      expect((await ask(feedId, company)).total).toBe(0)
    } finally {
      await writeSetting(server.deps.db, 'service', service, null)
      server.deps.settings.forget()
    }
  })

  it('says that we notified about the document before', async () => {
    const feedId = await makeFeed()
    const { key } = await makeKey(feedId)
    const alertId = await alert(await makeUser(server.deps.db))
    await post(key, deed('3'))
    await query(`insert into event_match (event_id, alert_id, revision, match) select id, $1, 1, '{}' from event`, [
      alertId,
    ])
    expect((await ask(feedId, JSON.stringify(deed('3')))).alerts).toMatchObject([
      { whyNot: 'This alert already matched this document.' },
    ])
  })
})

describe('what we noticed', () => {
  type Noticed = { state: string; checked: string; records: number; findings: { kind: string; dismissed: boolean }[] }
  const noticed = async (feedId: number) =>
    (await trimin.query<{ content: Noticed }>('feeds.findings', { feedId })).data.content
  const listed = async () =>
    (await trimin.query<{ content: { feeds: { findings: number }[] } }>('feeds.list', { page: 1 })).data.content.feeds
  const findings = [
    {
      kind: 'doubleSpaces',
      change: { doubleSpaceSplits: true },
      count: 60,
      of: 80,
      samples: ['FERNHILL WILMA  OAKHURST\u202e IVO'],
      effects: [{ measure: 'matches', before: 2, after: 5, gained: 3, lost: 0 }],
    },
    { kind: 'severalParcels', change: null, count: 3, of: 80, samples: ['1, 2'], effects: [] },
  ]
  beforeEach(() => query(`delete from pgboss.job where name = 'feeds.check'`))
  const check = (feedId: number) =>
    query(
      `insert into feed_check (feed_id, tried_at, checked_at, feed_version, held, records, findings)
       values ($1, now(), now(), 1, 80, 80, $2)`,
      [feedId, JSON.stringify(findings)],
    )
  const dismiss = (feedId: number, kind: string, dismissed = true) =>
    trimin.mutate('feeds.dismissFinding', { feedId, kind, dismissed })

  it('is shown with its samples as they were sent, without control characters, and counted in the list', async () => {
    const feedId = await makeFeed()
    expect(await noticed(feedId)).toEqual({ state: 'none', checked: '', records: 0, findings: [], counts: [] })
    expect(await listed()).toMatchObject([{ findings: 0 }])
    await check(feedId)
    expect(await noticed(feedId)).toMatchObject({
      state: 'done',
      checked: expect.stringMatching(/^\d\d\/\d\d\/\d{4} /),
      records: 80,
      findings: [
        { ...findings[0], samples: ['FERNHILL WILMA  OAKHURST IVO'], dismissed: false },
        { ...findings[1], dismissed: false },
      ],
    })
    expect(await listed()).toMatchObject([{ findings: 2 }])
    await trimin.mutate('feeds.setOpen', { id: feedId, open: false })
    expect(await listed()).toMatchObject([{ findings: 0 }])
    expect((await trimin.query('feeds.findings', { feedId: 999_999 })).status).toBe(404)
  })

  it('is discarded until it changes, shown again on request, and both are audited', async () => {
    const feedId = await makeFeed({ name: 'Annex' })
    await check(feedId)
    expect((await dismiss(feedId, 'doubleSpaces')).status).toBe(200)
    await dismiss(feedId, 'doubleSpaces')
    expect((await noticed(feedId)).findings.map((finding) => finding.dismissed)).toEqual([true, false])
    expect(await listed()).toMatchObject([{ findings: 1 }])
    await query(`update feed_check set findings = jsonb_set(findings, '{0,of}', '40')`)
    expect((await noticed(feedId)).findings[0]).toMatchObject({ dismissed: false })
    await query(`update feed_check set findings = jsonb_set(findings, '{0,of}', '80')`)
    await dismiss(feedId, 'doubleSpaces', false)
    expect((await noticed(feedId)).findings[0]).toMatchObject({ dismissed: false })
    expect((await audits('FEED')).slice(-2)).toEqual([
      'Dismissed what we noticed about joint names of the feed Annex.',
      'Showed again what we noticed about joint names of the feed Annex.',
    ])
    expect((await dismiss(feedId, 'nameOrder')).status).toBe(404)
    expect((await dismiss(999_999, 'doubleSpaces')).status).toBe(404)
  })

  it('is deleted once the settings change, and a check of the new ones is requested', async () => {
    const feedId = await makeFeed()
    await check(feedId)
    const feed = { name: 'Annex', doubleSpaceSplits: true }
    expect((await trimin.mutate('feeds.save', { id: feedId, version: 1, feed })).status).toBe(200)
    expect(await noticed(feedId)).toMatchObject({ state: 'pending', findings: [] })
    expect(await listed()).toMatchObject([{ findings: 0 }])
    expect(await jobs()).toHaveLength(1)
    expect((await dismiss(feedId, 'doubleSpaces')).status).toBe(404)
  })

  const jobs = () => query(`select 1 from pgboss.job where name = 'feeds.check' and state = 'created'`)
  it('is looked for again on request, but not of a closed feed', async () => {
    const feedId = await makeFeed()
    expect((await trimin.mutate('feeds.checkRecords', { feedId })).status).toBe(200)
    expect(await noticed(feedId)).toMatchObject({ state: 'pending', checked: '' })
    expect(await jobs()).toHaveLength(1)
    await trimin.mutate('feeds.setOpen', { id: feedId, open: false })
    expect((await trimin.mutate('feeds.checkRecords', { feedId })).status).toBe(400)
    expect((await trimin.mutate('feeds.checkRecords', { feedId: 999_999 })).status).toBe(404)
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Criteria, noMatchOptions } from '#shared/contract/alert.ts'
import { skipReasons } from '#shared/domain/notice/skip-reasons.ts'
import { findPreviewMatches } from '#shared/node/domain/alerts/preview.queries.ts'
import { releaseHeldRows } from '#shared/node/domain/notices/held-notices.queries.ts'
import { restoreHistory, restoreUnrestricted } from '#shared/node/domain/notices/withheld-matches.queries.ts'
import { dayOfCounty, type MatchingFixture, openMatchingFixture, person } from '#tests/fixtures/matching.ts'
import { commitCalls } from '../delivery/commit-calls.queries.ts'
import { recordOutcomes } from '../delivery/outcome.queries.ts'
import { requeueUnreadRestricted } from '../handlers/sweep.queries.ts'
import { matchBatch } from './match-batch.ts'
import { recordFailure } from './quarantine.queries.ts'
import { rereadEarlierRecords } from './reread-records.ts'
import { deriveStaleKeysBatch } from './stale-keys.queries.ts'

// cspell:ignore regnamespace
let setup: MatchingFixture
beforeAll(async () => {
  setup = await openMatchingFixture()
})
afterAll(() => setup.close())
beforeEach(() => setup.clear())

/** A word in every field of the record except its number, type and day. */
const secret = 'QZSECRET'
const parcel = '17-03-200-011'
const record = {
  id: 'R-1',
  parties: [{ role: `${secret} ROLE`, name: `DOE JANE ${secret}` }, { businessName: `HARBOR & PINE LLC` }],
  parcels: [parcel, `${secret}-1`],
}
const criteria = {
  PARCEL_ID: { alertType: 'PARCEL_ID', parcelId: parcel, variants: noMatchOptions },
  NAME: person('Jane', 'Doe'),
  BUSINESS: { alertType: 'BUSINESS', businessName: 'Harbor & Pine LLC', variants: noMatchOptions },
} satisfies Record<string, Criteria>
type Type = keyof typeof criteria
const types = Object.keys(criteria) as Type[]

/**
 * All rows except the withheld content, the evidence that no reader sees, and words of other tests' ordinary records.
 */
async function everythingStored(): Promise<string> {
  const tables = await setup.rows<{ name: string }>(`
    select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and c.relname not in ('restricted_content', 'event_revision', 'held_word')`)
  const texts = await Promise.all(
    tables.map(({ name }) => setup.rows<{ row: string }>(`select t::text as row from "${name}" t`)),
  )
  return texts
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

const history = async () => (await setup.history()).map(({ alert, state, unsent }) => [alert, state ?? unsent])
const withheld = async () =>
  (
    await setup.rows<{ name: string; released: boolean }>(
      `select a.name, released_at is not null as released from withheld_match w join alert a on a.id = w.alert_id order by 1`,
    )
  ).map(({ name, released }) => (released ? `${name}, released` : name))

/** Calls the provider for everything that is due, and returns what each message would show. */
async function send() {
  const due = await setup.rows<{ id: number; fence: number }>(
    `update delivery set attempt = attempt + 1, lease_until = now() + interval '5 minutes' returning notice_id as id, attempt as fence`,
  )
  const checked = await commitCalls(setup, due, { today: dayOfCounty(), leaseMs: 60_000, spareMs: 1_000 })
  await recordOutcomes(
    setup,
    checked.map(({ id, fence, skipReason }) => ({
      id,
      fence,
      state: skipReason ? ('cancelled' as const) : ('accepted' as const),
      reason: skipReason ? skipReasons[skipReason].staff : '',
      possiblyTwice: false,
      waitMs: null,
      providerMessageId: null,
      call: skipReason ? null : { outcome: 'accepted' as const, calledAt: new Date(), endedAt: new Date(), detail: '' },
    })),
  )
  return checked.filter(({ skipReason }) => skipReason === null)
}
const sentAlerts = async () => (await send()).flatMap(({ alerts }) => alerts.map(({ name }) => name)).toSorted()

/** Calls as staff make them. */
async function release(): Promise<void> {
  const rows = await setup.rows<{ eventId: number; alertId: number }>(
    `update withheld_match set released_at = now() returning event_id as "eventId", alert_id as "alertId"`,
  )
  for (const key of rows) await setup.db.transaction().execute((tx) => restoreHistory(tx, key))
  await setup.rows('insert into match_queue (event_id) select id from event on conflict do nothing')
  await matchBatch(setup.deps)
}

async function oneAlert(type: Type): Promise<void> {
  await setup.alert({ ownerId: await setup.user(), criteria: criteria[type], name: type })
}
const post = async (restricted: boolean) => {
  await setup.event({ ...record, restricted })
  await matchBatch(setup.deps)
}

describe.each(types)('a %s alert', (type) => {
  const shown = type === 'PARCEL_ID'
  const line = (state: string) => [[type, state]]

  test('of a record restricted from the start', async () => {
    await oneAlert(type)
    await post(true)
    expect(await history()).toEqual(shown ? line('waiting') : [])
    expect(await withheld()).toEqual(shown ? [] : [type])
    expect(await sentAlerts()).toEqual(shown ? [type] : [])
    expect(await everythingStored()).not.toContain(secret)
    if (shown) return
    await release()
    expect(await history()).toEqual(line('waiting'))
    expect(await withheld()).toEqual([`${type}, released`])
    expect(await sentAlerts()).toEqual([type])
    expect(await everythingStored()).not.toContain(secret)
  })

  test('of a record restricted by a revision, before the message is sent', async () => {
    await oneAlert(type)
    await post(false)
    await post(true)
    expect(await history()).toEqual(shown ? line('waiting') : [])
    expect(await sentAlerts()).toEqual(shown ? [type] : [])
    expect(await setup.rows('select state, reason from notice')).toEqual([
      shown ? { state: 'accepted', reason: '' } : { state: 'cancelled', reason: skipReasons.restricted.staff },
    ])
    if (shown) return
    await release()
    expect(await history()).toEqual(line('waiting'))
    expect(await sentAlerts()).toEqual([type])
  })

  test('of a record restricted by a revision, between the revision and its matching', async () => {
    await oneAlert(type)
    await post(false)
    await setup.event({ ...record, restricted: true })
    expect(await history()).toEqual(shown ? line('waiting') : [])
    expect(await sentAlerts()).toEqual(shown ? [type] : [])
  })

  test('of a record restricted after the message was sent: does not resend it when released', async () => {
    await oneAlert(type)
    await post(false)
    expect(await sentAlerts()).toEqual([type])
    await post(true)
    expect(await history()).toEqual(shown ? line('accepted') : [])
    expect(await withheld()).toEqual(shown ? [] : [type])
    expect(await sentAlerts()).toEqual([])
    await release()
    expect(await history()).toEqual(line('accepted'))
    expect(await sentAlerts()).toEqual([])
  })

  test.each([
    ['while it waited for staff', false],
    ['after its message went', true],
  ])('of a record no longer restricted %s: notifies once', async (_when, sentBefore) => {
    await oneAlert(type)
    await post(!sentBefore)
    const first = await sentAlerts()
    if (sentBefore) await post(true)
    await post(false)
    await restoreUnrestricted(setup.db)
    const then = await sentAlerts()
    expect([...first, ...then]).toEqual([type])
    expect(await history()).toEqual(line('accepted'))
    expect(await setup.rows('select * from withheld_match union all select * from withheld_match')).toEqual([])
    expect(await setup.rows('select * from restricted_content')).toEqual([])
  })
})

test('leaves the name out of a message about both; once released, it is only in the history', async () => {
  const ownerId = await setup.user()
  const recipients = [{ target: 'jane@example.org' }]
  for (const type of types) await setup.alert({ ownerId, criteria: criteria[type], name: type, recipients })
  await post(false)
  await post(true)
  const [message, ...others] = await send()
  expect(others).toEqual([])
  expect(message).toMatchObject({
    record: { documentId: 'R-1', restricted: true, parties: [], parcels: [], documentUrl: '', documentDescription: '' },
    alerts: [
      { name: 'PARCEL_ID', criteria: parcel, match: { recordRaw: '', sentence: '', role: '', alertRaw: parcel } },
    ],
  })
  expect(JSON.stringify(message)).not.toContain(secret)
  await release()
  expect((await history()).map(([name]) => name)).toEqual(['BUSINESS', 'NAME', 'PARCEL_ID'])
  expect(await send()).toEqual([])
})

test('is released one by one', async () => {
  await oneAlert('NAME')
  await oneAlert('BUSINESS')
  await post(true)
  await setup.rows(`update withheld_match set released_at = now() where alert_id = (select min(id) from alert)`)
  await setup.rows('insert into match_queue (event_id) select id from event on conflict do nothing')
  await matchBatch(setup.deps)
  expect(await history()).toEqual([['NAME', 'waiting']])
})

test('is not sent if staff discard it, not even after a revision, until the restriction is lifted', async () => {
  await oneAlert('NAME')
  await post(true)
  await setup.rows('update withheld_match set discarded_at = now()')
  await setup.event({ ...record, parcels: [`${secret}-2`], restricted: true })
  await matchBatch(setup.deps)
  expect(await history()).toEqual([])
  await post(false)
  await restoreUnrestricted(setup.db)
  expect(await history()).toEqual([['NAME', 'waiting']])
})

test('is matched by another worker if one of an earlier version, which cannot read its content, took it', async () => {
  await oneAlert('PARCEL_ID')
  const id = await setup.event({ ...record, restricted: true })
  await setup.rows('delete from match_queue')
  await requeueUnreadRestricted(setup.db)
  expect(await setup.rows('select * from match_queue')).toEqual([])
  await setup.rows(`update event set received_at = now() - interval '2 minutes'`)
  await requeueUnreadRestricted(setup.db)
  expect(await setup.rows('select event_id from match_queue')).toEqual([{ event_id: id }])
  await matchBatch(setup.deps)
  expect(await history()).toEqual([['PARCEL_ID', 'waiting']])
  await requeueUnreadRestricted(setup.db)
  expect(await setup.rows('select event_id from match_queue')).toEqual([])
})

test('is not lost if that worker also empties the list of records to be matched again', async () => {
  await oneAlert('PARCEL_ID')
  const id = await setup.event({ ...record, restricted: true })
  await setup.rows(`update event set received_at = now() - interval '2 minutes'`)
  // What the earlier worker does once every alert has keys of its rule (stale-keys.queries.ts), and then matching.
  await deriveStaleKeysBatch(setup.db, 10)
  await setup.rows('delete from match_queue')
  await requeueUnreadRestricted(setup.db)
  expect(await setup.rows('select event_id from match_queue')).toEqual([{ event_id: id }])
})

test('is quarantined once if it cannot be matched, and is not queued again', async () => {
  await oneAlert('PARCEL_ID')
  const id = await setup.event({ ...record, restricted: true })
  await setup.rows(`update event set received_at = now() - interval '2 minutes'`)
  expect(await recordFailure(setup.deps.pool, id, 'a fault', 1)).toBe(true)
  await requeueUnreadRestricted(setup.db)
  expect(await setup.rows('select event_id from match_queue')).toEqual([])
})

test('is not held again as an old record after staff released it', async () => {
  await oneAlert('NAME')
  await setup.event({ ...record, restricted: true, recordedOn: '2019-01-02' })
  await matchBatch(setup.deps)
  await release()
  expect(await history()).toEqual([['NAME', 'waiting']])
})

test('is not named when released by reason: the notice that waited for another reason ended', async () => {
  const old = { ...record, recordedOn: '2019-01-02' }
  await oneAlert('NAME')
  await oneAlert('PARCEL_ID')
  await setup.event(old)
  await matchBatch(setup.deps)
  expect(await history()).toEqual([
    ['NAME', 'held'],
    ['PARCEL_ID', 'held'],
  ])
  await setup.event({ ...old, restricted: true })
  await matchBatch(setup.deps)
  expect(await setup.db.transaction().execute((tx) => releaseHeldRows(tx))).toBe(1)
  expect(await sentAlerts()).toEqual(['PARCEL_ID'])
  await release()
  expect(await sentAlerts()).toEqual(['NAME'])
})

test.each([
  ['their alert is deleted', 'delete from alert'],
  ['their owner is deleted', 'delete from "user"'],
])('is deleted while it waits for staff when %s', async (_what, statement) => {
  await oneAlert('NAME')
  await post(true)
  await setup.rows(statement)
  expect(await setup.rows('select * from withheld_match')).toEqual([])
})

test('stays in the history without its alert, and is deleted with its owner', async () => {
  await oneAlert('NAME')
  await post(false)
  await send()
  await post(true)
  await setup.rows('delete from alert')
  expect(await setup.rows('select 1 as kept from withheld_match')).toEqual([{ kept: 1 }])
  await release()
  expect(await history()).toEqual([['NAME', 'accepted']])
})

test('is replaced when a restricted record is revised', async () => {
  await oneAlert('PARCEL_ID')
  await post(true)
  await setup.event({ ...record, parcels: [parcel, `${secret}-2`], restricted: true })
  await matchBatch(setup.deps)
  const [sealed] = await setup.rows<{ body: { parcels: string[] } }>('select body from restricted_content')
  expect(sealed?.body.parcels).toEqual([parcel, `${secret}-2`])
  expect(await everythingStored()).not.toContain(secret)
})

describe('previews', () => {
  const preview = (type: Type) =>
    findPreviewMatches(setup.db, { criteria: criteria[type], mask: null, timeZone: 'America/Chicago' })

  test.each(types)('of a %s alert', async (type) => {
    await post(true)
    const found = await preview(type)
    expect(found.total).toBe(type === 'PARCEL_ID' ? 1 : 0)
    expect(JSON.stringify(found.records.map(({ match, document_id }) => ({ match, document_id })))).not.toContain(
      secret,
    )
    // A record stored before the flag existed, and read again under a newer rule.
    await setup.rows('delete from event_key')
    await setup.rows('delete from reread_backlog')
    await setup.rows('insert into reread_backlog (before_event) select max(id) + 1 from event')
    await rereadEarlierRecords(setup.deps)
    expect((await preview(type)).total).toBe(found.total)
    await post(false)
    expect((await preview(type)).total).toBe(1)
  })

  test('learn no name from it', async () => {
    await setup.event({ ...record, parties: ['XIMENEZ XANTHIPPE'], restricted: true })
    await matchBatch(setup.deps)
    expect(await setup.rows(`select * from held_word where word ilike 'x%'`)).toEqual([])
  })
})

test('deletes samples of names that the feed’s check showed immediately, and checks the feed again', async () => {
  await post(false)
  await setup.rows(
    `insert into feed_check (feed_id, tried_at, findings) select feed_id, now() - interval '1 hour', $1 from event`,
    [
      JSON.stringify([
        { kind: 'nameOrder', change: null, count: 1, of: 1, samples: [`DOE JANE ${secret}`], effects: [] },
      ]),
    ],
  )
  await post(true)
  expect(await setup.rows('select findings, requested_at > tried_at as due from feed_check')).toEqual([
    { findings: [{ kind: 'nameOrder', change: null, count: 1, of: 1, samples: [], effects: [] }], due: true },
  ])
})

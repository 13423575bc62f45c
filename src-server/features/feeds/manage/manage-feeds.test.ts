import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { feedInput } from '#shared/contract/feed-settings.ts'
import { type FeedFixture, openFeedFixture } from '#tests/fixtures/feed.ts'
import { listFeeds } from './feed.queries.ts'
import { createFeed, createFeedKey, revokeFeedKey, setFeedOpen, updateFeed } from './manage-feeds.ts'

let setup: FeedFixture
beforeAll(async () => {
  setup = await openFeedFixture()
})
afterAll(() => setup.close())

const nothing = { events: [] }
const status = async (key: string) => (await setup.post(key, nothing)).statusCode

test('shows a key once and stores a hash with a hint', async () => {
  const { id } = await createFeed(setup.db, null, { name: 'Courthouse' })
  const { key, hint } = await createFeedKey(setup.db, null, id)
  expect(key).toMatch(/^feed_[\w-]{43}$/)
  expect(key.startsWith(hint)).toBe(true)
  const [feed] = (await listFeeds(setup.db)).filter((one) => one.id === id)
  expect(feed?.keys).toMatchObject([{ hint, revoked_at: null }])
  const kept = await setup.rows<{ row: string }>(
    `select k::text as row from feed_key k union all select p::text from audit_personal p`,
  )
  expect(kept.some(({ row }) => row.includes(key))).toBe(false)
  expect(await status(key)).toBe(200)
})

test("refuses a revoked key within two seconds, while the feed's other key still works", async () => {
  const { id, key } = await setup.feed()
  const second = await createFeedKey(setup.db, null, id)
  expect(await status(second.key)).toBe(200)
  await revokeFeedKey(setup.db, null, second.id)
  const inTwoSeconds = performance.now() + 2_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => inTwoSeconds)
  onTestFinished(() => clock.mockRestore())
  expect(await status(second.key)).toBe(401)
  expect(await status(key)).toBe(200)
  await expect(revokeFeedKey(setup.db, null, second.id)).rejects.toMatchObject({ code: 'missing' })
})

test('refuses a closed feed until it is opened again, and gives it no new key', async () => {
  const { id, key } = await setup.feed()
  await setFeedOpen(setup.db, null, id, false)
  expect(await status(key)).toBe(401)
  await expect(createFeedKey(setup.db, null, id)).rejects.toMatchObject({ code: 'refused' })
  await setFeedOpen(setup.db, null, id, true)
  expect(await status(key)).toBe(200)
})

test('one name belongs to one feed, in any case', async () => {
  await createFeed(setup.db, null, { name: 'Annex' })
  await expect(createFeed(setup.db, null, { name: ' ANNEX ' })).rejects.toMatchObject({ code: 'refused' })
  const { id } = await setup.feed()
  await expect(updateFeed(setup.db, null, { id, feed: { name: 'annex' } })).rejects.toMatchObject({ code: 'refused' })
})

test('audits every change as FEED, with old and new values', async () => {
  const actor = { id: 7, username: 'clerk.of.works', address: '' }
  const { id } = await createFeed(setup.db, actor, { name: 'Audited' })
  const session = { id: 'x', hasRecentPassword: true }
  await updateFeed(setup.db, { ...actor, session }, { id, feed: { name: 'Audited', timeZone: 'America/Denver' } })
  const { id: keyId } = await createFeedKey(setup.db, actor, id)
  await revokeFeedKey(setup.db, actor, keyId)
  await setFeedOpen(setup.db, actor, id, false)
  const rows = await setup.rows<{ type: string; description: string }>(
    `select l.type, p.description, p.old_value->>'time_zone' as before, p.new_value->>'time_zone' as after
     from audit_log l join audit_personal p on p.audit_id = l.id where p.actor_username = 'clerk.of.works' order by l.id`,
  )
  expect(rows.map(({ type }) => type)).toEqual(Array(5).fill('FEED'))
  expect(rows.map(({ description }) => description.replace(/key feed_\S+…/, 'key …'))).toEqual([
    'Created the feed Audited.',
    'Changed the feed Audited.',
    'Created the key … of the feed Audited.',
    'Revoked the key … of the feed Audited.',
    'Closed the feed Audited.',
  ])
  expect(rows[1]).toMatchObject({ before: null, after: 'America/Denver' })
})

test.each([
  ['right', 0, null],
  ['two days ahead', 2, null],
  ['two days behind', -2, null],
  ['right, after one that was ahead', 0, '2 days'],
])('records the time of the last call on a server whose clock is %s', async (_which, days, before) => {
  const { id, key } = await setup.feed()
  await setup.rows('update feed set last_seen_at = now() + $1::interval where id = $2', [before, id])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 3_600_000 })
  await setup.post(key, nothing)
  vi.useRealTimers()
  await vi.waitFor(
    async () => {
      const [row] = await setup.rows<{ fresh: boolean }>(
        `select last_seen_at between now() - interval '10 s' and now() as fresh from feed where id = $1`,
        [id],
      )
      expect(row?.fresh).toBe(true)
    },
    { timeout: 60_000 },
  )
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'A', timeZone: 'Mars/Olympus' }, 'timeZone'],
  [{ name: 'A', nameWidth: 4 }, 'nameWidth'],
  [{ name: 'A', mapping: { documentIdentifier: 'ID' } }, 'mapping.recordedAt'],
  [{ name: 'A', mapping: { documentIdentifier: 'ID', recordedAt: 'D', dokument: 'X' } }, 'mapping'],
])('refuses %j at %s', (input, path) => {
  expect(feedInput.safeParse(input).error?.issues.map((issue) => issue.path.join('.'))).toContain(path)
})

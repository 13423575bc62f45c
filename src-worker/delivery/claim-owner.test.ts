import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog } from '#shared/node/platform/log.ts'
import { type DeliverySetup, openDeliverySetup } from '#tests/fixtures/delivery.ts'
import { type ClaimOwner, startClaimOwner, watchAbsence } from './claim-owner.ts'
import { claimNotices, releaseClaims } from './claim.queries.ts'
import { scaledClock } from './clock.ts'
import { commitCalls } from './commit-calls.queries.ts'
import { recordOutcomes } from './outcome.queries.ts'

let setup: DeliverySetup
const owners: ClaimOwner[] = []
beforeAll(async () => {
  setup = await openDeliverySetup()
})
afterEach(async () => {
  await Promise.all(owners.splice(0).map((owner) => owner.stop()))
  await setup.rows('delete from delivery')
})
afterAll(() => setup.close())

/** So long that tens of minutes remain even on a busy machine. */
const hour = 3_600_000
const clock = { leaseSpareMs: hour / 2, owner: { askMs: 20, trustMs: hour, graceMs: 2_000 } }
const rules = { today: '2026-11-20', leaseMs: hour, spareMs: 1_000 }

async function startOwner(times = clock) {
  const freed: true[] = []
  const owner = startClaimOwner({
    url: setup.url,
    clock: times,
    log: createLog('test', 'silent'),
    onFreed: () => freed.push(true),
  })
  owners.push(owner)
  await setup.until('the number is held', async () => owner.current() !== null)
  return { owner, freed, number: owner.current()?.number ?? 0 }
}
const readRows = () =>
  setup.rows<{ notice_id: number; lease: number | null }>(
    `select notice_id, round(extract(epoch from lease_until - now()) / 600)::int * 10 as lease from delivery order by 1`,
  )
const readLeases = async () => (await readRows()).map(({ lease }) => lease)

test("frees a worker's claims soon after its lock is lost, though a call that it committed may still run for a while", async () => {
  await setup.match()
  await setup.match()
  const dead = await startOwner()
  const alive = await startOwner()
  const claimed = await claimNotices(setup, 10, hour, dead.number)
  await commitCalls(setup, claimed.slice(0, 1), { ...rules, owner: dead.number })
  await dead.owner.stop()
  await setup.until('the claims are freed', async () => alive.freed.length > 0)
  expect(await readLeases()).toEqual([30, null])
  // The worker comes back from a long pause: the freed claim is not committed, and its outcome of the call counts.
  expect(await commitCalls(setup, claimed.slice(1), { ...rules, owner: dead.number })).toEqual([])
  const [{ id = 0, fence = 0 } = {}] = claimed
  const call = { outcome: 'accepted', calledAt: new Date(), endedAt: new Date(), detail: '' } as const
  const outcome = { reason: '', possiblyTwice: false, waitMs: null, providerMessageId: null, call }
  expect(await recordOutcomes(setup, [{ ...outcome, id, fence, state: 'accepted' }])).toBe(1)
  expect(await setup.rows('select number from delivery_worker where number = $1', [dead.number])).toEqual([])
})

test.each([
  ['of a living worker', async (alive: number) => claimNotices(setup, 10, hour, alive)],
  ['without a number, which leases protect', async () => claimNotices(setup, 10, hour)],
  [
    'of a process of the previous release, which leaves the number of the claim before it in the row',
    async (_alive: number, dead: number) => {
      await releaseClaims(setup.db, await claimNotices(setup, 10, hour, dead))
      await setup.rows(`update delivery set attempt = attempt + 1, lease_until = now() + interval '1 hour'`)
    },
  ],
])('leaves a claim alone: one %s', async (_what, claim) => {
  const dead = await startOwner()
  const alive = await startOwner()
  const { noticeId: kept } = await setup.match()
  await claim(alive.number, dead.number)
  const { noticeId: freed } = await setup.match()
  await claimNotices(setup, 10, hour, dead.number)
  await dead.owner.stop()
  await setup.until('the other claim is freed', async () => alive.freed.length > 0)
  expect(await readRows()).toEqual([
    { notice_id: kept, lease: 60 },
    { notice_id: freed, lease: null },
  ])
})

test('leaves a claim alone that was committed without a number after the connection broke', async () => {
  await setup.match()
  await setup.match()
  const dead = await startOwner()
  const alive = await startOwner()
  const claimed = await claimNotices(setup, 10, hour, dead.number)
  await commitCalls(setup, claimed.slice(0, 1), rules)
  await dead.owner.stop()
  await setup.until('the other claim is freed', async () => alive.freed.length > 0)
  expect(await readLeases()).toEqual([60, null])
})

test('keeps the claims of a worker that lost only its connection, but starts no call that it had committed', async () => {
  const patient = { ...clock, owner: { ...clock.owner, graceMs: hour } }
  await setup.match()
  const worker = await startOwner(patient)
  const alive = await startOwner(patient)
  await claimNotices(setup, 10, hour, worker.number)
  const before = worker.owner.current()
  expect(before?.isProven()).toBe(true)
  await setup.rows(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1::oid and pid <> pg_backend_pid()`,
    [worker.number],
  )
  await setup.until('it notices', async () => before?.isProven() === false)
  await setup.until('it holds its number again', async () => worker.owner.current() !== null)
  expect(worker.owner.current()?.number).toBe(worker.number)
  expect(before?.isProven()).toBe(false)
  expect([alive.freed, await readLeases()]).toEqual([[], [60]])
})

test('counts an absence from the first of several looks without a break', () => {
  const time = { ms: 0 }
  const absence = watchAbsence(100, () => time.ms)
  const look = (ms: number, absent: number[]) => {
    time.ms = ms
    return absence.look(absent)
  }
  expect(look(0, [1, 2])).toEqual([])
  expect(look(99, [1])).toEqual([])
  expect(look(100, [1, 2])).toEqual([1])
  expect(look(199, [2])).toEqual([])
  expect(look(200, [1, 2])).toEqual([2])
})

test.each([1, 60, 600, 1e6])('starts no call after others freed its claim, with waits divided by %i', (divisor) => {
  const { owner, leaseMs } = scaledClock(divisor)
  expect(owner.askMs).toBeLessThan(owner.trustMs)
  expect(owner.trustMs).toBeLessThan(owner.graceMs)
  expect(owner.graceMs).toBeLessThan(leaseMs)
})

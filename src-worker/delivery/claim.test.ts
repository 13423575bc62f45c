import { expect, test } from 'vitest'
import { createLog } from '#shared/node/platform/log.ts'
import type { ClaimedNotice } from './claim.queries.ts'
import { createClaimQueue } from './claim.ts'

const log = createLog('test', 'silent')
const toClaim = (id: number, priority = 1): ClaimedNotice => ({
  id,
  priority,
  fence: 1,
  kind: 'match',
  channel: 'EMAIL',
  doubtSince: null,
  perhapsTakenSince: null,
  claimedAt: new Date(),
  position: 0,
})
/** Notices that are due, claimed in order; remembers how many each claim asked for. */
function makeDue(count: number) {
  const due = Array.from({ length: count }, (_, id) => toClaim(id))
  const limits: number[] = []
  const claim = async (limit: number) => {
    limits.push(limit)
    return due.splice(0, limit)
  }
  return { due, limits, claim }
}
const hour = 3_600_000
const ids = (claims: ClaimedNotice[]) => claims.map(({ id }) => id)

test('makes a short claim first, further ones while few notices are left, and none once nothing more is due', async () => {
  const { limits, claim } = makeDue(650)
  const queue = createClaimQueue(claim, { pollMs: hour, log })
  let taken = 0
  for (; taken < 650; taken += queue.take(50).length) expect(await queue.whenFilled()).toBeLessThanOrEqual(750)
  expect(limits).toEqual([100, 500, 500])
  expect(taken).toBe(650)
  expect(await queue.close()).toEqual([])
})

test('puts notices for which a person waits ahead of those claimed earlier', async () => {
  const { due, claim } = makeDue(100)
  const queue = createClaimQueue(claim, { pollMs: hour, log })
  await queue.whenFilled()
  expect(ids(queue.take(2))).toEqual([0, 1])
  due.push(toClaim(900, 0))
  queue.wake()
  await new Promise(setImmediate)
  expect(ids(queue.take(3))).toEqual([900, 2, 3])
})

test('waits with an empty queue to be woken, or for the next poll', async () => {
  const { due, claim } = makeDue(0)
  const queue = createClaimQueue(claim, { pollMs: hour, log })
  const filled = queue.whenFilled()
  await new Promise(setImmediate)
  due.push(toClaim(7))
  queue.wake()
  expect(await filled).toBe(1)
  const polled = createClaimQueue(claim, { pollMs: 1, log })
  const later = polled.whenFilled()
  await new Promise(setImmediate)
  due.push(toClaim(8))
  expect(await later).toBe(1)
})

test('tries a failed claim again at the next poll', async () => {
  const answers = [() => Promise.reject(new Error('unreachable')), async () => [toClaim(1)]]
  const queue = createClaimQueue(async () => (await answers.shift()?.()) ?? [], { pollMs: 1, log })
  expect(await queue.whenFilled()).toBe(1)
})

test('ends the wait when it closes, lets a running claim finish, and returns the notices that were not taken', async () => {
  const { claim } = makeDue(3)
  const queue = createClaimQueue(claim, { pollMs: hour, log })
  const filled = queue.whenFilled()
  expect(ids(await queue.close())).toEqual([0, 1, 2])
  expect(await filled).toBe(0)
  expect(queue.take(1)).toEqual([])
})

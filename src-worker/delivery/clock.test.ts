import { expect, test } from 'vitest'
import { smtpTimes } from '#shared/node/providers/smtp/transport.ts'
import { twilioTimes } from '#shared/node/providers/twilio/transport.ts'
import { scaledClock, getNextWaitMs } from './clock.ts'

const clock = scaledClock(1)
const seconds = (calls: number, random: number, more: { retryAfterMs?: number; sinceFirstMs?: number } = {}) => {
  const ms = getNextWaitMs(clock, { attempts: calls, random, sinceFirstMs: 0, ...more })
  return ms === null ? null : ms / 1000
}

test.each([
  [1, 5],
  [2, 30],
  [3, 120],
  [4, 600],
  [5, 3600],
  [6, 14_400],
  [7, 43_200],
  [8, 43_200],
])('after call %i, waits %i s, 20 %% more or less', (calls, wait) => {
  expect(seconds(calls, 0.5)).toBe(wait)
  expect(seconds(calls, 0)).toBeCloseTo(wait * 0.8)
  expect(seconds(calls, 1)).toBeCloseTo(wait * 1.2)
})

test('honors a longer Retry-After', () => {
  expect(seconds(1, 0.5, { retryAfterMs: 60_000 })).toBe(60)
  expect(seconds(3, 0.5, { retryAfterMs: 60_000 })).toBe(120)
})

test('makes the last call at the end of the 24 hours, then fails', () => {
  expect(seconds(7, 0.5, { sinceFirstMs: 23 * 3_600_000 })).toBe(3600)
  expect(seconds(8, 0.5, { sinceFirstMs: 24 * 3_600_000 })).toBeNull()
})

test('divides every wait, and keeps leases long enough for a call', () => {
  const fast = scaledClock(1000)
  expect(fast.retryMs.slice(0, 3)).toEqual([5, 30, 120])
  expect(fast.giveUpMs).toBe(86_400)
  expect(fast.leaseMs).toBe(2000)
})

test('gives a mail server, and the pages of a list of texts, less time than a lease', () => {
  expect(smtpTimes.turnMs + smtpTimes.callMs).toBeLessThan(clock.leaseMs)
  expect(twilioTimes.pagesMs).toBeLessThan(clock.leaseMs)
})

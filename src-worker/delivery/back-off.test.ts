import { afterEach, expect, test, vi } from 'vitest'
import { createBackOff } from './back-off.ts'
import { createTextBudget } from './budget.ts'

afterEach(() => vi.restoreAllMocks())

const hourMs = 3_600_000
/** The wall clock is an hour ahead until it is set right. */
const setClockAhead = () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + hourMs)

test('delays only the channel whose provider asked for it, for the longest time it asked for', () => {
  const backOff = createBackOff()
  backOff.extend('EMAIL', 30_000)
  backOff.extend('EMAIL', 1_000)
  expect(backOff.leftMs('EMAIL')).toBeGreaterThan(29_000)
  expect(backOff.leftMs('PHONE')).toBe(0)
})

test('does not wait longer because a clock was wrong when the provider asked', () => {
  const backOff = createBackOff()
  const wrong = setClockAhead()
  backOff.extend('EMAIL', 30_000)
  wrong.mockRestore()
  expect(backOff.leftMs('EMAIL')).toBeLessThanOrEqual(30_000)
})

test('does not delay the next count of texts because a clock was wrong at the last one', async () => {
  const monotonic = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  let counts = 0
  const isSpent = createTextBudget(async () => ++counts)
  const wrong = setClockAhead()
  await isSpent(10)
  wrong.mockRestore()
  monotonic.mockReturnValue(1_010_000)
  await isSpent(10)
  expect(counts).toBe(2)
})

import { expect, it } from 'vitest'
import { linearScale, logTimeScale, timeScale } from './scale.ts'

it.each([
  [[], [0, 5, 10]],
  [
    [null, 3],
    [0, 5, 10],
  ],
  [[10], [0, 5, 10]],
  [[11], [0, 5, 10, 15]],
  [[188], [0, 50, 100, 150, 200]],
  [[12_000], [0, 5000, 10_000, 15_000]],
])('%j has ticks %j', (values, ticks) => {
  expect(linearScale(values).ticks).toEqual(ticks)
})

it.each([
  [[null], [0, 5]],
  [
    [7, 52],
    [0, 15, 30, 45, 60],
  ],
  [
    [900, null],
    [0, 300, 600, 900],
  ],
  [[8220], [0, 3600, 7200, 10_800]],
  [[40 * 86_400], [0, 864_000, 1_728_000, 2_592_000, 3_456_000]],
])('seconds %j have ticks %j', (values, ticks) => {
  expect(timeScale(values).ticks).toEqual(ticks)
})

it('places values from bottom to top', () => {
  const { place } = linearScale([100])
  expect([place(0), place(50), place(100)]).toEqual([0, 0.5, 1])
})

it('shows the limit below the top of a log axis, and also the values above the limit', () => {
  const day = 24 * 3600
  expect(logTimeScale([5], day).ticks).toEqual([1, 60, 3600, day])
  expect(logTimeScale([5], day).place(day)).toBeLessThan(1)
  expect(logTimeScale([0.2], day).place(0.2)).toBe(0)
  const late = logTimeScale([8 * day], day)
  expect(late.place(8 * day)).toBe(1)
  expect(late.ticks).toContain(7 * day)
})

import { describe, expect, it } from 'vitest'
import { bucketOf, percentile, secondsOf } from './latency.ts'

it.each([0.1, 0.5, 1, 7, 24, 60, 3600, 86_400, 691_000])('%d s is read back to within 5 %%', (seconds) => {
  const read = secondsOf(bucketOf(seconds))
  expect(Math.abs(read - seconds) / seconds).toBeLessThan(0.05)
})

it.each([
  [-3, 0.1],
  [0, 0.1],
  [1e9, 8 * 24 * 3600],
])('%d s counts as %d', (seconds, as) => {
  expect(bucketOf(seconds)).toBe(bucketOf(as))
})

describe('a percentile', () => {
  it('of nothing is nothing', () => {
    expect(percentile([], 0.5)).toBeNull()
  })

  it.each([
    [0.5, 2],
    [0.95, 100],
    [0.99, 5000],
  ])('%d of a hundred notices', (share, seconds) => {
    const buckets = [
      { bucket: bucketOf(5000), notices: 4 },
      { bucket: bucketOf(2), notices: 60 },
      { bucket: bucketOf(100), notices: 36 },
    ]
    expect(percentile(buckets, share)).toBe(secondsOf(bucketOf(seconds)))
  })

  it('of one notice is that one', () => {
    for (const share of [0, 0.5, 0.99, 1])
      expect(percentile([{ bucket: bucketOf(30), notices: 1 }], share)).toBe(secondsOf(bucketOf(30)))
  })
})

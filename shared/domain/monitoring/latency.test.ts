import { describe, expect, it } from 'vitest'
import { bucketsPerOctave, percentile, bucketToSeconds } from './latency.ts'

it.each([-27, -1, 0, 1, 8, 47, 155])('reads bucket %d back to within 5 %% of all of its times', (bucket) => {
  const read = bucketToSeconds(bucket)
  for (const edge of [bucket, bucket + 1].map((at) => 2 ** (at / bucketsPerOctave)))
    expect(Math.abs(read - edge) / edge).toBeLessThan(0.05)
})

describe('a percentile', () => {
  it('is null without notices', () => {
    expect(percentile([], 0.5)).toBeNull()
  })

  it.each([
    [0.5, 8],
    [0.95, 53],
    [0.99, 98],
  ])('for the share %d of a hundred notices, is in bucket %d', (share, bucket) => {
    const buckets = [
      { bucket: 98, notices: 4 },
      { bucket: 8, notices: 60 },
      { bucket: 53, notices: 36 },
    ]
    expect(percentile(buckets, share)).toBe(bucketToSeconds(bucket))
  })

  it('of a single notice is the time of that notice', () => {
    for (const share of [0, 0.5, 0.99, 1])
      expect(percentile([{ bucket: 39, notices: 1 }], share)).toBe(bucketToSeconds(39))
  })
})

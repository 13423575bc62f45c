import { describe, expect, it } from 'vitest'
import { bucketsPerOctave, percentile, bucketToSeconds } from './latency.ts'

it.each([-27, -1, 0, 1, 8, 47, 155])('bucket %d is read back to within 5 %% of all times in it', (bucket) => {
  const read = bucketToSeconds(bucket)
  for (const edge of [bucket, bucket + 1].map((at) => 2 ** (at / bucketsPerOctave)))
    expect(Math.abs(read - edge) / edge).toBeLessThan(0.05)
})

describe('a percentile', () => {
  it('of nothing is nothing', () => {
    expect(percentile([], 0.5)).toBeNull()
  })

  it.each([
    [0.5, 8],
    [0.95, 53],
    [0.99, 98],
  ])('%d of a hundred notices is bucket %d', (share, bucket) => {
    const buckets = [
      { bucket: 98, notices: 4 },
      { bucket: 8, notices: 60 },
      { bucket: 53, notices: 36 },
    ]
    expect(percentile(buckets, share)).toBe(bucketToSeconds(bucket))
  })

  it('of one notice is that one', () => {
    for (const share of [0, 0.5, 0.99, 1])
      expect(percentile([{ bucket: 39, notices: 1 }], share)).toBe(bucketToSeconds(39))
  })
})

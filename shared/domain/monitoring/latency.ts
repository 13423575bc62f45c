/**
 * Times from receipt to send are stored in buckets on a log scale. Buckets add up over any period and give percentiles
 * to within 5 %. Bucket 0 starts at one second; shorter times have negative buckets.
 */
export const bucketsPerOctave = 8
/** Times below 0.1 s share one bucket, and so do times beyond eight days. */
export const minSeconds = 0.1
export const maxSeconds = 8 * 24 * 3600

export type LatencyBucket = { bucket: number; notices: number }

/** The middle of a bucket, in seconds. */
export const bucketToSeconds = (bucket: number): number => 2 ** ((bucket + 0.5) / bucketsPerOctave)

/**
 * The time in seconds within which this share of the notices was sent; null if there were no notices.
 * @param share from 0 to 1: 0.95 for p95
 */
export function percentile(buckets: readonly LatencyBucket[], share: number): number | null {
  const total = buckets.reduce((sum, { notices }) => sum + notices, 0)
  if (total === 0) return null
  const wanted = Math.max(1, Math.ceil(total * share))
  let counted = 0
  for (const { bucket, notices } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    counted += notices
    if (counted >= wanted) return bucketToSeconds(bucket)
  }
  return null
}

/**
 * Times from receipt to send are kept in buckets on a log scale: they can be added up over any span, and a percentile
 * read from them is right to within 5 %. Bucket 0 begins at one second; shorter times have negative ones.
 */
export const bucketsPerOctave = 8
/** Nothing is told apart below 0.1 s, or beyond eight days. */
export const shortestSeconds = 0.1
export const longestSeconds = 8 * 24 * 3600

export type LatencyBucket = { bucket: number; notices: number }

/** The middle of a bucket, in seconds. */
export const secondsOf = (bucket: number): number => 2 ** ((bucket + 0.5) / bucketsPerOctave)

/**
 * The time within which a share of the notices left, in seconds; null where there were none.
 * @param share from 0 to 1: 0.95 for p95
 */
export function percentile(buckets: readonly LatencyBucket[], share: number): number | null {
  const total = buckets.reduce((sum, { notices }) => sum + notices, 0)
  if (total === 0) return null
  const wanted = Math.max(1, Math.ceil(total * share))
  let counted = 0
  for (const { bucket, notices } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    counted += notices
    if (counted >= wanted) return secondsOf(bucket)
  }
  return null
}

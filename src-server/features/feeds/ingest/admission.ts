import { feedLimits } from '#shared/contract/feed.ts'

/** The limits of calls that one feed may have open together, and of the memory for all bodies. */
const defaultLimits = { callsPerFeed: 256, bytesPerFeed: 128 * 1024 * 1024, bytesInAll: 256 * 1024 * 1024 }
export type AdmissionLimits = typeof defaultLimits

/** A compressed body may grow by this factor in memory before its size limit stops it. */
const unpackRatio = feedLimits.unpackedBytes / feedLimits.wireBytes

/**
 * Keeps one feed from filling the memory or the queue of a server: further calls must be sent again a little later. A
 * call counts from its headers until its answer.
 */
export function createAdmission(limits: AdmissionLimits = defaultLimits) {
  const feeds = new Map<number, { calls: number; bytes: number }>()
  let bytesInAll = 0
  return {
    /** @returns a function to call once the call has ended, or null if the call must wait */
    admit(feedId: number, { length, packed }: { length: number | undefined; packed: boolean }): (() => void) | null {
      const bytes = Math.min(length ?? feedLimits.wireBytes, feedLimits.wireBytes) * (packed ? unpackRatio : 1)
      const feed = feeds.get(feedId) ?? { calls: 0, bytes: 0 }
      const tooMuch = feed.calls >= limits.callsPerFeed || feed.bytes + bytes > limits.bytesPerFeed
      if (feed.calls > 0 && tooMuch) return null
      if (bytesInAll > 0 && bytesInAll + bytes > limits.bytesInAll) return null
      feed.calls++
      feed.bytes += bytes
      bytesInAll += bytes
      feeds.set(feedId, feed)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        feed.calls--
        feed.bytes -= bytes
        bytesInAll -= bytes
        if (feed.calls === 0) feeds.delete(feedId)
      }
    },
  }
}

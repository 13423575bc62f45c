import type { Channel } from '#shared/contract/alert.ts'

/** How long the provider of each channel asked us to wait. */
export type BackOff = {
  /** Starts no call on the channel for this many milliseconds, or for longer if an earlier request said so. */
  extend(channel: Channel, ms: number): void
  /** Milliseconds left to wait; 0 if calls may start. */
  leftMs(channel: Channel): number
}

/** By the monotonic clock: a wall clock that was wrong when the provider answered must not prolong the wait. */
export function createBackOff(): BackOff {
  const until: Record<Channel, number> = { EMAIL: 0, PHONE: 0 }
  return {
    extend: (channel, ms) => {
      until[channel] = Math.max(until[channel], performance.now() + ms)
    },
    leftMs: (channel) => Math.max(0, until[channel] - performance.now()),
  }
}

import { createStore } from './store.ts'

/**
 * When the server last counted this browser as active, in ms since 1970. Every call counts except background polling.
 * The tabs of a browser share one session, so they tell each other.
 */
export const lastActive = createStore(Date.now())

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('activity')
channel?.addEventListener('message', () => lastActive.set(Date.now()))

export function markActive(): void {
  lastActive.set(Date.now())
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin; only pages of this site hear it
  channel?.postMessage('active')
}

import { pageUser, notifyOutdated } from '../api/page-user.ts'

/** The user who logged in, or null after a logout. */
type News = { user: number | null }

// Without a channel, the server rejects the calls of an outdated page: they name the user for whom it was opened.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  const opened = pageUser.get()
  if (opened === undefined || data.user === opened) return
  notifyOutdated(data.user === null ? 'out' : 'other')
})

/** Tells the other tabs of this browser, which share its session, who is logged in now. */
export function notifyTabs(user: number | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no origin; only pages of this site hear it
  channel?.postMessage({ user } satisfies News)
}

import { pageUser, tellOutdated } from '../api/page-user.ts'

/** The user who logged in, or null: logged out. */
type News = { user: number | null }

// Where there is none, the server refuses the calls of an outdated page (decisions, section 4).
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')

channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
  const opened = pageUser.get()
  if (opened === undefined || data.user === opened) return
  tellOutdated(data.user === null ? 'out' : 'other')
})

/** Tells the other tabs of this browser, which share its session, who is logged in now. */
export function tellTabs(user: number | null): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none; only our own pages hear it
  channel?.postMessage({ user } satisfies News)
}

import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { hashFeedKey } from '../manage/feed-key.ts'
import { findFeedByKey, updateLastSeen, type OpenFeed } from '../manage/feed.queries.ts'

/** Every server refuses a revoked key within 2 s, so it must not remember one for longer. */
const cacheMs = 1_000
const lastSeenIntervalMs = 5_000

/**
 * Answers synchronously for a feed that it remembers: a promise would cost each short call a turn of the event loop.
 */
type AuthenticateFeed = (authorization: string | undefined) => OpenFeed | undefined | Promise<OpenFeed | undefined>

/**
 * Authenticates a feed by `Authorization: Bearer <feed key>`, and remembers it for a second, so that a busy feed costs
 * no lookups.
 */
export function createFeedAuthentication(db: Db, log: Log): AuthenticateFeed {
  const cachedFeeds = new Map<string, { feed: OpenFeed; until: number }>()
  const lastNoted = new Map<number, number>()

  // Not by the wall clock: setting it back must not keep a revoked key alive.
  const noteCall = (feedId: number) => {
    const now = performance.now()
    if (now - (lastNoted.get(feedId) ?? -Infinity) < lastSeenIntervalMs) return
    lastNoted.set(feedId, now)
    updateLastSeen(db, feedId, lastSeenIntervalMs).catch((error: unknown) =>
      log.warn('feed.activity_not_recorded', { error: error instanceof Error ? error.name : '' }),
    )
  }

  const lookUp = async (hash: Buffer, name: string) => {
    cachedFeeds.delete(name)
    const feed = await findFeedByKey(db, hash)
    if (!feed) return undefined
    cachedFeeds.set(name, { feed, until: performance.now() + cacheMs })
    noteCall(feed.id)
    return feed
  }

  return (authorization) => {
    const key = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization ?? '')?.[1]
    if (!key) return undefined
    const hash = hashFeedKey(key)
    const name = hash.toString('base64')
    const cached = cachedFeeds.get(name)
    if (!cached || cached.until <= performance.now()) return lookUp(hash, name)
    noteCall(cached.feed.id)
    return cached.feed
  }
}

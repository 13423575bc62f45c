import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { findFeedByKey, noteSeen, type OpenFeed } from './feed.queries.ts'
import { hashFeedKey } from './feed-key.ts'

/** Every server refuses a revoked key within this time (decisions, section 1: 2 s). */
const rememberedMs = 1_000
const seenEveryMs = 5_000

/** Answers at once for a feed that it remembers: a promise would cost each short call a turn. */
export type AuthenticateFeed = (
  authorization: string | undefined,
) => OpenFeed | undefined | Promise<OpenFeed | undefined>

/**
 * Authenticates a feed by `Authorization: Bearer <feed key>`, and remembers it for a second, so that a busy feed costs
 * no look-ups.
 */
export function createFeedAuthentication(db: Db, log: Log): AuthenticateFeed {
  const remembered = new Map<string, { feed: OpenFeed; until: number }>()
  const seen = new Map<number, number>()

  // Not by the wall clock: setting it back must not keep a revoked key alive.
  const see = (feedId: number) => {
    const now = performance.now()
    if (now - (seen.get(feedId) ?? -Infinity) < seenEveryMs) return
    seen.set(feedId, now)
    noteSeen(db, feedId, new Date(), seenEveryMs).catch((error: unknown) =>
      log.warn('feed.activity_not_recorded', { error: error instanceof Error ? error.name : '' }),
    )
  }

  const lookUp = async (hash: Buffer, name: string) => {
    remembered.delete(name)
    const feed = await findFeedByKey(db, hash)
    if (!feed) return undefined
    remembered.set(name, { feed, until: performance.now() + rememberedMs })
    see(feed.id)
    return feed
  }

  return (authorization) => {
    const key = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization ?? '')?.[1]
    if (!key) return undefined
    const hash = hashFeedKey(key)
    const name = hash.toString('base64')
    const known = remembered.get(name)
    if (!known || known.until <= performance.now()) return lookUp(hash, name)
    see(known.feed.id)
    return known.feed
  }
}

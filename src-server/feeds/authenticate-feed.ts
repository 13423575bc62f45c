import type { Db } from '#shared/node/db/client.ts'
import type { Log } from '#shared/node/log.ts'
import { findFeedByKey, noteSeen, type OpenFeed } from './feed.queries.ts'
import { hashFeedKey } from './feed-key.ts'

/** A revoked key is refused by every server within this time (decisions, section 1: 2 s). */
const rememberedMs = 1_000
const seenEveryMs = 5_000

export type AuthenticateFeed = (authorization: string | undefined) => Promise<OpenFeed | undefined>

/** Who calls, by `Authorization: Bearer <feed key>`; remembered for a second, so that a busy feed costs no look-ups. */
export function createFeedAuthentication(db: Db, log: Log): AuthenticateFeed {
  const remembered = new Map<string, { feed: OpenFeed; until: number }>()
  const seen = new Map<number, number>()

  // Ages are not read off the time of day: a clock that is set back must not keep a revoked key alive.
  const see = (feedId: number) => {
    const now = performance.now()
    if (now - (seen.get(feedId) ?? -Infinity) < seenEveryMs) return
    seen.set(feedId, now)
    noteSeen(db, feedId, new Date(), seenEveryMs).catch((error: unknown) =>
      log.warn('The time of a feed’s last call was not noted.', { error: error instanceof Error ? error.name : '' }),
    )
  }

  return async (authorization) => {
    const key = /^Bearer +([\x21-\x7e]{1,200})$/i.exec(authorization ?? '')?.[1]
    if (!key) return undefined
    const hash = hashFeedKey(key)
    const name = hash.toString('base64')
    const known = remembered.get(name)
    let feed = known && known.until > performance.now() ? known.feed : undefined
    if (!feed) {
      remembered.delete(name)
      feed = await findFeedByKey(db, hash)
      if (feed) remembered.set(name, { feed, until: performance.now() + rememberedMs })
    }
    if (feed) see(feed.id)
    return feed
  }
}

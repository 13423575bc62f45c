import { sql } from 'kysely'
import type { Holidays } from '#shared/domain/business-days.ts'
import { countUsualSilence, feedHistoryDays } from '#shared/domain/monitoring/feed-silence.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

export type FeedSilence = {
  id: number
  name: string
  /** When it last posted; null if it never did. */
  lastSeen: Date | null
  /** Seconds since its last post that fall on days on which it usually posts; null if it never posted. */
  overdueSeconds: number | null
}

/** How long each open feed has been silent: the source for health, metrics, and the text for residents. */
export async function readFeedSilence(
  db: Db,
  when: { now: Date; timeZone: string; holidays: Holidays },
): Promise<FeedSilence[]> {
  const { rows } = await sql<Omit<FeedSilence, 'overdueSeconds'> & { days: string[] }>`
    select f.id, f.name, f.last_seen_at as "lastSeen",
      array(select to_char(d.day, 'YYYY-MM-DD') from feed_day d
        where d.feed_id = f.id and d.day > f.last_seen_at::date - ${feedHistoryDays + 1}::integer order by 1) as days
    from feed f where closed_at is null order by f.name limit 100`.execute(db)
  return rows.map(({ days, ...feed }) => ({
    ...feed,
    overdueSeconds: feed.lastSeen && countUsualSilence(feed.lastSeen, { ...when, days }),
  }))
}

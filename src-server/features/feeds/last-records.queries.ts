import { sql } from 'kysely'
import type { Holidays } from '#shared/domain/business-days.ts'
import { feedSilentSeconds } from '#shared/domain/monitoring/health.ts'
import { readFeedSilence } from '#shared/node/domain/monitoring/feed-silence.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** Records that wait this long are no longer on their way to a worker, which looks for them every ten seconds. */
const matchingLateSeconds = 600

export type LastRecords = {
  /** When the county's feeds last sent a record that was new or revised; null before the first. */
  receivedAt: Date | null
  /** Since when the feed that is silent for longest has been silent; null if none is late, by its usual days. */
  silentSince: Date | null
  /** Whether records that we received are still waiting to be matched. */
  isMatchingLate: boolean
}

/**
 * What home may say about all recorded documents: whether every feed is active, and whether its records are matched.
 */
export async function readLastRecords(
  db: Db,
  when: { now: Date; timeZone: string; holidays: Holidays },
): Promise<LastRecords> {
  const feeds = await readFeedSilence(db, when)
  const late = feeds.flatMap(({ lastSeen, overdueSeconds }) =>
    lastSeen && overdueSeconds !== null && overdueSeconds > feedSilentSeconds ? [lastSeen] : [],
  )
  const silentSince = late.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
  const { rows } = await sql<Omit<LastRecords, 'silentSince'>>`
    select (select max(received_at) from event) as "receivedAt",
      -- Only the oldest: a county's whole history may be waiting.
      coalesce((
        select e.received_at < now() - make_interval(secs => ${matchingLateSeconds})
        from event e where e.id = (select min(event_id) from match_queue)), false) as "isMatchingLate"`.execute(db)
  return { silentSince, ...(rows[0] ?? { receivedAt: null, isMatchingLate: false }) }
}

import { sql } from 'kysely'
import { feedSilentSeconds } from '#shared/domain/monitoring/health.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

/** Records that wait this long are not on their way to a worker any more: it looks for them every ten seconds. */
const matchingLateSeconds = 600

export type LastRecords = {
  /** When the county's feeds last sent a record that was new or revised; null before the first. */
  receivedAt: Date | null
  /** Since when the feed that is silent for longest has been silent; null if none is late. */
  silentSince: Date | null
  /** Records that were received are still to be matched. */
  isMatchingLate: boolean
}

/** What home may say about all that was recorded: whether every feed is heard, and its records matched. */
export async function readLastRecords(db: Db): Promise<LastRecords> {
  const { rows } = await sql<LastRecords>`
    select (select max(received_at) from event) as "receivedAt",
      (select min(last_seen_at) from feed
        where closed_at is null and last_seen_at < now() - make_interval(secs => ${feedSilentSeconds})) as "silentSince",
      -- The oldest alone: a county's whole history may be waiting.
      coalesce((
        select e.received_at < now() - make_interval(secs => ${matchingLateSeconds})
        from event e where e.id = (select min(event_id) from match_queue)), false) as "isMatchingLate"`.execute(db)
  return rows[0] ?? { receivedAt: null, silentSince: null, isMatchingLate: false }
}

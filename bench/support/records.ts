import type { Population } from '#scripts/made-up/population.ts'
import { createIngest } from '#server/features/feeds/ingest/ingest-events.ts'
import { createFeed, createFeedKey } from '#server/features/feeds/manage/manage-feeds.ts'
import type { IngestEvents } from '#server/features/feeds/records/incoming-item.ts'
import type { FeedChanges } from '#shared/contract/feed-settings.ts'
import { connect, type Connection } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import type { DatabaseUrls } from './database.ts'

type OpenFeed = Connection & { ingest: IngestEvents; feed: { id: number; timeZone: string | null }; key: string }

/** A feed with its key and the server's ingest in this process; no worker is woken. */
export async function openFeed(
  database: DatabaseUrls,
  max = 4,
  feed: FeedChanges = { name: 'Benchmark' },
): Promise<OpenFeed> {
  const connection = connect(database.url, { max })
  const { id } = await createFeed(connection.db, null, feed)
  const { key } = await createFeedKey(connection.db, null, id)
  const log = createLog('bench', 'error')
  const ingest = createIngest({
    ...connection,
    log,
    env: { COUNTY_TIME_ZONE: 'America/Chicago' },
    enqueue: async () => {},
  })
  return { ...connection, ingest, feed: { id, timeZone: null }, key }
}

/** Generated records in the form of a call's body. */
export const toItems = (population: Population, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, value: population.recordAt(from + index).event }))

/** Number of matches that the records are generated to have. */
export function expectedHits(population: Population, from: number, count: number): number {
  let hits = 0
  for (let index = from; index < from + count; index++) hits += population.recordAt(index).hits.length
  return hits
}

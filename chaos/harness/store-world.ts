import { withClient } from '#tests/helpers/with-client.ts'
import type { DatabaseUrls } from '../../bench/support/database.ts'
import { fillAlerts } from '../../bench/support/fill.ts'
import { openFeed } from '../../bench/support/records.ts'
import { startJournal } from '../oracle/journal.ts'
import { storePeople } from '../world/store-people.ts'
import type { World } from '../world/world.ts'

/**
 * Writes the people and their alerts into a migrated database, creates a feed, and starts the journal.
 * @returns the key of the feed
 */
export async function storeWorld(database: DatabaseUrls, world: World): Promise<string> {
  await fillAlerts(database, world, world.alerts)
  const feed = await openFeed(database, 1)
  await feed.end()
  await withClient(database.ownerUrl, async (client) => {
    await storePeople(client, world.people)
    await startJournal(client)
    await client.query('analyze')
  })
  return feed.key
}

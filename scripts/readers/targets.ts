import { setTimeout as wait } from 'node:timers/promises'
import { createIngest } from '#server/features/feeds/ingest/ingest-events.ts'
import { findFeed, listFeeds } from '#server/features/feeds/manage/feed.queries.ts'
import type { IncomingItem } from '#server/features/feeds/records/incoming-item.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import type { IngestAnswer } from '#shared/contract/feed.ts'
import { loadTimeZone } from '#shared/node/configuration/env.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { openDatabase, openSender } from './open-database.ts'

/** Where records go. */
export type Target = {
  /** Label in the summary. */
  name: string
  mapping: FeedMapping | undefined
  send(items: IncomingItem[]): Promise<IngestAnswer>
  close(): Promise<void>
}

/**
 * Writes directly to the database with the endpoint's use case.
 * @param feedName optional if there is only one open feed
 */
export async function databaseTarget(feedName: string | undefined): Promise<Target> {
  const { db, pool, end, url } = await openDatabase()
  try {
    const open = (await listFeeds(db)).filter((feed) => feed.closed_at === null)
    const feed = feedName ? await findFeed(db, { name: feedName }) : open.length === 1 ? open[0] : undefined
    if (!feed) {
      const known = open.map(({ name }) => `"${name}"`).join(', ') || 'none yet; npm run feed -- create NAME'
      throw new Error(
        feedName ? `Feed "${feedName}" not found (feeds: ${known}).` : `Missing --feed NAME (feeds: ${known}).`,
      )
    }
    if (feed.closed_at) throw new Error(`The feed "${feed.name}" is closed.`)
    const sender = await openSender(url)
    const log = createLog('ingest', 'error')
    const ingest = createIngest({ db, pool, log, enqueue: sender.enqueue, env: { COUNTY_TIME_ZONE: loadTimeZone() } })
    return {
      name: `feed "${feed.name}"`,
      mapping: feed.column_mapping ?? undefined,
      send: (items) => ingest({ id: feed.id, timeZone: feed.time_zone }, items),
      close: async () => {
        await sender.enqueue(null, 'wakeMatching', {}).catch(() => {})
        await sender.stop()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

const callTimeoutMs = 60_000
const tries = 6

/** Posts to a server's endpoint with a feed key. Retries if the server is busy or briefly unavailable. */
export function urlTarget(url: string, key: string): Target {
  const address = new URL(url)
  if (address.pathname === '/') address.pathname = '/ingest/v1/events'
  const call = async (body: string): Promise<Response | null> =>
    fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(callTimeoutMs),
    }).catch(() => null)

  const post = async (body: string): Promise<IngestAnswer> => {
    for (let attempt = 1; ; attempt++) {
      const response = await call(body)
      if (response && (response.ok || response.status === 422)) return (await response.json()) as IngestAnswer
      const later = !response || response.status === 429 || response.status >= 500
      if (!later || attempt >= tries) {
        const text = response ? await response.text() : 'no answer'
        throw new Error(`${address.origin} refused the records: ${response?.status ?? ''} ${readMessage(text)}`)
      }
      await response?.body?.cancel()
      await wait(Math.max(Number(response?.headers.get('retry-after')) || 0, 2 ** attempt / 2) * 1000)
    }
  }

  return {
    name: address.origin,
    mapping: undefined,
    send: async (items) => {
      // A line that is not JSON is sent as a JSON string, which the server rejects.
      const answer = await post(
        JSON.stringify({ events: items.map((item) => (item.problem ? (item.sent ?? null) : item.value)) }),
      )
      const rejected = answer.rejected.map((one) => {
        const item = items[one.index]
        return { ...one, index: item?.index ?? one.index, problems: item?.problem ? [item.problem] : one.problems }
      })
      return { ...answer, rejected }
    },
    close: async () => {},
  }
}

function readMessage(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text.slice(0, 200)
  } catch {
    return text.slice(0, 200)
  }
}

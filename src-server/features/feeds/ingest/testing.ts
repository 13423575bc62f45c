import Fastify, { type FastifyInstance } from 'fastify'
import type { FeedChanges } from '#shared/contract/feed-settings.ts'
import { type Connection, connect } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { createTestDatabase } from '#tests/helpers/database.ts'
import { createFeed, createFeedKey } from '../manage/manage-feeds.ts'
import { createIngest, type IngestDeps } from './ingest-events.ts'
import { ingestRoutes } from './ingest.routes.ts'
import type { IngestEvents } from '../records/incoming-item.ts'

export type FeedFixture = Connection & {
  app: FastifyInstance
  deps: IngestDeps
  ingest: IngestEvents
  /** The wake-ups sent to matching. */
  rings: string[]
  feed(changes?: Partial<FeedChanges>): Promise<{ id: number; timeZone: string | null; key: string }>
  post(key: string, body: unknown, headers?: Record<string, string>): Promise<{ statusCode: number; json(): unknown }>
  rows<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** Runs a statement as the owner of the tables. */
  asOwner(text: string): Promise<void>
  close(): Promise<void>
}

let count = 0

/** For tests: the feed's endpoint on its own database, and feeds with keys. */
export async function openFeedFixture({ max = 10 } = {}): Promise<FeedFixture> {
  const database = await createTestDatabase()
  const connection = connect(database.appUrl, { max })
  const rings: string[] = []
  const deps: IngestDeps = {
    db: connection.db,
    pool: connection.pool,
    log: createLog('test', 'silent'),
    env: { COUNTY_TIME_ZONE: 'America/Chicago' },
    enqueue: async (_tx, key) => void rings.push(key),
  }
  const app = Fastify({ logger: false })
  await ingestRoutes(app, deps)
  await app.ready()
  return {
    ...connection,
    app,
    deps,
    ingest: createIngest(deps),
    rings,
    feed: async (changes = {}) => {
      const { id } = await createFeed(connection.db, null, { name: `Recorder ${++count}`, ...changes })
      const { key } = await createFeedKey(connection.db, null, id)
      return { id, timeZone: changes.timeZone ?? null, key }
    },
    post: (key, body, headers = {}) =>
      app.inject({
        method: 'POST',
        url: '/ingest/v1/events',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      }),
    rows: async <T extends object>(text: string, values: unknown[] = []) =>
      (await connection.pool.query<T>(text, values)).rows,
    asOwner: async (text) => {
      const owner = connect(database.ownerUrl, { max: 1 })
      await owner.pool.query(text).finally(owner.end)
    },
    close: async () => {
      await app.close()
      await connection.end()
      await database.drop()
    },
  }
}

import { PgBoss } from 'pg-boss'
import { createHandler, servePeer } from '../limits/peer-handler.ts'
import type { PeerSettings } from '../support/messages.ts'

/** A worker on pg-boss: jobs fetched and completed by the batch, and fetched again immediately while batches come full. */
const settings = JSON.parse(process.argv[2] ?? '{}') as PeerSettings
const { batchSize = 100, localConcurrency = 4 } = settings.options
const queue = 'notice'
const boss = new PgBoss({ connectionString: settings.ownerUrl, schema: 'peer_pg_boss', max: 10, schedule: false })
boss.on('error', (error) => console.error(error))
await boss.start()
await boss.createQueue(queue)
const handler = createHandler(settings)

servePeer(
  {
    enqueue: async (ids) => {
      for (let start = 0; start < ids.length; start += 1000)
        await boss.insert(
          queue,
          ids.slice(start, start + 1000).map((id) => ({ data: { id } })),
        )
    },
    work: async () => {
      await boss.work<{ id: number }>(
        queue,
        { batchSize, localConcurrency, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 },
        async (jobs) => {
          await Promise.all(jobs.map(({ data }) => handler.handle(data.id)))
        },
      )
    },
    rest: () => boss.offWork(queue, { wait: true }),
  },
  async () => {
    await boss.stop({ graceful: true, close: true })
    await handler.end()
  },
)

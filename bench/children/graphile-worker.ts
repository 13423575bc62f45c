import { Logger, makeWorkerUtils, run, type Runner } from 'graphile-worker'
import { createHandler, servePeer } from '../limits/peer-handler.ts'
import type { PeerSettings } from '../support/messages.ts'

/** A worker on graphile-worker: jobs fetched into its local queue, completed in batches. */
const settings = JSON.parse(process.argv[2] ?? '{}') as PeerSettings
const { concurrentJobs = 50, localQueue = 500, completeJobBatchDelay = 10 } = settings.options
const preset = {
  worker: {
    connectionString: settings.ownerUrl,
    schema: 'peer_graphile_worker',
    logger: new Logger(() => () => {}),
    concurrentJobs,
    maxPoolSize: 10,
    localQueue: { size: localQueue },
    completeJobBatchDelay,
    failJobBatchDelay: completeJobBatchDelay,
  },
}
const utils = await makeWorkerUtils({ preset })
await utils.migrate()
const handler = createHandler(settings)
let runner: Runner | undefined
const rest = async () => {
  await runner?.stop()
  runner = undefined
}

servePeer(
  {
    enqueue: async (ids) => {
      for (let start = 0; start < ids.length; start += 1000)
        await utils.addJobs(
          ids.slice(start, start + 1000).map((id) => ({ identifier: 'notice', payload: { id }, maxAttempts: 25 })),
        )
    },
    work: async () => {
      runner = await run({
        preset: { worker: preset.worker },
        noHandleSignals: true,
        taskList: { notice: (payload) => handler.handle((payload as { id: number }).id) },
      })
    },
    rest,
  },
  async () => {
    await rest()
    await utils.release()
    await handler.end()
  },
)

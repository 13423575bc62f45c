import { PgBoss } from 'pg-boss'
import type { Env } from '#shared/node/configuration/env.ts'
import { connectionGuards } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { type JobKey, jobKeys, jobs, type Payload } from '#shared/node/platform/queue/jobs.ts'
import { handlers } from './handlers/index.ts'
import type { HandlerContext } from './platform/deps.ts'

/** The worker's end of the queue: it takes jobs, keeps their schedules and looks after other workers' lost jobs. */
export async function startQueue(env: Env, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    application_name: 'land-alerts worker queue',
    max: 3,
    ...connectionGuards(),
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // A dead worker's jobs wait this long. They are hints: what is due is in the tables.
    superviseIntervalSeconds: 60,
    // Deletes finished rows within minutes of their retention, not within a day.
    maintenanceIntervalSeconds: 600,
    // A job of a schedule may begin this much after its minute.
    cronWorkerIntervalSeconds: 20,
    // No job waits for another.
    flowIntervalSeconds: 60,
  })
  boss.on('error', (error) => log.warn('queue.failed', { error: error.name }))
  await boss.start()
  return boss
}

/** Normally PostgreSQL notifies us of jobs; this regular look finds those whose notification was lost. */
const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 30, batchSize: 100 }

/** Registers a handler for every job of the catalog, and stores its schedule, in the county's time, in the database. */
export async function registerHandlers(boss: PgBoss, context: HandlerContext): Promise<void> {
  for (const key of jobKeys) await registerHandler(boss, key, context)
}

async function registerHandler<K extends JobKey>(boss: PgBoss, key: K, context: HandlerContext): Promise<void> {
  const job = jobs[key]
  await boss.work(job.name, polling, async (batch: { data: unknown }[]) => {
    for (const { data } of batch) await handlers[key](context, job.payload.parse(data ?? {}) as Payload<K>)
  })
  if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: context.env.COUNTY_TIME_ZONE })
}

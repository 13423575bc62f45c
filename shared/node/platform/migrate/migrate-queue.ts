import { PgBoss } from 'pg-boss'
import { jobKeys, jobs } from '../queue/jobs.ts'

/** Creates pg-boss's schema or brings it up to date, and every queue of the job catalog. Runs as the owner. */
export async function migrateQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: 'land-alerts migrate',
    max: 2,
    schedule: false,
    supervise: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    for (const key of jobKeys) {
      const { name, queue } = jobs[key]
      if (await boss.getQueue(name)) {
        const { policy: _fixed, ...changeable } = queue
        await boss.updateQueue(name, changeable)
        // Existing rows keep the retention that their queue had when they were created.
        if (queue.deleteAfterSeconds !== undefined) await boss.deleteStoredJobs(name)
      } else await boss.createQueue(name, queue)
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

import { createLog } from '#shared/node/platform/log.ts'
import { startJobSender } from '#shared/node/platform/queue/queue.ts'

/** Sends a job that its schedule sends every few minutes, so that a run need not wait for it. */
export async function ringJob(url: string, job: 'chainAudit' | 'sweep' | 'makeWeeklyEmails'): Promise<void> {
  const sender = await startJobSender(url, createLog('chaos', 'error'))
  try {
    await sender.enqueue(null, job, {})
  } finally {
    await sender.stop()
  }
}

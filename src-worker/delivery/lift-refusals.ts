import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { getNextWaitMs, scaledClock } from './clock.ts'
import { hasRefusals, keepFailed, lockWronglyEnded, requeueRefused } from './refusals.queries.ts'

/**
 * Finds refusals that concern the sender after all, since many in a row are alike, and makes the notices that they ended
 * wait again, at their place in the schedule. A provider that accepts a message ends the row.
 * @returns how many wait again
 */
export async function liftRefusals({ db, log, options }: Pick<WorkerDeps, 'db' | 'log' | 'options'>): Promise<number> {
  if (!(await hasRefusals(db))) return 0
  const clock = scaledClock(options.deliveryClock)
  const lifted = await inTransaction(db, async (tx) => {
    const ended = await lockWronglyEnded(tx)
    const timed = ended.map(({ id, calls, sinceFirstMs }) => ({
      id,
      calls,
      waitMs: getNextWaitMs(clock, { attempts: calls, sinceFirstMs, random: Math.random() }),
    }))
    const waiting = timed.flatMap(({ waitMs, ...notice }) => (waitMs === null ? [] : [{ ...notice, waitMs }]))
    if (waiting.length > 0) await requeueRefused(tx, waiting)
    const late = timed.filter(({ waitMs }) => waitMs === null)
    if (late.length > 0)
      await keepFailed(
        tx,
        late.map(({ id }) => id),
      )
    return waiting.length
  })
  if (lifted > 0) log.warn('delivery.refusals_lifted', { notices: lifted })
  return lifted
}

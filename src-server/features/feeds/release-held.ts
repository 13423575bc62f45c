import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { releaseHeldRows } from '#shared/node/domain/notices/held-notices.queries.ts'
import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'

const batchSize = 5_000
/** A hundred thousand take longer than a caller waits; the next call can release the rest. */
const maxReleaseMs = 15_000

/**
 * Releases notices that the flood guard holds, the oldest first, in batches.
 * @param reason only those held for it
 * @param most no more than were shown to whoever confirmed
 * @returns notices released
 */
export async function releaseHeldNotices(
  { db, enqueue }: Pick<ServerDeps, 'db' | 'enqueue'>,
  actor: AuditActor,
  { reason, max, forMs = maxReleaseMs }: { reason: string; max: number; forMs?: number },
): Promise<number> {
  const until = performance.now() + forMs
  let released = 0
  while (released < max) {
    const count = await inTransaction(db, async (tx) => {
      const gone = await releaseHeldRows(tx, reason, Math.min(batchSize, max - released))
      if (gone === 0) return 0
      await writeAudit(tx, {
        type: 'NOTICE',
        actor,
        description: `Released ${gone} held notices. Why they were held: ${reason}`,
        address: actor.address,
      })
      await enqueue(tx, 'wakeDelivery', {})
      return gone
    })
    released += count
    if (count === 0 || performance.now() > until) break
  }
  return released
}

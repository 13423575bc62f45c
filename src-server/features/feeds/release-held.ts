import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { releaseHeld } from '#shared/node/domain/notices/held-notices.queries.ts'
import type { UserContext } from '#server/trpc/context.ts'

const batchSize = 5_000
/** A hundred thousand take longer than a caller waits; the rest can be released by the next call. */
const maxReleaseMs = 15_000

/**
 * Lets notices go that the flood guard holds, the oldest first, in batches of their own.
 * @param reason only those held for it
 * @param most no more than were shown to whoever confirmed
 * @returns notices released
 */
export async function releaseHeldNotices(
  { db, user, address, enqueue }: Pick<UserContext, 'db' | 'user' | 'address' | 'enqueue'>,
  { reason, max, forMs = maxReleaseMs }: { reason: string; max: number; forMs?: number },
): Promise<number> {
  const until = performance.now() + forMs
  let released = 0
  while (released < max) {
    const count = await db.transaction().execute(async (tx) => {
      const gone = await releaseHeld(tx, reason, Math.min(batchSize, max - released))
      if (gone === 0) return 0
      await writeAudit(tx, {
        type: 'NOTICE',
        actor: user,
        description: `Released ${gone} held notices (${reason})`,
        address,
      })
      await enqueue(tx, 'wakeDelivery', {})
      return gone
    })
    released += count
    if (count === 0 || performance.now() > until) break
  }
  return released
}

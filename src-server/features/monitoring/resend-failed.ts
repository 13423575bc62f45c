import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { requeueNotices } from '#shared/node/domain/notices/notice.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { lockFailed } from './failed-messages.queries.ts'

/** Messages that one transaction resends; further transactions take the rest, so that no lock is held for long. */
const perTransaction = 5_000

/**
 * Resends all messages that failed for one reason, or all, from the start of the retry schedule. A message that was
 * resent meanwhile is no longer failed, so no message is sent twice; delivery checks each before the call, as always.
 * @param input.until the time up to which the caller was shown failures: later ones are left
 * @returns how many
 * @throws AppError `refused` if there is no such message
 */
export async function resendFailed(
  deps: ServerDeps,
  actor: Actor,
  { reason, until }: { reason: string | null; until: Date },
): Promise<number> {
  let sent = 0
  for (;;) {
    const some = await inTransaction(deps.db, async (tx) => {
      const ids = await lockFailed(tx, { asRole: actor.role, reason, until, limit: perTransaction })
      if (ids.length === 0) return 0
      const count = await requeueNotices(tx, ids, ['failed'])
      await writeAudit(tx, {
        type: 'NOTICE',
        actor,
        description: describeResend(count, reason),
        oldValue: { notices: ids, state: 'failed', reason },
        newValue: { notices: ids, state: 'waiting' },
        address: actor.address,
      })
      await deps.enqueue(tx, 'wakeDelivery', {})
      return count
    })
    sent += some
    if (some < perTransaction) break
  }
  if (sent === 0) throw new AppError('refused', 'None of these messages is failed anymore. Somebody sent them again.')
  return sent
}

const describeResend = (count: number, reason: string | null): string =>
  `Staff resent ${count === 1 ? '1 message' : `${count} messages`} that had failed${reason === null ? '' : `: ${reason.replace(/\.$/, '')}`}.`

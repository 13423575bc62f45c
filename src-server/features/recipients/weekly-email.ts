import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { resubscribeWeekly } from '#shared/node/domain/possible-matches/weekly-unsubscribe.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'

/**
 * Lets the weekly email of possible matches go to an address again.
 * @returns the message for the user
 * @throws AppError `missing` if they did not unsubscribe that address
 */
export function resubscribeOwnWeekly(
  { db }: Pick<ServerDeps, 'db'>,
  actor: AuditActor,
  target: string,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    if (!(await resubscribeWeekly(tx, { userId: actor.id, target }))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor,
      subject: actor,
      description: 'The owner subscribed an address to the weekly email again.',
      newValue: { channel: 'EMAIL', target },
      address: actor.address,
    })
    return `We will send the weekly email to ${target} again.`
  })
}

import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { canStaffLift } from '#shared/domain/recipient/suppression-reasons.ts'
import {
  liftSuppression,
  listUserSuppressions,
  type UserSuppression,
} from '#shared/node/domain/recipients/suppression.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'

/** A suppressed address or number of a user. */
export type SuppressedAddress = Pick<
  UserSuppression,
  'id' | 'channel' | 'target' | 'reason' | 'scope' | 'detail' | 'own'
> & {
  sinceFormatted: string
  canUndo: boolean
}

/**
 * The suppressions of a user's addresses, numbers and account email.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function listSuppressionsForStaff(
  deps: ServerDeps,
  actor: Actor,
  userId: number,
): Promise<SuppressedAddress[]> {
  await findVisibleUser(deps.db, actor, userId)
  const stops = await listUserSuppressions(deps.db, userId)
  return stops.map((stop) => {
    const { id, channel, reason, scope, detail, own, createdAt } = stop
    const sinceFormatted = formatTime(createdAt, deps.env.COUNTY_TIME_ZONE)
    const target = formatTarget(stop.channel, stop.targetKey)
    return { id, channel, target, reason, scope, detail, own, sinceFormatted, canUndo: canStaffLift(reason) }
  })
}

/**
 * Lifts a suppression of a user's address, so that it gets messages again.
 * @returns the message for the administrator
 * @throws AppError `missing`; `refused` for a STOP by text
 */
export async function liftUserSuppression(
  deps: ServerDeps,
  actor: Actor,
  { userId, id }: { userId: number; id: number },
): Promise<string> {
  const subject = await findVisibleUser(deps.db, actor, userId)
  return inTransaction(deps.db, async (tx) => {
    const [stop] = await listUserSuppressions(tx, userId, id)
    if (!stop) throw new AppError('missing', messages.notFound)
    if (!canStaffLift(stop.reason))
      throw new AppError('refused', 'Only the owner of the phone can undo this, by texting START to our number.')
    if (!(await liftSuppression(tx, id))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor,
      subject,
      description: 'Staff lifted the suppression of an address.',
      oldValue: { channel: stop.channel, target: stop.targetKey, reason: stop.reason },
      address: actor.address,
    })
    return `Messages to ${formatTarget(stop.channel, stop.targetKey)} are allowed again.`
  })
}

import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { liftSuppressionById, listSuppressions, type UserSuppression } from './support.queries.ts'

/** A suppressed address or number of a user. */
export type StoppedAddress = Omit<UserSuppression, 'createdAt'> & {
  sinceFormatted: string
  /** False for a STOP, which only the phone's holder can undo, with START, by law and by the provider's rules. */
  canUndo: boolean
}

const shown = ({ channel, target }: { channel: Channel; target: string }) =>
  channel === 'PHONE' ? formatPhone(target) : target

/**
 * The suppressions of a user's addresses, numbers and account email.
 * @throws AppError `missing` for a user whom the caller may not see
 */
export async function listUserSuppressions(deps: ServerDeps, actor: Actor, userId: number): Promise<StoppedAddress[]> {
  await findVisibleUser(deps.db, actor, userId)
  const stops = await listSuppressions(deps.db, userId)
  return stops.map(({ createdAt, ...stop }) => ({
    ...stop,
    target: shown(stop),
    sinceFormatted: formatTime(createdAt, deps.env.COUNTY_TIME_ZONE),
    canUndo: stop.reason !== 'stop',
  }))
}

/**
 * Lifts a suppression of a user's address, so that messages go there again.
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
    const [stop] = await listSuppressions(tx, userId, id)
    if (!stop) throw new AppError('missing', messages.notFound)
    if (stop.reason === 'stop')
      throw new AppError('refused', 'Only the owner of the phone can undo this, by texting START to our number.')
    if (!(await liftSuppressionById(tx, id))) throw new AppError('missing', messages.notFound)
    await writeAudit(tx, {
      type: 'SUPPRESSION',
      actor,
      subject,
      description: 'Staff lifted the suppression of an address.',
      oldValue: { channel: stop.channel, target: stop.target, reason: stop.reason },
      address: actor.address,
    })
    return `Messages to ${shown(stop)} are allowed again.`
  })
}

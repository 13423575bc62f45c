import type { StaffActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findUser } from '#server/platform/find-user.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { requestVerification } from '#shared/node/domain/recipients/verification.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { findRecipient } from './recipient.queries.ts'

/**
 * Sends the request to verify again; administrators can do so also for users whom they may see.
 * @throws AppError `missing` for another's recipient, `refused` if it is verified already or a limit applies
 */
export async function resendVerification(
  { db, enqueue, settings }: Pick<ServerDeps, 'db' | 'enqueue' | 'settings'>,
  actor: StaffActor,
  { channel, recipientId }: { channel: Channel; recipientId: number },
): Promise<string> {
  const current = await settings.current()
  return inTransaction(db, async (tx) => {
    const recipient = await findRecipient(tx, channel, recipientId)
    if (!recipient || !(await mayResend(tx, actor, recipient.owner_id)))
      throw new AppError('missing', messages.notFound)
    const target = 'address' in recipient ? recipient.address : formatPhone(recipient.number)
    if (recipient.verified_at) throw new AppError('refused', `${target} is already verified.`)
    const outcome = await requestVerification(tx, { channel, recipientId, settings: current })
    if ('refused' in outcome) throw new AppError('refused', outcome.refused)
    await writeAudit(tx, {
      type: 'RECIPIENT',
      actor,
      subject: recipient.owner_id === null ? null : { id: recipient.owner_id },
      description: 'Sent a verification request again.',
      newValue: { channel, target: 'address' in recipient ? recipient.address : recipient.number },
      address: actor.address,
    })
    await enqueue(tx, 'wakeDelivery', {})
    return { EMAIL: `We emailed a link to ${target}.`, PHONE: `We sent a code to ${target}.` }[channel]
  })
}

/** True for the actor's own recipients, and for those of users whom the actor's role manages. */
async function mayResend(tx: Tx, actor: StaffActor, ownerId: number | null): Promise<boolean> {
  if (ownerId === actor.id) return true
  const { controlPanel, manages } = rights[actor.role]
  if (!controlPanel) return false
  if (ownerId === null) return true
  const owner = await findUser(tx, ownerId)
  return owner !== undefined && manages.includes(owner.role)
}

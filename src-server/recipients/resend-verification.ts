import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/audit.queries.ts'
import { requestVerification } from '#shared/node/verification.queries.ts'
import { showPhone } from '#shared/rules/phone.ts'
import type { Actor } from '../alerts/save-alert.ts'
import type { ServerDeps } from '../deps.ts'
import { findOwned } from './recipient.queries.ts'

/**
 * Sends the request to confirm once more.
 * @throws AppError `missing` for another's recipient, `refused` where it is confirmed already or a limit stands
 */
export async function resendVerification(
  { db, enqueue, settings }: Pick<ServerDeps, 'db' | 'enqueue' | 'settings'>,
  { channel, recipientId }: { channel: Channel; recipientId: number },
  actor: Actor,
): Promise<string> {
  const current = await settings.current()
  return db.transaction().execute(async (tx) => {
    const recipient = await findOwned(tx, channel, recipientId, actor.id)
    if (!recipient) throw new AppError('missing', messages.notFound)
    const target = 'address' in recipient ? recipient.address : showPhone(recipient.number)
    if (recipient.verified_at) throw new AppError('refused', `${target} is confirmed already.`)
    const outcome = await requestVerification(tx, { channel, recipientId, settings: current })
    if ('refused' in outcome) throw new AppError('refused', outcome.refused)
    await writeAudit(tx, {
      type: 'RECIPIENT',
      actor,
      subject: actor,
      description: 'A request to confirm was sent again.',
      newValue: { channel, recipientId },
      address: actor.address,
    })
    await enqueue(tx, 'wakeDelivery', {})
    return channel === 'EMAIL' ? `We emailed a link to ${target}.` : `We sent a code to ${target}.`
  })
}

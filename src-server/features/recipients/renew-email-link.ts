import type { Caller } from '#server/platform/actor.ts'
import { inConstantTime } from '#server/platform/constant-time.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { requestVerification } from '#shared/node/domain/recipients/verification.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { findEmail, lockTicket } from './recipient.queries.ts'

/**
 * 'Send me a new link' on the page of an expired verification link; it works without a login, so a helper without an
 * account can use it. The new link is sent to the address of the old one, within the limits of verification mail.
 * Answer and timing are the same whether we send or not.
 * @throws AppError `refused` for text that cannot be a ticket; `tooMany`
 */
export async function renewEmailLink(deps: ServerDeps, caller: Caller, ticket: string): Promise<void> {
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  const hash = readTicketHash(ticket)
  const settings = await deps.settings.current()
  await inConstantTime(() =>
    inTransaction(deps.db, async (tx) => {
      const found = await lockTicket(tx, hash, 'email')
      const email = found?.email_id ? await findEmail(tx, found.email_id) : undefined
      if (!email || email.verified_at) return
      const outcome = await requestVerification(tx, { channel: 'EMAIL', recipientId: email.id, settings })
      if ('refused' in outcome) return
      await writeAudit(tx, {
        type: 'RECIPIENT',
        subject: email.owner_id === null ? null : { id: email.owner_id },
        description: 'Requested a new verification link from an expired one.',
        newValue: { channel: 'EMAIL', target: email.address },
        address: caller.address,
      })
      await deps.enqueue(tx, 'wakeDelivery', {})
    }),
  )
}

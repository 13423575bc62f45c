import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Context } from '#server/trpc/context.ts'
import { queueAccountMail } from '../account/account-mail.ts'
import { findTicket } from '../account/ticket.queries.ts'
import { ticketHash, ticketTexts } from '../account/ticket-texts.ts'
import { confirmEmailOf, lockUser } from '../account/user.queries.ts'
import { nameFor, verifyOwnAddress } from '../account/verified-email.queries.ts'

/**
 * Makes a new profile email count, by the ticket of the link that was mailed to it; the old address is told. Opened
 * again, the answer is the same (decisions, section 4).
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function confirmProfileEmail(
  ctx: Pick<Context, 'db' | 'enqueue' | 'address'>,
  ticket: string,
): Promise<{ email: string }> {
  const hash = ticketHash(ticket)
  const texts = ticketTexts['profile-email']
  return ctx.db.transaction().execute(async (tx) => {
    const found = await findTicket(tx, hash, 'profile-email')
    const user = found && (await lockUser(tx, found.userId))
    if (!found || !user) throw new AppError('refused', texts.unknown)
    const isIts = (email: string | null) => email !== null && email.toLowerCase() === found.target.toLowerCase()
    if (isIts(user.email)) return { email: user.email }
    if (user.pending_email === null || !isIts(user.pending_email)) throw new AppError('refused', texts.unknown)
    if (found.expired) throw new AppError('refused', texts.expired)
    // Asked before the new email takes the old one's place.
    const username = await nameFor(tx, user)
    await confirmEmailOf(tx, user.id)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      actor: user,
      subject: user,
      description: 'Verified a new email by the link.',
      oldValue: { email: user.email },
      newValue: { email: user.pending_email },
      address: ctx.address,
    })
    await verifyOwnAddress(tx, user.id, ctx.address)
    if (user.email)
      await queueAccountMail(ctx, tx, {
        template: 'email-changed',
        target: user.email,
        userId: user.id,
        data: { username },
      })
    return { email: user.pending_email }
  })
}

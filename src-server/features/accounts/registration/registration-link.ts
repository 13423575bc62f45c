import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { throttledAddress } from '#server/platform/address-block.ts'
import { countOrRefuse } from '#server/platform/throttle.queries.ts'
import type { Context } from '#server/trpc/context.ts'
import { mayBeMailed, queueAccountMail } from '../account/account-mail.ts'
import { refuseJustMailed } from '../account/just-mailed.queries.ts'
import { ticketHash, ticketTexts } from '../account/ticket-texts.ts'
import { findTicket } from '../account/ticket.queries.ts'
import { lockUser } from '../account/user.queries.ts'
import { accountsOf } from '../account/verified-email.queries.ts'

/**
 * Queues the link that completes a registration, within the caller's transaction. The caller has asked `mayBeMailed`.
 * @param registrationId whose details and password the link brings; null leaves the account's own
 */
export async function mailRegistrationLink(
  ctx: Pick<Context, 'env' | 'enqueue'>,
  tx: Tx,
  { id, username, email }: { id: number; username: string; email: string },
  registrationId: number | null,
): Promise<void> {
  const others = await accountsOf(tx, email, id)
  await queueAccountMail(ctx, tx, {
    template: 'registration',
    target: email,
    userId: id,
    data: {
      username,
      usernames: others.flatMap((account) => (account.verified ? [account.username] : [])),
      registrationId,
      askedAt: formatTime(new Date(), ctx.env.COUNTY_TIME_ZONE),
    },
  })
}

/**
 * 'Send me a new link', from the page of one that has expired: the same registration, to the same mailbox.
 * @throws AppError `refused` where the link cannot be replaced, `tooMany`
 */
export async function resendRegistration(ctx: Context, ticket: string): Promise<void> {
  await countOrRefuse(ctx.db, ctx.env.APP_SECRET, 'enter', throttledAddress(ctx.address))
  const hash = ticketHash(ticket)
  await ctx.db.transaction().execute(async (tx) => {
    const found = await findTicket(tx, hash, 'registration')
    const user = found && (await lockUser(tx, found.userId))
    if (!found || !user || found.used || found.target.toLowerCase() !== user.email.toLowerCase())
      throw new AppError('refused', ticketTexts.registration.unknown)
    if (user.status !== 'P') throw new AppError('refused', ticketTexts.registration.over)
    await refuseJustMailed(tx, { template: 'registration', userId: user.id, email: user.email })
    if (!(await mayBeMailed(ctx, tx, 'registration', { accountId: user.id, email: user.email })))
      throw new AppError('refused', ticketTexts.registration.manyLinks)
    await mailRegistrationLink(ctx, tx, user, found.registrationId)
    await writeAudit(tx, {
      type: 'ACCOUNT',
      subject: user,
      description: 'Requested a new registration link from an expired one.',
      address: ctx.address,
    })
  })
}

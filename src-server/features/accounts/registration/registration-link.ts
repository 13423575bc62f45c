import type { Caller } from '#server/platform/actor.ts'
import { inConstantTime } from '#server/platform/constant-time.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockUser } from '#server/platform/find-user.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { formatTime } from '#shared/domain/dates.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { isWithinMailLimits, queueAccountEmail } from '../account/account-mail.ts'
import { wasJustEmailed } from '../account/just-mailed.queries.ts'
import { findTicket } from '../account/ticket.queries.ts'
import { findAccountsByEmail } from '../account/verified-email.queries.ts'

/**
 * Queues the link that completes a registration, within the caller's transaction, after the caller checked
 * `isWithinMailLimits`.
 * @param registrationId the registration whose details and password the link applies; null keeps the account's own
 * @returns the notice's id
 */
export async function emailRegistrationLink(
  tx: Tx,
  deps: Pick<ServerDeps, 'env' | 'enqueue'>,
  { id, email }: { id: number; email: string },
  registrationId: number | null,
): Promise<number> {
  const others = await findAccountsByEmail(tx, email, id)
  return queueAccountEmail(tx, deps, {
    template: 'registration',
    target: email,
    userId: id,
    data: {
      usernames: others.flatMap((account) => (account.verified ? [account.username] : [])),
      registrationId,
      askedAt: formatTime(new Date(), deps.env.COUNTY_TIME_ZONE),
    },
  })
}

/**
 * 'Send me a new link', on the page of an expired one: the same registration, to the same mailbox. Answer and timing
 * are the same whether we send a link or not; past a limit, or for an account that needs no link, we do not.
 * @throws AppError `refused` for what cannot be a ticket; `tooMany`
 */
export async function resendRegistration(deps: ServerDeps, caller: Caller, ticket: string): Promise<void> {
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  const hash = readTicketHash(ticket)
  await inConstantTime(() =>
    inTransaction(deps.db, async (tx) => {
      const found = await findTicket(tx, hash, 'registration')
      const user = found && (await lockUser(tx, found.userId))
      if (!found || found.used || user?.status !== 'P' || found.target.toLowerCase() !== user.email.toLowerCase())
        return
      if (await wasJustEmailed(tx, { template: 'registration', userId: user.id, email: user.email })) return
      if (!(await isWithinMailLimits(tx, deps, 'registration', { accountId: user.id, email: user.email }))) return
      await emailRegistrationLink(tx, deps, user, found.registrationId)
      await writeAudit(tx, {
        type: 'ACCOUNT',
        subject: user,
        description: 'Requested a new registration link from an expired one.',
        address: caller.address,
      })
    }),
  )
}

import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { throttledAddress } from '#server/platform/address-block.ts'
import { countOrRefuse } from '#server/platform/throttle.queries.ts'
import type { Context } from '#server/trpc/context.ts'
import { mailResetLink, mayBeMailed, queueAccountMail } from '../account/account-mail.ts'
import { inEvenTime } from '#server/platform/constant-time.ts'
import { ticketHash, ticketTexts } from '../account/ticket-texts.ts'
import { findTicket } from '../account/ticket.queries.ts'
import { findAccount } from '../account/user.queries.ts'
import { accountsOf, type MailboxAccount, verifyMailbox } from '../account/verified-email.queries.ts'

/**
 * Emails every username of an address to it; where one of them never verified the address, a link that does so and
 * then shows them all (`showUsernames`). The answer and its time are the same whether there is one.
 * @throws AppError `tooMany`
 */
export async function forgotUsername(ctx: Context, email: string): Promise<void> {
  await countOrRefuse(ctx.db, ctx.env.APP_SECRET, 'enter', throttledAddress(ctx.address))
  await inEvenTime(() => ctx.db.transaction().execute((tx) => mailUsernames(ctx, tx, email)))
}

async function mailUsernames(ctx: Context, tx: Tx, email: string): Promise<void> {
  const accounts = await accountsOf(tx, email)
  const [first] = accounts
  if (!first || !(await mayBeMailed(ctx, tx, 'forgot-username', { email }))) return
  const to = { target: email, userId: first.id }
  if (accounts.every(({ verified }) => verified))
    await queueAccountMail(ctx, tx, { template: 'forgot-username', ...to, data: { usernames: namesOf(accounts) } })
  else await queueAccountMail(ctx, tx, { template: 'see-usernames', ...to, data: {} })
  const entries = accounts.map((subject) => ({
    type: 'ACCOUNT' as const,
    subject,
    description: 'Emailed the username on request.',
    address: ctx.address,
  }))
  await writeAudit(tx, ...entries)
}

const namesOf = (accounts: MailboxAccount[]): string[] => accounts.map(({ username }) => username)

/**
 * The usernames of the mailbox that the ticket of a link went to, which verifies it. Opened again, the answer is the
 * same until it expires (decisions, section 4).
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function showUsernames(
  { db, address }: Pick<Context, 'db' | 'address'>,
  ticket: string,
): Promise<{ usernames: string[] }> {
  const hash = ticketHash(ticket)
  return db.transaction().execute(async (tx) => {
    const found = await findTicket(tx, hash, 'usernames')
    if (!found) throw new AppError('refused', ticketTexts.usernames.unknown)
    if (found.expired) throw new AppError('refused', ticketTexts.usernames.expired)
    const accounts = await accountsOf(tx, found.target)
    await verifyMailbox(tx, found.target)
    const entries = accounts
      .filter(({ verified }) => !verified)
      .map((subject) => ({
        type: 'ACCOUNT' as const,
        subject,
        description: 'Showed the usernames of the email by the link.',
        address,
      }))
    if (entries.length > 0) await writeAudit(tx, ...entries)
    return { usernames: namesOf(accounts) }
  })
}

/**
 * Emails a link that sets a new password, where username and email belong to one account that is not closed. Where
 * the registration is not complete, that completes it: the mailbox is proven, and whoever holds it chooses the
 * password. The answer and its time are the same in any case.
 * @throws AppError `tooMany`
 */
export async function forgotPassword(ctx: Context, username: string, email: string): Promise<void> {
  await countOrRefuse(ctx.db, ctx.env.APP_SECRET, 'enter', throttledAddress(ctx.address))
  await inEvenTime(() =>
    ctx.db.transaction().execute(async (tx) => {
      const account = await findAccount(tx, username)
      if (!account || account.email.toLowerCase() !== email.toLowerCase() || account.status === 'I') return
      const about = { accountId: account.id, email: account.email, pending: account.status === 'P' }
      if (!(await mayBeMailed(ctx, tx, 'password-reset', about))) return
      await mailResetLink(ctx, tx, account)
      await writeAudit(tx, {
        type: 'PASSWORD',
        subject: account,
        description: 'Emailed a link to set a new password on request.',
        address: ctx.address,
      })
    }),
  )
}

import type { Caller } from '#server/platform/actor.ts'
import { inConstantTime } from '#server/platform/constant-time.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { emailResetLink, isWithinMailLimits, queueAccountEmail } from '../account/account-mail.ts'
import { ticketTexts } from '../account/ticket-texts.ts'
import { findTicket } from '../account/ticket.queries.ts'
import { findAccount } from '../account/user.queries.ts'
import { findAccountsByEmail, type MailboxAccount, verifyMailbox } from '../account/verified-email.queries.ts'

/**
 * Emails an address the usernames of the accounts that verified it; for the others, a link that verifies it and then
 * shows theirs (`revealUsernames`). Answer and timing are the same whether the address is known or not.
 * @throws AppError `tooMany`
 */
export async function requestUsernames(deps: ServerDeps, caller: Caller, email: string): Promise<void> {
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  await inConstantTime(() => inTransaction(deps.db, (tx) => emailUsernames(tx, deps, caller, email)))
}

async function emailUsernames(tx: Tx, deps: ServerDeps, caller: Caller, email: string): Promise<void> {
  const accounts = await findAccountsByEmail(tx, email)
  const [first] = accounts
  if (!first || !(await isWithinMailLimits(tx, deps, 'forgot-username', { email }))) return
  const verified = accounts.filter((account) => account.verified)
  const [firstVerified] = verified
  if (firstVerified)
    await queueAccountEmail(tx, deps, {
      template: 'forgot-username',
      target: email,
      userId: firstVerified.id,
      data: { usernames: findNames(verified) },
    })
  // Anyone may have begun a registration with this address, so an incomplete one adds nothing to what its owner gets.
  const other = accounts.find((account) => !account.verified && account.status !== 'P')
  if (other || !firstVerified)
    await queueAccountEmail(tx, deps, {
      template: 'see-usernames',
      target: email,
      userId: (other ?? first).id,
      data: {},
    })
  const entries = accounts.map((subject) => ({
    type: 'ACCOUNT' as const,
    subject,
    description: 'Emailed the username on request.',
    address: caller.address,
  }))
  await writeAudit(tx, ...entries)
}

const findNames = (accounts: MailboxAccount[]): string[] => accounts.map(({ username }) => username)

/**
 * Shows the usernames of the mailbox that received the link, and verifies it. The link gives the same answer again
 * until it expires.
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function revealUsernames(
  { db }: Pick<ServerDeps, 'db'>,
  { address }: Pick<Caller, 'address'>,
  ticket: string,
): Promise<{ usernames: string[] }> {
  const hash = readTicketHash(ticket)
  return inTransaction(db, async (tx) => {
    const found = await findTicket(tx, hash, 'usernames')
    if (!found) throw new AppError('refused', ticketTexts.usernames.unknown)
    if (found.expired) throw new AppError('refused', ticketTexts.usernames.expired)
    const accounts = await findAccountsByEmail(tx, found.target)
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
    return { usernames: findNames(accounts) }
  })
}

/**
 * Emails a link that sets a new password if username and email belong to one account that is not closed. It also
 * completes an incomplete registration: the mailbox is proven, and its holder chooses the password. Answer and timing
 * are always the same.
 * @throws AppError `tooMany`
 */
export async function requestPasswordReset(
  deps: ServerDeps,
  caller: Caller,
  { username, email }: { username: string; email: string },
): Promise<void> {
  await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
  await inConstantTime(() =>
    inTransaction(deps.db, async (tx) => {
      const account = await findAccount(tx, username)
      if (!account || account.email.toLowerCase() !== email.toLowerCase() || account.status === 'I') return
      const about = { accountId: account.id, email: account.email, pending: account.status === 'P' }
      if (!(await isWithinMailLimits(tx, deps, 'password-reset', about))) return
      await emailResetLink(tx, deps, account)
      await writeAudit(tx, {
        type: 'PASSWORD',
        subject: account,
        description: 'Emailed a link to set a new password on request.',
        address: caller.address,
      })
    }),
  )
}

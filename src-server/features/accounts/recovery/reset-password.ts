import type { Caller } from '#server/platform/actor.ts'
import { assertNoProblems } from '#server/platform/assert-no-problems.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { findUser, lockUser } from '#server/platform/find-user.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { addressBlock } from '#server/platform/throttle/address-block.ts'
import { clearGuesses } from '#server/platform/throttle/throttle.queries.ts'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { emailPasswordChanged } from '../account/account-mail.ts'
import { newPasswordProblems } from '../account/new-password.ts'
import { hashPassword } from '../account/password.ts'
import { notActive, ticketTexts } from '../account/ticket-texts.ts'
import { type AccountTicket, endTickets, findTicket } from '../account/ticket.queries.ts'
import { resetUserPassword } from '../account/user.queries.ts'
import { endRegistrationLinks } from '../registration/registration.queries.ts'

/**
 * Sets a new password by the ticket of an emailed link, once. It unlocks the account, completes a registration and ends
 * every session, and we email the owner.
 * @throws AppError `refused` for the password, or for a ticket that is malformed, unknown, used or expired
 */
export async function resetPassword(
  deps: ServerDeps,
  caller: Caller,
  { ticket, ...passwords }: PasswordInputs & { ticket: string },
): Promise<void> {
  if (ticket === '')
    assertNoProblems({ ticket: messages.required, ...(await newPasswordProblems(deps, {}, passwords)) })
  const hash = readTicketHash(ticket)
  const { owner: person } = await readOpenTicket(deps.db, hash)
  assertNoProblems(await newPasswordProblems(deps, person, passwords))
  const passwordHash = await hashPassword(passwords.password)
  const user = await inTransaction(deps.db, async (tx) => {
    const owner = await lockUser(tx, (await readOpenTicket(tx, hash)).userId)
    if (!owner) throw new AppError('refused', ticketTexts.password.unknown)
    // Read again under the owner's lock, so that only one of two concurrent calls uses it.
    await readOpenTicket(tx, hash)
    if (owner.status === 'I') throw new AppError('refused', notActive)
    await endTickets(tx, owner.id, 'password')
    await endRegistrationLinks(tx, owner.id)
    await resetUserPassword(tx, owner.id, passwordHash)
    await writeAudit(tx, {
      type: 'PASSWORD',
      actor: owner,
      subject: owner,
      description: 'Set a new password by an emailed link.',
      oldValue: { status: owner.status },
      newValue: { status: 'A' },
      address: caller.address,
    })
    await deps.enqueue(tx, 'endSessions', {})
    await emailPasswordChanged(tx, deps, owner)
    return owner
  })
  await clearGuesses(deps.db, deps.env.APP_SECRET, { username: user.username, block: addressBlock(caller.address) })
}

/** @throws AppError `refused` for a ticket that is malformed, unknown, used or expired: each with its own text */
export async function checkResetTicket({ db }: Pick<ServerDeps, 'db'>, ticket: string): Promise<void> {
  await readOpenTicket(db, readTicketHash(ticket))
}

type Owner = { username: string; firstName: string; lastName: string }

async function readOpenTicket(db: Db | Tx, hash: Buffer): Promise<AccountTicket & { owner: Owner }> {
  const texts = ticketTexts.password
  const found = await findTicket(db, hash, 'password')
  const problem = !found ? texts.unknown : found.used ? texts.used : found.expired ? texts.expired : null
  if (!found || problem !== null) throw new AppError('refused', problem ?? texts.unknown)
  // An email that was delayed or resent may reach an address that is no longer the account's.
  const owner = await findUser(db, found.userId)
  if (owner?.email.toLowerCase() !== found.target.toLowerCase()) throw new AppError('refused', texts.unknown)
  const { username, first_name: firstName, last_name: lastName } = owner
  return { ...found, owner: { username, firstName, lastName } }
}

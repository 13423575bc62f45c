import type { Actor, Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockUser } from '#server/platform/find-user.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { isWithinMailLimits, queueAccountEmail } from '../account/account-mail.ts'
import { manyLinks, ticketTexts } from '../account/ticket-texts.ts'
import { findTicket } from '../account/ticket.queries.ts'
import {
  consumeEnrollmentCode,
  isEnrollmentUnproven,
  proveEnrollmentByMail,
  storeEnrollmentCode,
} from './enrollment-proof.queries.ts'
import { createRecoveryCode, hashRecoveryCode, recoveryCodeHashes } from './totp.ts'

const codeDays = 7
const texts = {
  unproven: 'Please enter a code from another administrator, or use the link we email you.',
  wrongCode: 'This code is wrong or has expired. Ask another administrator for a new one.',
  notNeeded: 'This user does not need a code to set up an authenticator app.',
  noEmail: 'Your account has no email. Ask another administrator for a code.',
}

/**
 * Whether the caller must prove that the account is theirs before they set up an authenticator app. Where the county
 * demands apps, that is a new administrator, since the administrator who made the account knows its password, and an
 * administrator whose app staff reset.
 */
export async function needsEnrollmentProof(
  { db, settings }: Pick<ServerDeps, 'db' | 'settings'>,
  { id }: Pick<Actor, 'id'>,
): Promise<boolean> {
  return (await settings.current()).service.totpForAdministrators && isEnrollmentUnproven(db, id)
}

/** @throws AppError `refused` for an administrator who has yet to prove it */
export async function assertEnrollmentProven(
  deps: Pick<ServerDeps, 'db' | 'settings'>,
  actor: Pick<Actor, 'id'>,
): Promise<void> {
  if (await needsEnrollmentProof(deps, actor)) throw new AppError('refused', texts.unproven)
}

/**
 * Creates the code that such an administrator needs, within the caller's transaction; an earlier one no longer works.
 * @returns the code, which is shown only this once
 * @throws AppError `refused` if the account needs none
 */
export async function createEnrollmentCode(
  tx: Tx,
  { env }: Pick<ServerDeps, 'env'>,
  userId: number,
): Promise<{ code: string; days: number }> {
  const code = createRecoveryCode()
  if (!(await storeEnrollmentCode(tx, userId, hashRecoveryCode(env.APP_SECRET, userId, code), codeDays)))
    throw new AppError('refused', texts.notNeeded)
  return { code, days: codeDays }
}

/**
 * Takes the code that another administrator was shown.
 * @throws AppError `refused` with a text on `code`; `tooMany`
 */
export async function proveEnrollment({ db, env }: ServerDeps, actor: Actor, code: string): Promise<void> {
  await countOrThrow(db, env.APP_SECRET, 'code', `enrollment ${actor.id}`)
  await inTransaction(db, async (tx) => {
    if (!(await consumeEnrollmentCode(tx, actor.id, recoveryCodeHashes(env.APP_SECRET, actor.id, code))))
      throw new AppError('refused', texts.wrongCode, { fields: { code: texts.wrongCode } })
    await auditProof(tx, actor, 'Proved by a code that the account may have an authenticator app.')
  })
}

/**
 * Emails a link to the account's own mailbox, which proves it too.
 * @returns the message for the caller
 * @throws AppError `refused` for an account without an email, one that needs no proof, and past the hour's links
 */
export async function sendEnrollmentLink(deps: ServerDeps, actor: Actor): Promise<string> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, actor.id)
    if (!user || user.email === '') throw new AppError('refused', texts.noEmail)
    if (!(await isEnrollmentUnproven(tx, user.id))) throw new AppError('refused', texts.notNeeded)
    const about = { accountId: user.id, email: user.email }
    if (!(await isWithinMailLimits(tx, deps, 'authenticator-link', about))) throw new AppError('refused', manyLinks)
    await queueAccountEmail(tx, deps, { template: 'authenticator-link', target: user.email, userId: user.id, data: {} })
    await auditProof(tx, actor, 'Emailed a link that allows an authenticator app.')
    return `We emailed a link to ${user.email}.`
  })
}

/**
 * Handles the press on that link's page. It gives the same answer again until the link expires.
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function allowEnrollment(
  { db }: Pick<ServerDeps, 'db'>,
  { address }: Pick<Caller, 'address'>,
  ticket: string,
): Promise<void> {
  const hash = readTicketHash(ticket)
  await inTransaction(db, async (tx) => {
    const found = await findTicket(tx, hash, 'enrollment')
    const user = found && (await lockUser(tx, found.userId))
    if (!found || user?.email.toLowerCase() !== found.target.toLowerCase())
      throw new AppError('refused', ticketTexts.enrollment.unknown)
    if (found.expired) throw new AppError('refused', ticketTexts.enrollment.expired)
    if (await proveEnrollmentByMail(tx, user.id))
      await auditProof(
        tx,
        { ...user, address },
        'Proved by an emailed link that the account may have an authenticator app.',
      )
  })
}

const auditProof = (tx: Tx, actor: Pick<Actor, 'id' | 'username' | 'address'>, description: string) =>
  writeAudit(tx, { type: 'PASSWORD', actor, subject: actor, description, address: actor.address })

import type { ServerDeps } from '#server/platform/deps.ts'
import { recordOwnerActivity } from '#server/platform/owner.queries.ts'
import { readTicketHash } from '#server/platform/read-ticket-hash.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import { matchesCode } from '#shared/node/domain/recipients/tickets.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import {
  listRecipientAlertNames,
  countWrongCode,
  findEmail,
  findPhone,
  lockOpenPhoneTickets,
  lockTicket,
  verifyEmail,
  verifyPhone,
} from './recipient.queries.ts'

/** Wrong codes that end a request. */
const maxWrongCodes = 5

const texts = {
  unknown: 'This link is not valid or has expired. Log in and choose Resend to get a new one.',
  expired: 'This link has expired. Log in and choose Resend to get a new one.',
  expiredEmail: messages.emailLinkExpired,
  wrongCode: 'That is not the code we sent. Please check it and try again.',
  lastTry: 'That is not the code we sent, and that was your last try. Choose Resend to get a new one.',
  lastTryOfLink: 'That is not the code we sent, and that was your last try. Press Confirm instead, without a code.',
  codeEnded: 'That code no longer works. Choose Resend to get a new one.',
  codeEndedOfLink: 'That code no longer works. Press Confirm instead, without a code.',
}

export type Confirmed = { target: string; alerts: string[] }

/**
 * Verifies an alert's email address by the ticket of its link. A ticket stays good until it expires and gives the same
 * answer each time, since mail scanners open links.
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function confirmEmail(deps: Pick<ServerDeps, 'db'>, ticket: string): Promise<Confirmed> {
  const hash = readTicketHash(ticket)
  return inTransaction(deps.db, async (tx) => {
    const found = await lockTicket(tx, hash, 'email')
    const email = found?.email_id ? await findEmail(tx, found.email_id) : undefined
    if (!found || !email) throw new AppError('refused', texts.unknown)
    if (!email.verified_at) {
      if (found.is_expired) throw new AppError('refused', texts.expiredEmail)
      await verifyEmail(tx, email.id)
      await auditVerification(tx, email.owner_id, 'Verified an email address by the link.', {
        channel: 'EMAIL',
        target: email.address,
      })
    }
    return { target: email.address, alerts: await listRecipientAlertNames(tx, 'EMAIL', email.id) }
  })
}

/**
 * Verifies a phone by the link of its text, by the code typed on that page, or by the code that its logged-in owner
 * types in the alert screen.
 * @throws AppError `refused` with the text for the page or the field
 */
export async function confirmPhone(
  deps: Pick<ServerDeps, 'db' | 'env'>,
  { ticket, code, userId }: { ticket: string; code: string; userId: number | null },
): Promise<Confirmed> {
  const digits = code.replaceAll(/\s/g, '')
  const byLinkAlone = ticket !== '' && digits === ''
  if (!byLinkAlone && !/^\d{6}$/.test(digits))
    throw new AppError('refused', messages.textedCode, { fields: { code: messages.textedCode } })
  if (ticket) return confirmByTicket(deps, ticket, digits)
  if (userId === null) throw new AppError('signInRequired', 'Please log in, or use the link in the text message.')
  return confirmByCode(deps, digits, userId)
}

/** Verifies by the link, or by the code typed on its page, which must be the code of that same text. */
async function confirmByTicket(deps: Pick<ServerDeps, 'db' | 'env'>, ticket: string, code: string): Promise<Confirmed> {
  const hash = readTicketHash(ticket)
  return withWrongCodeCount(deps, async (tx) => {
    const found = await lockTicket(tx, hash, 'phone')
    const phone = found?.phone_id ? await findPhone(tx, found.phone_id) : undefined
    if (!found || !phone) throw new AppError('refused', texts.unknown)
    if (!phone.verified_at) {
      if (found.is_expired) throw new AppError('refused', texts.expired)
      if (code && found.wrong_codes >= maxWrongCodes) return texts.codeEndedOfLink
      if (code && !isCodeOfTicket(deps, found, code)) {
        return (await isLastTry(tx, [found.id])) ? texts.lastTryOfLink : texts.wrongCode
      }
      await verifyPhone(tx, phone.id)
      await auditVerification(tx, phone.owner_id, `Verified a phone by the ${code ? 'code' : 'link'} in the text.`, {
        channel: 'PHONE',
        target: phone.number,
      })
    }
    return { target: formatPhone(phone.number), alerts: await listRecipientAlertNames(tx, 'PHONE', phone.id) }
  })
}

async function confirmByCode(deps: Pick<ServerDeps, 'db' | 'env'>, code: string, userId: number): Promise<Confirmed> {
  return withWrongCodeCount(deps, async (tx) => {
    const open = await lockOpenPhoneTickets(tx, userId, maxWrongCodes)
    if (open.length === 0) return texts.codeEnded
    const match = open.find((row) => isCodeOfTicket(deps, row, code))
    if (!match?.phone_id) {
      const ids = open.map(({ id }) => id)
      return (await isLastTry(tx, ids)) ? texts.lastTry : texts.wrongCode
    }
    await verifyPhone(tx, match.phone_id)
    const phone = await findPhone(tx, match.phone_id)
    await auditVerification(tx, userId, 'Verified a phone by the code in the text.', {
      channel: 'PHONE',
      target: phone?.number ?? '',
    })
    return {
      target: phone ? formatPhone(phone.number) : '',
      alerts: await listRecipientAlertNames(tx, 'PHONE', match.phone_id),
    }
  })
}

/**
 * Runs `work` in one transaction. A text that it returns refuses the code; we throw it after the commit, since the
 * count of wrong codes must survive the refusal.
 */
async function withWrongCodeCount(
  { db }: Pick<ServerDeps, 'db'>,
  work: (tx: Tx) => Promise<Confirmed | string>,
): Promise<Confirmed> {
  const outcome = await inTransaction(db, work)
  if (typeof outcome === 'string') throw new AppError('refused', outcome, { fields: { code: outcome } })
  return outcome
}

/** Counts a wrong code against each request that it was tried on; true if none of them accepts another try. */
async function isLastTry(tx: Tx, ticketIds: number[]): Promise<boolean> {
  const counts = await countWrongCode(tx, ticketIds)
  return counts.every((count) => count >= maxWrongCodes)
}

type Asked = { phone_id: number | null; code_hash: Buffer | null }

function isCodeOfTicket({ env }: Pick<ServerDeps, 'env'>, { phone_id, code_hash }: Asked, code: string): boolean {
  return phone_id !== null && code_hash !== null && matchesCode(env.APP_SECRET, code_hash, phone_id, code)
}

async function auditVerification(
  tx: Tx,
  ownerId: number | null,
  description: string,
  whom: { channel: Channel; target: string },
): Promise<void> {
  await recordOwnerActivity(tx, ownerId)
  await writeAudit(tx, {
    type: 'RECIPIENT',
    subject: ownerId === null ? null : { id: ownerId },
    description,
    newValue: { ...whom, verified: true },
  })
}

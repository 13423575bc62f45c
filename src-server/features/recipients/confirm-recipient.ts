import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { hashTicket, isCodeOf, looksLikeTicket } from '#shared/node/domain/recipients/tickets.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { ownerIsActive } from '../notices/notice.queries.ts'
import {
  alertNamesOf,
  countWrongCode,
  findEmail,
  findPhone,
  lockOpenPhoneTickets,
  lockTicket,
  verifyEmail,
  verifyPhone,
} from './recipient.queries.ts'

/** Wrong codes that end a request (decisions, section 5). */
const wrongCodesAllowed = 5

const texts = {
  malformed: 'This link is not complete.  Please open it again from the message, or copy all of it.',
  unknown: 'This link is not one of ours, or is no longer kept.  Log in and choose Resend to get a new one.',
  expired: 'This link has expired.  Log in and choose Resend to get a new one.',
  wrongCode: 'That is not the code we sent.  Please check it and try again.',
  lastTry: 'That is not the code we sent, and it was the last try.  Choose Resend to get a new one.',
  lastTryOfLink: 'That is not the code we sent, and it was the last try.  Press Confirm instead, without a code.',
  codeEnded: 'That code no longer works.  Choose Resend to get a new one.',
  codeEndedOfLink: 'That code no longer works.  Press Confirm instead, without a code.',
}

export type Confirmed = { target: string; alerts: string[] }

/**
 * Confirms an alert's email address by the ticket of its link. A ticket stays good until it expires and may be
 * opened again with the same answer, since mail scanners open links (decisions, section 4).
 * @throws AppError `refused` for a ticket that is malformed, unknown or expired, each with its own text
 */
export async function confirmEmail(deps: Pick<ServerDeps, 'db'>, ticket: string): Promise<Confirmed> {
  const hash = hashOf(ticket)
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockTicket(tx, hash, 'email')
    const email = found?.email_id ? await findEmail(tx, found.email_id) : undefined
    if (!found || !email) throw new AppError('refused', texts.unknown)
    if (!email.verified_at) {
      if (found.expires_at <= new Date()) throw new AppError('refused', texts.expired)
      await verifyEmail(tx, email.id)
      await auditVerified(tx, email.owner_id, 'An email address was confirmed by its link.', {
        channel: 'EMAIL',
        target: email.address,
      })
    }
    return { target: email.address, alerts: await alertNamesOf(tx, 'EMAIL', email.id) }
  })
}

/**
 * Confirms a phone by the link of its text, by the code typed on that page, or by the code typed in the alert screen
 * by its signed-in owner.
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

/** By the link, or by the code typed on its page, which must then be the code of that very text. */
async function confirmByTicket(deps: Pick<ServerDeps, 'db' | 'env'>, ticket: string, code: string): Promise<Confirmed> {
  const hash = hashOf(ticket)
  return keepingCount(deps, async (tx) => {
    const found = await lockTicket(tx, hash, 'phone')
    const phone = found?.phone_id ? await findPhone(tx, found.phone_id) : undefined
    if (!found || !phone) throw new AppError('refused', texts.unknown)
    if (!phone.verified_at) {
      if (found.expires_at <= new Date()) throw new AppError('refused', texts.expired)
      if (code && found.wrong_codes >= wrongCodesAllowed) return texts.codeEndedOfLink
      if (code && !isAskedFor(deps, found, code)) {
        return (await isLastTry(tx, [found.id])) ? texts.lastTryOfLink : texts.wrongCode
      }
      await verifyPhone(tx, phone.id)
      await auditVerified(
        tx,
        phone.owner_id,
        `A phone was confirmed by the ${code ? 'code of' : 'link in'} its text.`,
        {
          channel: 'PHONE',
          target: phone.number,
        },
      )
    }
    return { target: formatPhone(phone.number), alerts: await alertNamesOf(tx, 'PHONE', phone.id) }
  })
}

async function confirmByCode(deps: Pick<ServerDeps, 'db' | 'env'>, code: string, userId: number): Promise<Confirmed> {
  return keepingCount(deps, async (tx) => {
    const open = await lockOpenPhoneTickets(tx, userId, new Date(), wrongCodesAllowed)
    if (open.length === 0) return texts.codeEnded
    const match = open.find((row) => isAskedFor(deps, row, code))
    if (!match?.phone_id) {
      const ids = open.map(({ id }) => id)
      return (await isLastTry(tx, ids)) ? texts.lastTry : texts.wrongCode
    }
    await verifyPhone(tx, match.phone_id)
    const phone = await findPhone(tx, match.phone_id)
    await auditVerified(tx, userId, 'A phone was confirmed by the code of its text.', {
      channel: 'PHONE',
      target: phone?.number ?? '',
    })
    return { target: phone ? formatPhone(phone.number) : '', alerts: await alertNamesOf(tx, 'PHONE', match.phone_id) }
  })
}

/**
 * Runs `work` in one transaction. A text that it answers refuses the code, and is thrown after the commit, since the
 * count of wrong codes must outlive the refusal.
 */
async function keepingCount(
  { db }: Pick<ServerDeps, 'db'>,
  work: (tx: Tx) => Promise<Confirmed | string>,
): Promise<Confirmed> {
  const outcome = await db.transaction().execute(work)
  if (typeof outcome === 'string') throw new AppError('refused', outcome, { fields: { code: outcome } })
  return outcome
}

/** Counts a wrong code against each request that it was tried on; whether none of them takes another. */
async function isLastTry(tx: Tx, ticketIds: number[]): Promise<boolean> {
  const counts = await countWrongCode(tx, ticketIds)
  return counts.every((count) => count >= wrongCodesAllowed)
}

type Asked = { phone_id: number | null; code_hash: Buffer | null }

function isAskedFor({ env }: Pick<ServerDeps, 'env'>, { phone_id, code_hash }: Asked, code: string): boolean {
  return phone_id !== null && code_hash !== null && isCodeOf(env.APP_SECRET, code_hash, phone_id, code)
}

function hashOf(ticket: string): Buffer {
  if (!looksLikeTicket(ticket)) throw new AppError('refused', texts.malformed)
  return hashTicket(ticket)
}

async function auditVerified(
  tx: Tx,
  ownerId: number | null,
  description: string,
  whom: { channel: Channel; target: string },
): Promise<void> {
  await ownerIsActive(tx, ownerId)
  await writeAudit(tx, {
    type: 'RECIPIENT',
    subject: ownerId === null ? null : { id: ownerId },
    description,
    newValue: { ...whom, verified: true },
  })
}

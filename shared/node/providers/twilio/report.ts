import type { DeliveryReport, DeliveryStatus, StoredBody } from '../common/callback.ts'
import { accepted, delivered, failed } from '../common/delivery-status.ts'
import { readId, readText } from '../common/read-values.ts'

/** The error codes of undelivered texts that are permanent. */
const permanentErrors: Record<string, DeliveryStatus> = {
  21610: failed('The owner of the number replied STOP.', 'stop'),
  30005: failed('The number is not in use.', 'bounce'),
  30006: failed('The number is a landline or cannot receive texts.', 'bounce'),
}

/** A status callback; null for a status that says nothing about delivery. */
export function readTwilioStatus(status: { MessageStatus?: unknown; ErrorCode?: unknown }): DeliveryStatus | null {
  switch (status.MessageStatus) {
    case 'accepted':
    case 'scheduled':
    case 'queued':
    case 'sending':
    case 'sent':
      return accepted
    case 'delivered':
    case 'read':
      return delivered
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return (
        permanentErrors[String(status.ErrorCode)] ??
        failed(`The text was not delivered${describeError(status.ErrorCode)}.`)
      )
    default:
      return null
  }
}

const describeError = (code: unknown): string =>
  typeof code === 'string' && /^\d{1,6}$/.test(code) ? ` (Twilio ${code})` : ''

/** A stored status callback. The query of its address names the notice (see ./transport.ts). */
export function readTwilioReport(body: StoredBody, receivedAt: Date): DeliveryReport | null {
  const status = readTwilioStatus(body)
  const query: { notice?: unknown; attempt?: unknown } =
    typeof body.query === 'object' && body.query !== null ? body.query : {}
  return (
    status && {
      ...status,
      noticeId: readId(query.notice),
      attempt: readId(query.attempt),
      providerMessageId: readText(body.MessageSid) || null,
      target: readText(body.To),
      at: receivedAt,
    }
  )
}

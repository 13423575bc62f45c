import type { DeliveryReport, DeliveryStatus, StoredBody } from '../common/callback.ts'
import { accepted, delivered, failedOf } from '../common/delivery-status.ts'
import { readId, readText } from '../common/read-values.ts'
import { twilioCodes } from './codes.ts'

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
      return readError(status.ErrorCode)
    default:
      return null
  }
}

function readError(code: unknown): DeliveryStatus {
  const number = typeof code === 'string' && /^\d{1,6}$/.test(code) ? Number(code) : null
  const known = number === null ? undefined : twilioCodes[number]
  const failedFor = `Twilio ${number ?? 'gave no code'}`
  if (known) return failedOf(known.concern, `${known.words} (Twilio ${number})`, { failedFor, stop: known.stop })
  return failedOf('message', `The text was not delivered${number === null ? '' : ` (Twilio ${number})`}.`, {
    failedFor,
  })
}

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

import type { DeliveryReport, DeliveryStatus, StoredBody } from '../common/callback.ts'
import { accepted, delivered, failed } from '../common/delivery-status.ts'
import { readId, readText } from '../common/read-values.ts'

const bounced = 'The address does not accept email.'
const markedAsSpam = 'Emails to this address were marked as spam.'

/** Messages that SendGrid dropped without sending, by the beginning of its reason. */
const dropped: [RegExp, DeliveryStatus][] = [
  [/^bounced/i, failed(bounced, 'bounce')],
  [/^invalid/i, failed('The address is not valid.', 'bounce')],
  [/^spam reporting/i, failed(markedAsSpam, 'complaint')],
  [/^unsubscribed/i, failed('The provider lists the address as unsubscribed.')],
]

/** A SendGrid event; null for an open, a click and the like, which say nothing about delivery. */
export function readSendgridStatus(event: {
  event?: unknown
  type?: unknown
  reason?: unknown
}): DeliveryStatus | null {
  switch (event.event) {
    case 'processed':
    case 'deferred':
      return accepted
    case 'delivered':
      return delivered
    // Whoever complains has received the email.
    case 'spamreport':
      return { meaning: 'delivered', reason: '', stop: 'complaint' }
    // 'blocked' is temporary; 'bounce' is permanent.
    case 'bounce':
      return event.type === 'blocked' ? failed('The mail server did not accept the email.') : failed(bounced, 'bounce')
    case 'dropped': {
      const reason = readText(event.reason)
      return dropped.find(([pattern]) => pattern.test(reason))?.[1] ?? failed('The provider did not send the email.')
    }
    default:
      return null
  }
}

/** A stored event. Its custom arguments name the notice (see ./transport.ts). */
export function readSendgridReport(event: StoredBody, receivedAt: Date): DeliveryReport | null {
  const status = readSendgridStatus(event)
  return (
    status && {
      ...status,
      noticeId: readId(event.notice),
      attempt: readId(event.attempt),
      // An event appends to the id after a dot; the API's answer had only the part before it.
      providerMessageId: readText(event.sg_message_id).split('.')[0] || null,
      target: readText(event.email),
      at: toTime(event.timestamp, receivedAt),
    }
  )
}

const maxAgeMs = 30 * 24 * 3_600_000
const maxAheadMs = 24 * 3_600_000

/** The event's own time, given in seconds. An implausible one is replaced by the time of arrival: the event still counts. */
function toTime(seconds: unknown, receivedAt: Date): Date {
  const ms = typeof seconds === 'number' ? seconds * 1000 : Number.NaN
  const ahead = ms - receivedAt.getTime()
  return ahead >= -maxAgeMs && ahead <= maxAheadMs ? new Date(ms) : receivedAt
}

import type { DeliveryReport, DeliveryStatus, StoredBody } from '../common/callback.ts'
import { accepted, delivered, failed, failedOf } from '../common/delivery-status.ts'
import { readId, readText } from '../common/read-values.ts'
import { readRefusal } from '../common/smtp-codes.ts'

const bounced = 'The address does not accept email.'
const markedAsSpam = 'Emails to this address were marked as spam.'
const notSent = 'The provider did not send the email.'

/** Messages that SendGrid dropped without sending, by the beginning of its reason; the first that fits counts. */
const dropped: [RegExp, DeliveryStatus][] = [
  [/^bounced/i, failed(bounced, 'bounce')],
  [
    /^(invalid smtpapi|recipient list over|.*\b(quota|credits?|suspended)\b)/i,
    failedOf('sender', `${notSent} Log in at sendgrid.com and check the account and its limits.`, {
      failedFor: 'SendGrid dropped it',
    }),
  ],
  [/^invalid/i, failed('The address is not valid.', 'bounce')],
  [/^spam reporting/i, failed(markedAsSpam, 'complaint')],
  [/^unsubscribed/i, failed('The provider lists the address as unsubscribed.')],
  [/^/, failedOf('message', notSent, { failedFor: 'SendGrid dropped it' })],
]

/** The recipient's mail server refused the email for now; SendGrid passes on its status and words. */
function readBlocked({ status, reason }: { status?: unknown; reason?: unknown }): DeliveryStatus {
  // Only its beginning says what it concerns.
  const said = readText(reason).slice(0, 1_000)
  const [, first = '', code = ''] = /^([45]\d\d)?[ -]?#?([45]\.\d{1,3}\.\d{1,3})?/.exec(said) ?? []
  const enhanced = code || readText(status)
  // A server's code for a temporary fault (4.7.0) concerns the same party as the code for a permanent one (5.7.0).
  // SendGrid does not name the command; a server that refuses its recipient or the county has a code or words for that.
  const response = `550 ${enhanced.replace(/^4\./, '5.')} ${said}`
  const { concern, kind } = readRefusal({ command: 'DATA', responseCode: Number(first || '550'), response })
  const words = concern === 'sender' ? blockedForSender : 'The mail server did not accept the email.'
  return failedOf(concern, words, { failedFor: `SendGrid ${kind}` })
}

const blockedForSender =
  'The mail server refuses mail from the county. Check that SendGrid has verified the domain of EMAIL_FROM, SPF and DKIM, and that no block list names the county.'

/** A SendGrid event; null for an open, a click and the like, which say nothing about delivery. */
export function readSendgridStatus(event: {
  event?: unknown
  type?: unknown
  reason?: unknown
  status?: unknown
}): DeliveryStatus | null {
  switch (event.event) {
    case 'processed':
    case 'deferred':
      return accepted
    case 'delivered':
      return delivered
    // A complaint proves that the email arrived.
    case 'spamreport':
      return { ...delivered, stop: 'complaint' }
    // 'blocked' is temporary; 'bounce' is permanent.
    case 'bounce':
      return event.type === 'blocked' ? readBlocked(event) : failed(bounced, 'bounce')
    case 'dropped':
      return dropped.find(([pattern]) => pattern.test(readText(event.reason)))?.[1] ?? null
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

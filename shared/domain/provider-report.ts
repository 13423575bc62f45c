/** What a provider's report says of one message, in our words. */
export type Report = {
  meaning: 'accepted' | 'delivered' | 'failed'
  /** Shown to staff; '' unless failed. */
  reason: string
  /** The address or number takes nothing any more. */
  stop: 'bounce' | 'complaint' | 'stop' | null
}

const accepted: Report = { meaning: 'accepted', reason: '', stop: null }
const delivered: Report = { meaning: 'delivered', reason: '', stop: null }
const failed = (reason: string, stop: Report['stop'] = null): Report => ({ meaning: 'failed', reason, stop })

const bounced = 'The address does not accept email.'
const marked = 'Emails to this address were marked as spam.'

/** What SendGrid dropped unsent, by the beginning of its reason. */
const dropped: [RegExp, Report][] = [
  [/^bounced/i, failed(bounced, 'bounce')],
  [/^invalid/i, failed('The address is not valid.', 'bounce')],
  [/^spam reporting/i, failed(marked, 'complaint')],
  [/^unsubscribed/i, failed('The provider lists the address as unsubscribed.')],
]

/** A SendGrid event (open, click and the like say nothing of delivery: null). */
export function readSendgridEvent(event: { event?: unknown; type?: unknown; reason?: unknown }): Report | null {
  switch (event.event) {
    case 'processed':
    case 'deferred':
      return accepted
    case 'delivered':
      return delivered
    // A complaint comes from somebody who got the email.
    case 'spamreport':
      return { meaning: 'delivered', reason: '', stop: 'complaint' }
    // 'blocked' is the server's mood of today; 'bounce' is for good.
    case 'bounce':
      return event.type === 'blocked' ? failed('The mail server did not accept the email.') : failed(bounced, 'bounce')
    case 'dropped': {
      const reason = typeof event.reason === 'string' ? event.reason : ''
      return dropped.find(([pattern]) => pattern.test(reason))?.[1] ?? failed('The provider did not send the email.')
    }
    default:
      return null
  }
}

/** Twilio's error codes of texts that were not delivered: those that are for good. */
const textErrors: Record<string, Report> = {
  21610: failed('The owner of the number replied STOP.', 'stop'),
  30005: failed('The number is not in use.', 'bounce'),
  30006: failed('The number is a landline or cannot receive texts.', 'bounce'),
}

/** A Twilio status callback; a status that says nothing is null. */
export function readTwilioStatus(status: { MessageStatus?: unknown; ErrorCode?: unknown }): Report | null {
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
      return textErrors[String(status.ErrorCode)] ?? failed(`The text was not delivered${errorOf(status.ErrorCode)}.`)
    default:
      return null
  }
}

const errorOf = (code: unknown): string =>
  typeof code === 'string' && /^\d{1,6}$/.test(code) ? ` (Twilio ${code})` : ''

import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#shared/contract/errors.ts'
import type { Callback, StoredBody, Webhook } from '../common/callback.ts'
import { digest, readHttpHeader } from '../common/read-values.ts'
import { isSignedBySendgrid, looksSignedBySendgrid, readSendgridKey, type SendgridSignature } from './signature.ts'

/** SendGrid sends events in batches of up to 768 KB. */
const maxBytes = 1024 * 1024

const getSignature = (headers: IncomingHttpHeaders): SendgridSignature => ({
  signature: readHttpHeader(headers, 'x-twilio-email-event-webhook-signature'),
  timestamp: readHttpHeader(headers, 'x-twilio-email-event-webhook-timestamp'),
})

/** The signed event webhook. */
export function sendgridWebhook(verificationKey: string): Webhook {
  const key = readSendgridKey(verificationKey)
  return {
    path: '/webhooks/sendgrid',
    contentType: 'application/json',
    maxBytes,
    hasSignature: (headers) => looksSignedBySendgrid(getSignature(headers)),
    read({ headers, body }) {
      if (!isSignedBySendgrid(key, { body, ...getSignature(headers) }, Date.now()))
        throw new AppError('forbidden', 'The signature does not match.')
      const events = parseEvents(body)
      if (!events) throw new AppError('malformed', 'Not a list of events.')
      return events.map(toCallback)
    },
  }
}

function parseEvents(body: Buffer): StoredBody[] | null {
  try {
    const events: unknown = JSON.parse(body.toString('utf8'))
    return Array.isArray(events) ? events.filter((event) => typeof event === 'object' && event !== null) : null
  } catch {
    return null
  }
}

const toCallback = (event: StoredBody): Callback => ({
  source: 'sendgrid',
  dedupeKey: typeof event.sg_event_id === 'string' ? event.sg_event_id.slice(0, 200) : digest(event),
  body: event,
})

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#shared/contract/errors.ts'
import { type Callback, keepCallbacks } from '#shared/node/domain/notices/callback.queries.ts'
import { within } from '#shared/node/platform/timeout.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { faultOf } from '../faults.ts'
import { type FormFields, readFormFields } from './form-fields.ts'
import {
  looksSignedBySendgrid,
  looksSignedByTwilio,
  readSendgridKey,
  sendgridSigned,
  twilioSigned,
} from './signatures.ts'

/** Bytes: a text with its pictures is a few KB; SendGrid sends its events in lots of up to 768 KB. */
const largestForm = 64 * 1024
const largestEvents = 1024 * 1024
/** Providers give up after some 10 s, and the caller of a text is lost then; they come back sooner after a plain 503. */
const answerWithinMs = 3_000
const retryAfterSeconds = 5

/**
 * Where providers report (decisions, section 8). Whatever cannot carry a good signature is refused before its body is
 * read; then the raw body is verified, then stored; the worker applies it. A provider that is not configured has no
 * address here.
 */
export async function webhookRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const { env } = deps
  const { SENDGRID_WEBHOOK_KEY: sendgridKey, TWILIO_AUTH_TOKEN: twilioToken } = env
  if (sendgridKey)
    await app.register(async (scope) => {
      takeRaw(scope, 'application/json', largestEvents)
      sendgridRoute(scope, deps, sendgridKey)
    })
  if (twilioToken)
    await app.register(async (scope) => {
      takeRaw(scope, 'application/x-www-form-urlencoded', largestForm)
      twilioRoutes(scope, deps, twilioToken)
    })
}

/** Bodies of one content type, byte for byte; another is refused unread, and refusals are `{ message }`. */
function takeRaw(scope: FastifyInstance, contentType: string, bodyLimit: number): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(contentType, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
  scope.setErrorHandler((error, _request, reply) => {
    const { status, message } = faultOf(error)
    return reply.code(status).send({ message })
  })
}

const sendgridSignature = (request: FastifyRequest) => ({
  signature: header(request, 'x-twilio-email-event-webhook-signature'),
  timestamp: header(request, 'x-twilio-email-event-webhook-timestamp'),
})

function sendgridRoute(scope: FastifyInstance, deps: ServerDeps, webhookKey: string): void {
  const key = readSendgridKey(webhookKey)
  scope.post('/webhooks/sendgrid', {
    onRequest: async (request) => {
      if (!looksSignedBySendgrid(sendgridSignature(request))) throw wrongSignature()
    },
    handler: async (request, reply) => {
      const body = rawBody(request)
      if (!sendgridSigned(key, { body, ...sendgridSignature(request) }, Date.now())) throw wrongSignature()
      const events = eventsIn(body)
      return events
        ? keep(deps, reply, events.map(sendgridCallback))
        : reply.code(400).send({ message: 'The body must be a list of events.' })
    },
  })
}

const twilioSignature = (request: FastifyRequest) => header(request, 'x-twilio-signature')

function twilioRoutes(scope: FastifyInstance, deps: ServerDeps, token: string): void {
  const { PUBLIC_URL: publicUrl } = deps.env
  const take = (provider: 'twilio-status' | 'twilio-inbound', path: string, keyOf: (fields: FormFields) => string) =>
    scope.post(path, {
      onRequest: async (request) => {
        if (!looksSignedByTwilio(twilioSignature(request))) throw wrongSignature()
      },
      handler: async (request, reply) => {
        const fields = readFormFields(rawBody(request))
        if (!fields) throw new AppError('tooLarge', 'The form has too many fields.')
        // The address that Twilio knows, not what a proxy or the caller says of it.
        const signed = { signature: twilioSignature(request), address: publicUrl + request.url, fields }
        if (!twilioSigned(token, signed)) throw wrongSignature()
        const query = Object.fromEntries(new URL(request.url, publicUrl).searchParams)
        return keep(deps, reply, [{ provider, dedupeKey: keyOf(fields), body: { ...fields, query } }])
      },
    })
  take(
    'twilio-status',
    '/webhooks/twilio/status',
    (f) => `${one(f.MessageSid) || one(f.SmsSid)}:${one(f.MessageStatus)}`,
  )
  take('twilio-inbound', '/webhooks/twilio/inbound', (f) => one(f.MessageSid) || one(f.SmsSid) || digest(f))
}

const wrongSignature = () => new AppError('forbidden', 'The signature does not match.')

const rawBody = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))
const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Stores what came and wakes the worker; where the database does not answer in time, the provider is to come again. */
async function keep({ db, enqueue, log }: ServerDeps, reply: FastifyReply, callbacks: Callback[]) {
  try {
    const added = await within(answerWithinMs, keepCallbacks(db, callbacks))
    if (added === undefined) throw new Error('The database took too long.')
    if (added > 0)
      // A worker looks by itself every few seconds, too.
      void enqueue(null, 'wakeCallbacks', {}).catch((error: unknown) =>
        log.warn('The worker was not woken.', { error: nameOf(error) }),
      )
    return reply.code(204).send()
  } catch (error) {
    log.warn('A report of a provider could not be stored; it was asked to send it again.', { error: nameOf(error) })
    return reply
      .code(503)
      .header('retry-after', retryAfterSeconds)
      .send({ message: 'We cannot accept the report right now. Send it again.' })
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : String(error))

function eventsIn(body: Buffer): Record<string, unknown>[] | null {
  try {
    const events: unknown = JSON.parse(body.toString('utf8'))
    return Array.isArray(events) ? events.filter((event) => typeof event === 'object' && event !== null) : null
  } catch {
    return null
  }
}

const sendgridCallback = (event: Record<string, unknown>): Callback => ({
  provider: 'sendgrid',
  dedupeKey: typeof event.sg_event_id === 'string' ? event.sg_event_id.slice(0, 200) : digest(event),
  body: event,
})

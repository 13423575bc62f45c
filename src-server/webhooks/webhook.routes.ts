import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Callback, keepCallbacks } from '#shared/node/callback.queries.ts'
import type { ServerDeps } from '../deps.ts'
import { readSendgridKey, sendgridSigned, twilioSigned } from './signatures.ts'

const largestBody = 5 * 1024 * 1024

/**
 * Where providers report (decisions, section 8). The raw body is verified before anything of it is read, then stored;
 * the worker applies it. A provider that is not configured has no address here.
 */
export async function webhookRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const { env } = deps
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestBody }, (_request, body, done) =>
      done(null, body),
    )

    if (env.SENDGRID_WEBHOOK_KEY) {
      const key = readSendgridKey(env.SENDGRID_WEBHOOK_KEY)
      scope.post('/webhooks/sendgrid', async (request, reply) => {
        const body = rawBody(request)
        const signature = header(request, 'x-twilio-email-event-webhook-signature')
        const timestamp = header(request, 'x-twilio-email-event-webhook-timestamp')
        if (!sendgridSigned(key, { body, signature, timestamp })) return refuse(reply)
        const events = eventsIn(body)
        return events
          ? keep(deps, reply, events.map(sendgridCallback))
          : reply.code(400).send({ message: 'Not a list of events.' })
      })
    }

    const token = env.TWILIO_AUTH_TOKEN
    if (token) {
      const twilio =
        (provider: 'twilio-status' | 'twilio-inbound', keyOf: (fields: Fields) => string) =>
        async (request: FastifyRequest, reply: FastifyReply) => {
          const fields = fieldsIn(rawBody(request))
          // The address that Twilio knows, not what a proxy or the caller says of it.
          const signed = {
            signature: header(request, 'x-twilio-signature'),
            address: env.PUBLIC_URL + request.url,
            fields,
          }
          if (!twilioSigned(token, signed)) return refuse(reply)
          const query = Object.fromEntries(new URL(request.url, env.PUBLIC_URL).searchParams)
          return keep(deps, reply, [{ provider, dedupeKey: keyOf(fields), body: { ...fields, query } }])
        }
      scope.post(
        '/webhooks/twilio/status',
        twilio('twilio-status', (f) => `${one(f.MessageSid) || one(f.SmsSid)}:${one(f.MessageStatus)}`),
      )
      scope.post(
        '/webhooks/twilio/inbound',
        twilio('twilio-inbound', (f) => one(f.MessageSid) || one(f.SmsSid) || digest(f)),
      )
    }
  })
}

type Fields = Record<string, string | string[]>

const rawBody = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))
const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}
const one = (value: string | string[] | undefined): string => (Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))
const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')

const refuse = (reply: FastifyReply) => reply.code(403).send({ message: 'The signature does not fit.' })

async function keep(deps: ServerDeps, reply: FastifyReply, callbacks: Callback[]) {
  if ((await keepCallbacks(deps.db, callbacks)) > 0)
    await deps
      .enqueue(null, 'wakeCallbacks', {})
      .catch((error: unknown) =>
        deps.log.warn('The worker was not woken.', { error: String(error instanceof Error ? error.name : error) }),
      )
  return reply.code(204).send()
}

function eventsIn(body: Buffer): Record<string, unknown>[] | null {
  try {
    const events: unknown = JSON.parse(withoutNul(body.toString('utf8')))
    return Array.isArray(events) ? events.filter((event) => typeof event === 'object' && event !== null) : null
  } catch {
    return null
  }
}

/** PostgreSQL keeps no NUL, written out or escaped. */
const withoutNul = (json: string): string => json.replaceAll(/\\u0000/g, '')

const sendgridCallback = (event: Record<string, unknown>): Callback => ({
  provider: 'sendgrid',
  dedupeKey: typeof event.sg_event_id === 'string' ? event.sg_event_id.slice(0, 200) : digest(event),
  body: event,
})

/** Form fields; one that comes several times is a list, as the signature counts them. */
function fieldsIn(body: Buffer): Fields {
  const fields: Fields = {}
  for (const [key, value] of new URLSearchParams(body.toString('utf8'))) {
    const before = fields[key]
    fields[key] = before === undefined ? value : [before, value].flat()
  }
  return fields
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { insertCallbacks } from '#shared/node/domain/notices/callback.queries.ts'
import { withTimeout } from '#shared/node/platform/with-timeout.ts'
import type { Callback, Webhook } from '#shared/node/providers/common/callback.ts'
import { openWebhooks } from '#shared/node/providers/registry.ts'
import { toFault } from '../api/faults.ts'

/** Providers give up after about 10 s, and then may not repeat the call; after a quick 503 they do. */
const maxAnswerMs = 3_000
const retryAfterSeconds = 5

/**
 * The addresses that providers call. A call that cannot carry a valid signature is refused before its body is read;
 * otherwise the raw body is verified and stored, and the worker applies it. A provider that is not configured has no
 * address here.
 */
export async function webhookRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  for (const webhook of openWebhooks(deps.env))
    await app.register(async (scope) => {
      acceptRawBodies(scope, webhook)
      scope.post(webhook.path, {
        onRequest: async ({ headers }) => {
          if (!webhook.hasSignature(headers)) throw new AppError('forbidden', 'The signature does not match.')
        },
        handler: async ({ headers, body, url }, reply) => {
          const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
          return storeCallbacks(deps, reply, webhook.read({ headers, body: raw, url }))
        },
      })
    })
}

/** Accepts bodies of one content type, byte for byte, and answers every error with `{ message }`. */
function acceptRawBodies(scope: FastifyInstance, { contentType, maxBytes }: Webhook): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(contentType, { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((error, _request, reply) => {
    const { status, message } = toFault(error)
    return reply.code(status).send({ message })
  })
}

/** Stores callbacks and wakes the worker; if the database does not answer in time, the provider is asked to call again. */
async function storeCallbacks({ db, enqueue, log }: ServerDeps, reply: FastifyReply, callbacks: Callback[]) {
  try {
    const added = await withTimeout(maxAnswerMs, insertCallbacks(db, callbacks))
    if (added === undefined) throw new Error('The database took too long.')
    if (added > 0)
      // Without this wake, a worker looks by its own clock, every few seconds.
      void enqueue(null, 'wakeCallbacks', {}).catch((error: unknown) =>
        log.warn('callbacks.worker_not_notified', { error: getErrorName(error) }),
      )
    return reply.code(204).send()
  } catch (error) {
    log.warn('callbacks.not_stored', { error: getErrorName(error) })
    return reply
      .code(503)
      .header('retry-after', retryAfterSeconds)
      .send({ message: 'We cannot accept the report right now. Send it again.' })
  }
}

const getErrorName = (error: unknown): string => (error instanceof Error ? error.name : String(error))

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, errorStatus } from '#shared/contract/errors.ts'
import { feedLimits, feedPath } from '#shared/contract/feed.ts'
import type { OpenFeed } from '../manage/feed.queries.ts'
import { bodyTypes, type BodyType, decodeBodyText, parseItems, decompress } from '../records/decode-body.ts'
import { type AdmissionLimits, createAdmission } from './admission.ts'
import { createFeedAuthentication } from './authenticate-feed.ts'
import { createIngest, type IngestDeps } from './ingest-events.ts'

const maxDrainMs = 10_000
const retryAfterSeconds = { busy: 1, outage: 5 }

/**
 * The endpoint for feeds. It authenticates before it reads the body, and answers after COMMIT. Refusals are `{ message
 * }`; a feed never gets a 5xx for its content.
 */
export async function ingestRoutes(
  app: FastifyInstance,
  deps: IngestDeps & { admission?: AdmissionLimits },
): Promise<void> {
  const authenticate = createFeedAuthentication(deps.db, deps.log)
  const admission = createAdmission(deps.admission)
  const ingest = createIngest(deps)
  const callers = new WeakMap<FastifyRequest, OpenFeed>()

  const admit = (request: FastifyRequest, reply: FastifyReply, feed: OpenFeed | undefined, done: Done) => {
    if (!feed)
      return void reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ message: 'The feed key is missing, incorrect, or revoked.' })
    const release = admission.admit(feed.id, getBodySize(request))
    if (!release) return done(tooManyCalls())
    reply.raw.once('close', release)
    callers.set(request, feed)
    done()
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    for (const type of bodyTypes)
      scope.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: feedLimits.wireBytes }, (_request, body, done) =>
        done(null, body),
      )
    scope.setErrorHandler<FastifyError>(async (error, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') await drainBody(request)
      return answerError(deps, error, reply)
    })

    // With callbacks, since promises are a large part of the cost of a call with one record.
    scope.addHook('onRequest', (request, reply, done) => {
      const feed = authenticate(request.headers.authorization)
      if (feed instanceof Promise) feed.then((found) => admit(request, reply, found, done), done)
      else admit(request, reply, feed, done)
    })

    scope.post(feedPath, async (request, reply) => {
      const feed = callers.get(request)!
      const { type, charset } = contentType(request)
      const sent = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
      const coding = request.headers['content-encoding']
      const body = coding === undefined ? sent : await decompress(sent, coding)
      const items = await parseItems(decodeBodyText(body, charset), type, feed.mapping ?? undefined)
      const answer = await ingest(feed, items)
      const usable = items.length === 0 || answer.rejected.length < items.length
      return reply.code(usable ? 200 : 422).send(answer)
    })
  })
}

type Done = (error?: Error) => void

const tooManyCalls = () =>
  new AppError('tooMany', 'Too many requests at once. Send this one again.', { retryAfter: retryAfterSeconds.busy })

function contentType(request: FastifyRequest): { type: BodyType; charset: string | undefined } {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim())
  const known = bodyTypes.find((name) => name === type.toLowerCase())
  if (!known) throw new AppError('unsupported', `The content type must be ${bodyTypes.join(', ')}.`)
  const charset = parameters.map((one) => /^charset="?([^"]+)"?$/i.exec(one)?.[1]).find(Boolean)
  return { type: known, charset }
}

function getBodySize(request: FastifyRequest) {
  const { 'content-length': length, 'content-encoding': coding } = request.headers
  return { length: length === undefined ? undefined : Number(length), packed: coding !== undefined }
}

/**
 * Reads and drops the rest of a body that is too large: most clients read the answer only after sending everything, and
 * would see a broken connection. Limited in time and size, since it may never end.
 */
function drainBody({ raw }: FastifyRequest): Promise<void> {
  return new Promise((resolve) => {
    if (raw.readableEnded || raw.destroyed) return resolve()
    let bytes = 0
    const timer = setTimeout(resolve, maxDrainMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    raw.on('data', (chunk: Buffer) => (bytes += chunk.length) > feedLimits.unpackedBytes && end())
    raw.once('close', end).once('end', end).resume()
  })
}

const plainMessages: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: `The body is larger than ${feedLimits.wireBytes / 1024 / 1024} MB.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: `The content type must be ${bodyTypes.join(', ')}.`,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not match its Content-Length.',
}

function answerError({ log }: IngestDeps, error: FastifyError | AppError, reply: FastifyReply): FastifyReply {
  if (error instanceof AppError) {
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
    return reply.code(errorStatus[error.code]).send({ message: error.message })
  }
  if (error.statusCode && error.statusCode < 500)
    return reply.code(error.statusCode).send({ message: plainMessages[error.code] ?? 'We could not read the request.' })
  log.error('feed.records_not_accepted', error)
  return reply
    .code(503)
    .header('retry-after', retryAfterSeconds.outage)
    .send({ message: 'We cannot accept records right now. Send this request again.' })
}

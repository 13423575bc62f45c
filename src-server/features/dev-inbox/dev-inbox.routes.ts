import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { ServerDeps } from '#server/platform/deps.ts'
import { hasUnstorableText } from '#server/platform/input-problem.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { listDevMessages } from './dev-inbox.queries.ts'

const maxMessages = 200
const forwarding = /^(x-forwarded-|x-real-ip$|cf-connecting-ip$|true-client-ip$|forwarded$|via$)/
// Another site may point its own name at this machine (DNS rebinding); the Host header keeps the name it used.
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

// As the client's router reads the path: in either case, with or without a trailing slash.
const page = /^\/outbox\/?$/i

/**
 * The demo's messages and the page that shows them. They exist only with the embedded database, for callers on this
 * machine, and never through a proxy, because a reader of them can verify any address. Every other caller gets Not
 * Found.
 */
export function devInboxRoutes(app: FastifyInstance, { db, env }: ServerDeps): void {
  const assertLocal = async (request: FastifyRequest) => {
    if (env.EMBEDDED_DATABASE !== '1' || !isFromThisMachine(request)) throw new AppError('missing', messages.notFound)
  }
  // The page belongs to the client, which answers every unknown path.
  app.addHook('onRequest', async (request) => {
    if (page.test(getPath(request.url))) await assertLocal(request)
  })
  app.get<{ Querystring: { to?: string | string[] } }>(
    '/outbox/messages',
    { onRequest: assertLocal },
    async (request) => {
      const { to } = request.query
      // In a query a plus sign reads as a space, and E.164 begins with one.
      if (hasUnstorableText(to)) throw new AppError('malformed', 'A text contains an invalid character.')
      const target = typeof to === 'string' && to !== '' ? to.replace(/^ (?=\d)/, '+') : null
      return listDevMessages(db, target, maxMessages)
    },
  )
}

function getPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function isFromThisMachine(request: FastifyRequest): boolean {
  if (!ownNames.test(request.headers.host ?? '')) return false
  if (Object.keys(request.headers).some((name) => forwarding.test(name))) return false
  // The socket's own address: a proxy may set request.ip.
  const address = request.raw.socket.remoteAddress ?? ''
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

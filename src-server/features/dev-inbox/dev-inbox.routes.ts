import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { listDevMessages } from './dev-inbox.queries.ts'

const newest = 200
const forwarding = /^(x-forwarded-|x-real-ip$|cf-connecting-ip$|true-client-ip$|forwarded$|via$)/
// A page elsewhere may point its own name at this machine (DNS rebinding); the name it used stays in the Host header.
const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

// As the client's router reads it: letters of either case, a slash after it or none.
const page = /^\/outbox\/?$/i

/**
 * The demo's messages and the page that shows them. They exist only with the embedded database, for callers on this
 * machine, and never through a proxy: whoever can read them can verify any address (decisions, section 8). Everybody
 * else finds nothing here.
 */
export function devInboxRoutes(app: FastifyInstance, { db, env }: ServerDeps): void {
  const onlyHere = async (request: FastifyRequest) => {
    if (env.EMBEDDED_DATABASE !== '1' || !isFromThisMachine(request)) throw new AppError('missing', messages.notFound)
  }
  // The page is one of the client's, which are sent for every address that is nothing else.
  app.addHook('onRequest', async (request) => {
    if (page.test(pathOf(request.url))) await onlyHere(request)
  })
  app.get<{ Querystring: { to?: string | string[] } }>('/outbox/messages', { onRequest: onlyHere }, async (request) => {
    const { to } = request.query
    // In a query a plus sign reads as a space; E.164 begins with one.
    const target = typeof to === 'string' && to !== '' ? to.replace(/^ (?=\d)/, '+') : null
    return listDevMessages(db, target, newest)
  })
}

function pathOf(url: string): string {
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
  // The socket's own address: request.ip may be what a proxy says.
  const address = request.raw.socket.remoteAddress ?? ''
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

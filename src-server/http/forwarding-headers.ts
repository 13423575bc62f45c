import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Log } from '#shared/node/platform/log.ts'

const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip'] as const

/**
 * Warns once, at the first forwarding header of a peer that TRUSTED_PROXY does not list: behind an unlisted proxy a
 * whole county shares the throttles of one address. It does not log the peer, since anyone can send the header and logs
 * hold no addresses of people.
 */
export function warnAboutUnlistedProxy(app: FastifyInstance, trusted: readonly string[], log: Log): void {
  let warned = false
  app.addHook('onRequest', (req, _reply, done) => {
    if (!warned && forwarding.some((name) => req.headers[name] !== undefined) && !isListed(req, trusted)) {
      warned = true
      log.warn('proxy.not_trusted')
    }
    done()
  })
}

/** Checks the socket's address: a proxy may set `req.ip`. */
function isListed({ raw }: FastifyRequest, trusted: readonly string[]): boolean {
  const peer = raw.socket.remoteAddress ?? ''
  if (!ipaddr.isValid(peer)) return false
  const address = ipaddr.process(peer)
  return trusted.some((listed) => {
    const [range, bits] = listed.includes('/')
      ? ipaddr.parseCIDR(listed)
      : ([ipaddr.process(listed), undefined] as const)
    if (range.kind() !== address.kind()) return false
    return bits === undefined ? range.toString() === address.toString() : address.match(range, bits)
  })
}

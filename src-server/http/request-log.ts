import type { FastifyInstance } from 'fastify'
import type { Log } from '#shared/node/platform/log.ts'

/**
 * One line per request: the route's pattern instead of its URL, since URLs hold tickets and searches; no query, body,
 * cookie or network address.
 */
export function requestLog(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (req, reply, done) => {
    const route = req.routeOptions.url ?? 'none'
    if (route !== '/healthz' && route !== '/readyz' && route !== '/metrics')
      log.info('request.completed', {
        method: req.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      })
    done()
  })
}

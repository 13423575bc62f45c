import type { FastifyInstance } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { isDiskFull } from '#shared/node/platform/database/disk-full.ts'
import { schemaProblem } from '#shared/node/platform/migrate/schema-problem.ts'
import { withTimeout } from '#shared/node/platform/with-timeout.ts'
import { readFigures } from '../features/monitoring/figures.queries.ts'
import { formatMetrics } from '../features/monitoring/metrics.ts'
import type { ServerDeps } from '../platform/deps.ts'
import { sendFault } from './api/envelope.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const answerWithinMs = 3_000
/** Drops a connection on which the database no longer answers. */
const closeWithinMs = 500

/**
 * Marks a route that an overloaded server still answers: it must look neither dead nor unable to serve. A balancer that
 * dropped it would give its calls to the other servers, until they are overloaded and dropped too.
 */
export const isHealthRoute = (route: string | undefined): boolean =>
  route === '/healthz' || route === '/readyz' || route === '/metrics'

/** Whether this server is stopping. */
export type Shutdown = { begun: boolean }

/** Routes for the operator of the process; none opens a session or reveals anything about a person. */
export function healthRoutes(app: FastifyInstance, deps: ServerDeps, departure: Shutdown): void {
  const { pool, env, log } = deps
  app.get('/healthz', (_req, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

  // Its own connection, which no request can occupy. It answers even when the pool has none left.
  const spare = connect(env.DATABASE_URL, { max: 1, name: 'land-alerts server' })
  app.addHook('onClose', () => withTimeout(closeWithinMs, spare.end()))
  const findProblem = () =>
    withTimeout(answerWithinMs, Promise.any([spare.pool, pool].map((connections) => schemaProblem(connections)))).catch(
      () => undefined,
    )
  const findFullDisk = async () => {
    const isFull = await withTimeout(answerWithinMs, isDiskFull(pool)).catch(() => true)
    return isFull ? 'The disk of the database is full: it refused the last write.' : null
  }
  // Shared by all calls that arrive meanwhile: anyone may ask, as often as they like, even while we shed other calls.
  let asking: ReturnType<typeof findProblem> | undefined
  const askOnce = () => (asking ??= findProblem().finally(() => (asking = undefined)))
  app.get('/readyz', async (_req, reply) => {
    reply.header('cache-control', 'no-store')
    const found = await (departure.begun ? 'This server is stopping.' : askOnce())
    const problem = found === undefined ? 'The database is not responding.' : (found ?? (await findFullDisk()))
    return problem === null ? { ok: true } : reply.code(503).send({ ok: false, problem })
  })

  app.get('/metrics', async (req, reply) => {
    reply.header('cache-control', 'no-store')
    // Without a configured token no one may read the metrics.
    if (!env.METRICS_TOKEN) return sendFault(deps, reply, new AppError('missing', messages.notFound))
    const given = digest(req.headers.authorization ?? '')
    if (!timingSafeEqual(given, digest(`Bearer ${env.METRICS_TOKEN}`)))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ ok: false })
    const figures = await readFigures(deps).catch((error: unknown) => {
      log.error('metrics.not_read', error)
      return null
    })
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(formatMetrics(figures, app.memoryUsage()))
  })
}

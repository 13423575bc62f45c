import { createHash, timingSafeEqual } from 'node:crypto'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { schemaProblem } from '#shared/node/platform/migrate/migrate.ts'
import { withTimeout } from '#shared/node/platform/with-timeout.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '../platform/deps.ts'
import { sendFault } from './api/envelope.ts'
import { formatMetrics } from '../features/monitoring/metrics.ts'
import { readFigures } from '../features/monitoring/figures.queries.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()
const answerWithinMs = 3_000

/** Whether this server is stopping. */
export type Shutdown = { begun: boolean }

/** Routes for whoever operates the process; none opens a session or reveals anything about a person. */
export function healthRoutes(app: FastifyInstance, deps: ServerDeps, departure: Shutdown): void {
  const { db, pool, env, log } = deps
  app.get('/healthz', (_req, reply) => reply.header('cache-control', 'no-store').send({ ok: true }))

  app.get('/readyz', async (_req, reply) => {
    reply.header('cache-control', 'no-store')
    const found = await (departure.begun
      ? 'This server is stopping.'
      : withTimeout(answerWithinMs, schemaProblem(pool)).catch(() => undefined))
    const problem = found === undefined ? 'The database is not responding.' : found
    return problem === null ? { ok: true } : reply.code(503).send({ ok: false, problem })
  })

  app.get('/metrics', async (req, reply) => {
    reply.header('cache-control', 'no-store')
    // Without a configured token nobody may read them.
    if (!env.METRICS_TOKEN) return sendFault(deps, reply, new AppError('missing', messages.notFound))
    const given = digest(req.headers.authorization ?? '')
    if (!timingSafeEqual(given, digest(`Bearer ${env.METRICS_TOKEN}`)))
      return reply.code(401).header('www-authenticate', 'Bearer').send({ ok: false })
    const figures = await readFigures(db).catch((error: unknown) => {
      log.error('metrics.not_read', error)
      return null
    })
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(formatMetrics(figures, app.memoryUsage()))
  })
}

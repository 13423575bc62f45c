import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyInstance } from 'fastify'
import { lockoutHeader } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { ServerDeps } from '../deps.ts'
import { type AppRouter, appRouter } from '../router.ts'
import type { Sessions } from '../session/sessions.ts'
import { createContext } from './context.ts'
import { lockoutVersion } from './envelope.ts'
import { faultOf } from './faults.ts'
import { passOriginGate } from './origin-gate.ts'

/** The client's door. It replaces the JSON parser of its plugin, so it is a sibling of the REST shim, not around it. */
export async function trpcRoutes(app: FastifyInstance, { deps, sessions }: { deps: ServerDeps; sessions: Sessions }) {
  app.addHook('onRequest', async (req, reply) => {
    reply.header('cache-control', 'no-store').header(lockoutHeader, await lockoutVersion(deps))
    if (req.method !== 'GET' && req.method !== 'HEAD') passOriginGate(req.headers, deps.env.PUBLIC_URL)
  })
  // What fails before tRPC has it, told in tRPC's own form.
  app.setErrorHandler((error, req, reply) => {
    const { status, message, retryAfter } = faultOf(error)
    if (status === 500) deps.log.error('A request failed unexpectedly.', error, { route: req.routeOptions.url })
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    const code = status === 403 ? 'FORBIDDEN' : status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'
    return reply
      .code(status)
      .send({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data: { code, httpStatus: status, fields: {} } } })
  })
  await app.register(fastifyTRPCPlugin, {
    trpcOptions: {
      router: appRouter,
      createContext: ({ req, res, info }) => createContext(deps, sessions, req, res, info.calls.length),
      maxBatchSize: 10,
      onError: ({ error, ctx }) => {
        // Without a context its making failed (the database is away); all else is logged by the procedure's own door.
        if (!ctx && error.code === 'INTERNAL_SERVER_ERROR')
          deps.log.error('A call failed unexpectedly.', error.cause ?? error)
      },
      responseMeta: ({ errors }) => {
        const seconds = errors.map(({ cause }) => (cause instanceof AppError ? (cause.retryAfter ?? 0) : 0))
        const longest = Math.max(0, ...seconds)
        return longest > 0 ? { headers: { 'retry-after': String(longest) } } : {}
      },
    } satisfies FastifyTRPCPluginOptions<AppRouter>['trpcOptions'],
  })
}

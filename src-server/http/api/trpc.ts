import compress from '@fastify/compress'
import { type AnyTRPCRouter, TRPCError } from '@trpc/server'
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerDeps } from '#server/platform/deps.ts'
import { asUnavailable } from '#server/platform/unavailable.ts'
import { toTrpcError } from '#server/trpc/init.ts'
import { recordRefusal } from '#server/trpc/refused-calls.ts'
import { AppError } from '#shared/contract/errors.ts'
import { lockoutHeader } from '#shared/contract/lockout-header.ts'
import { createAnonymousContext, createContext } from './create-context.ts'
import { lockoutVersion } from './envelope.ts'
import { asRefusal, toFault } from './faults.ts'
import { bodyLimitFor, readJsonBodies } from './json-bodies.ts'
import { assertOwnOrigin } from './origin-gate.ts'
import { listProcedures, metaOf, type Procedures } from './procedures.ts'

type TrpcOptions = FastifyTRPCPluginOptions<AnyTRPCRouter>['trpcOptions']
type Path = { Params: { path: string } }

/** The client's endpoint. tRPC takes bodies as text, so it is registered next to the REST shim, not around it. */
export async function trpcRoutes(app: FastifyInstance, deps: ServerDeps, router: AnyTRPCRouter): Promise<void> {
  const procedures = listProcedures(router)
  // On a slow phone, a list of records then takes half a second instead of two. Compression is safe: no answer repeats
  // a caller's text next to a secret, so its length reveals nothing.
  await app.register(compress, { encodings: ['gzip'], globalDecompression: false })
  readJsonBodies(app, { parsed: false })
  app.addHook('onRequest', async (req, reply) => {
    reply.header('cache-control', 'no-store').header(lockoutHeader, await lockoutVersion(deps))
    if (req.method !== 'GET' && req.method !== 'HEAD') assertOwnOrigin(req.headers, deps.env.PUBLIC_URL)
  })
  // Errors before tRPC runs, in tRPC's own form.
  app.setErrorHandler(async (error, req: FastifyRequest<Path>, reply) => {
    const refusal = isUnreadable(error) ? new AppError('malformed', 'We could not read the request.') : asRefusal(error)
    const createRefused = async () =>
      refusal?.code === 'forbidden' ? createAnonymousContext(deps, req) : createContext(deps, req, reply)
    const { status, message, retryAfter } = toFault(
      refusal ? await recordRefusal(await createRefused(), refusal, calledNames(procedures, req.params.path)) : error,
    )
    if (status === 500 && !hasLeft(error, reply))
      deps.log.error('request.failed', error, { route: req.routeOptions.url })
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    const code = status === 403 ? 'FORBIDDEN' : status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'
    return reply
      .code(status)
      .send({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data: { code, httpStatus: status, fields: {} } } })
  })
  const trpcOptions: TrpcOptions = {
    router,
    createContext: ({ req, res, info }) =>
      createContext(deps, req, res, info.calls.length).catch((error: unknown) => {
        const unavailable = asUnavailable(error)
        if (!unavailable) throw error
        deps.log.error('procedure.failed', error)
        throw toTrpcError(unavailable)
      }),
    maxBatchSize: 10,
    // Our pages POST reads, too, so that no URL holds the names that a resident watches or searches
    // (src-client/lib/api/client.ts).
    allowMethodOverride: true,
    onError: ({ error, ctx }) => {
      // Without a context, creating it failed; procedures log everything else themselves.
      if (!ctx && error.code === 'INTERNAL_SERVER_ERROR') deps.log.error('procedure.failed', error.cause ?? error)
    },
    responseMeta: ({ errors }) => {
      const seconds = errors.map(({ cause }) => (cause instanceof AppError ? (cause.retryAfter ?? 0) : 0))
      const longest = Math.max(0, ...seconds)
      return longest > 0 ? { headers: { 'retry-after': String(longest) } } : {}
    },
  }
  // Not tRPC's own plugin, which reads multipart bodies of any length; we send none.
  for (const { url, bodyLimit } of listTrpcPaths(procedures))
    app.route<Path>({
      method: ['GET', 'POST'],
      url,
      bodyLimit,
      // tRPC answers with a Response, whose length Fastify's own HEAD cannot know.
      exposeHeadRoute: false,
      handler: (req, res) => fastifyRequestHandler({ ...trpcOptions, req, res, path: req.params.path }),
    })
}

/** A request that tRPC refuses before it calls a procedure: its Host header is not a host. */
const isUnreadable = (error: unknown) => error instanceof TRPCError && error.code === 'BAD_REQUEST'

/** Whether the caller left before the answer was compressed. */
const hasLeft = (error: unknown, { raw }: FastifyReply) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed

/** One path for calls with a long-text procedure, alone or in a batch, and one for all others. */
function listTrpcPaths(procedures: Procedures): { url: string; bodyLimit: number }[] {
  const long = Object.keys(procedures).filter((name) => metaOf(procedures, name).longText)
  const names = long.map((name) => name.replaceAll('.', String.raw`\.`)).join('|')
  return [
    { url: `/:path((?:^|.*,)(?:${names})(?:,.*|$))`, bodyLimit: bodyLimitFor({ longText: true }) },
    { url: '/:path', bodyLimit: bodyLimitFor({}) },
  ]
}

/** The procedures in a path; omits names that are not ours. */
const calledNames = (procedures: Procedures, path: string): string =>
  path
    .split(',')
    .filter((name) => name in procedures)
    .join(', ') || 'of no procedure'

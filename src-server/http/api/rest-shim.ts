/* oxlint-disable no-underscore-dangle -- tRPC keeps a router's and a procedure's definition in _def. */
import type { AnyTRPCRouter } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerDeps } from '#server/platform/deps.ts'
import { type Download, sendDownload } from '#server/platform/download.ts'
import { checkAccess } from '#server/trpc/access.ts'
import type { Context } from '#server/trpc/context.ts'
import { createCallerFactory, type Meta, type RestRequest, type RestRoute } from '#server/trpc/init.ts'
import { checkRecentPassword } from '#server/trpc/recent-password.ts'
import { recordRefusal } from '#server/trpc/refused-calls.ts'
import type { Reply } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { createAnonymousContext, createContext } from './create-context.ts'
import { envelope, sendFault } from './envelope.ts'
import { asRefusal } from './faults.ts'
import { toEtag, parseIfMatch } from './if-match.ts'
import { bodyLimitFor, readJsonBodies } from './json-bodies.ts'
import { assertOwnOrigin } from './origin-gate.ts'
import { listProcedures, metaOf } from './procedures.ts'

type Route = { method: 'GET' | 'POST'; path: string; procedure: string; meta: Meta; changesState: boolean }

/** Every REST route of the router: a procedure's own name, or the paths in its metadata. */
export function listRestRoutes(router: AnyTRPCRouter): Route[] {
  const procedures = listProcedures(router)
  return Object.entries(procedures).flatMap(([name, procedure]) => {
    const meta = metaOf(procedures, name)
    const changesState = procedure._def.type === 'mutation'
    const own: RestRoute = `${changesState ? 'POST' : 'GET'} /${name.replaceAll('.', '/')}`
    return (meta.rest ?? [own]).map((route) => {
      const [method, path] = route.split(' ') as [Route['method'], string]
      return { method, path, procedure: name, meta, changesState }
    })
  })
}

const bodyAndParams: NonNullable<Meta['from']> = ({ params, body, version }) => ({
  ...body,
  ...params,
  ...(version === undefined ? {} : { version }),
})

function restRequest(req: FastifyRequest): RestRequest {
  const body = (req.method === 'GET' || req.method === 'HEAD' ? req.query : req.body) ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new AppError('malformed', 'The body must be an object.')
  return {
    params: req.params as Record<string, string>,
    body: body as Record<string, unknown>,
    version: parseIfMatch(req.headers['if-match']),
  }
}

type Answer = Reply & { version?: number }

const findCall = (caller: unknown, procedure: string) =>
  procedure.split('.').reduce((node, key) => (node as Record<string, unknown>)[key], caller) as (
    input: unknown,
  ) => Promise<Answer | Download>

/** Serves every procedure at its documented paths, in the envelope. */
export function restShim(app: FastifyInstance, deps: ServerDeps, router: AnyTRPCRouter): void {
  const createCaller = createCallerFactory(router)
  const contexts = new WeakMap<FastifyRequest, Context>()
  readJsonBodies(app, { parsed: true })

  for (const { method, path, procedure, meta, changesState } of listRestRoutes(router)) {
    app.route({
      method,
      url: path,
      bodyLimit: bodyLimitFor(meta),
      // Before the body is read: access comes first.
      onRequest: async (req, reply) => {
        if (changesState) assertOwnOrigin(req.headers, deps.env.PUBLIC_URL)
        const context = await createContext(deps, req, reply)
        contexts.set(req, context)
        if (meta.access) checkAccess(meta.access, context)
        checkRecentPassword(procedure, context.caller)
        reply.header('cache-control', 'no-store')
      },
      // The procedure records its own refusals.
      errorHandler: async (error, req, reply) => {
        const refusal = asRefusal(error)
        const context = contexts.get(req) ?? createAnonymousContext(deps, req)
        return sendFault(deps, reply, refusal ? await recordRefusal(context, refusal, procedure) : error)
      },
      handler: async (req, reply: FastifyReply) => {
        const context = contexts.get(req)
        if (!context) throw new Error('A request came without its context.')
        const input = await (meta.from ?? bodyAndParams)(restRequest(req), context)
        const answer = await findCall(createCaller(context), procedure)(input)
        if (meta.download) return sendDownload(reply, answer as Download)
        const { message, content, version } = answer as Answer
        if (version !== undefined) reply.header('etag', toEtag(version))
        return envelope(deps, { ok: true, message, content })
      },
    })
  }
}

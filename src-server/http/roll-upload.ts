import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toActor, type Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { checkAccess } from '#server/trpc/access.ts'
import { recordRefusal } from '#server/trpc/refused-calls.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rollLimits, rollPiecePath } from '#shared/contract/roll-load.ts'
import { storePiece } from '../features/roll/upload-roll.ts'
import { createAnonymousContext, createContext } from './api/create-context.ts'
import { asRefusal, toFault } from './api/faults.ts'
import { assertOwnOrigin } from './api/origin-gate.ts'

const contentType = 'application/octet-stream'
const whole = z.coerce.number().int().min(0).max(2_147_483_647)
const pieceParams = z.object({ id: whole, place: whole })

/**
 * Takes the pieces of an uploaded parcel roll, byte for byte, so that the file is neither decoded as text nor held in
 * memory as a whole. Like every write of the screens it passes the origin gate, and it needs a session with the right
 * to the Technical section, which we check before we read the body.
 */
export async function rollUploadRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const callers = new WeakMap<FastifyRequest, Actor>()
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      contentType,
      { parseAs: 'buffer', bodyLimit: rollLimits.pieceBytes },
      (_request, body, done) => done(null, body),
    )
    scope.setErrorHandler(async (error, request, reply) => {
      const refusal = asRefusal(error)
      const context =
        refusal?.code === 'forbidden'
          ? createAnonymousContext(deps, request)
          : await createContext(deps, request, reply)
      const { status, message, retryAfter } = toFault(
        refusal ? await recordRefusal(context, refusal, 'roll upload') : error,
      )
      if (status === 500) deps.log.error('request.failed', error, { route: request.routeOptions.url })
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      return reply.code(status).send({ message })
    })
    scope.post(rollPiecePath, {
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        assertOwnOrigin(request.headers, deps.env.PUBLIC_URL)
        const context = await createContext(deps, request, reply)
        checkAccess('technical', context)
        const actor = toActor(context.caller)
        if (!actor) throw new AppError('signInRequired', messages.pleaseLogIn)
        await context.countCalls()
        callers.set(request, actor)
      },
      handler: async (request, reply) => {
        const actor = callers.get(request)
        const params = pieceParams.safeParse(request.params)
        if (!actor || !params.success) throw new AppError('missing', messages.notFound)
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        await storePiece(deps.db, actor, { ...params.data, body })
        return reply.code(204).send()
      },
    })
  })
}

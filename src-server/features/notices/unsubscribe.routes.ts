import type { FastifyInstance } from 'fastify'
import { AppError } from '#shared/contract/errors.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { unsubscribe } from './unsubscribe.ts'

/**
 * One-click unsubscribe (RFC 8058): mail programs post `List-Unsubscribe=One-Click` to the link itself, without a
 * login or cookies; the signed token is the proof. A GET of the same address shows the page with the button.
 */
export async function unsubscribeRoutes(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 16_384 }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body.toString('latin1') : ''
      // A form or a multipart body; anything else did not come from a mail program and stops nothing.
      if (!body.includes('List-Unsubscribe') || !body.includes('One-Click'))
        return reply.code(400).send({ message: 'Please use the Unsubscribe button on the page behind this link.' })
      try {
        await unsubscribe(deps, request.params.token, 'all')
        return await reply.code(200).send({ message: 'Unsubscribed.' })
      } catch (error) {
        if (error instanceof AppError) return reply.code(404).send({ message: error.message })
        throw error
      }
    })
  })
}

import { TRPCError } from '@trpc/server'
import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'
import type { ServerDeps } from '#server/platform/deps.ts'
import { asUnavailable } from '#server/platform/unavailable.ts'
import type { Envelope, Lockout } from '#shared/contract/envelope.ts'
import { AppError } from '#shared/contract/errors.ts'
import { type Fault, toFault } from './faults.ts'

/** Part of every answer. If the database is down, it says that there is no lockout. */
async function lockoutNow({ settings }: Pick<ServerDeps, 'settings'>): Promise<Lockout> {
  try {
    const { lockoutInPlace, messageHeadline } = (await settings.current()).userLockout
    return { lockoutInPlace, messageHeadline }
  } catch {
    return { lockoutInPlace: false, messageHeadline: '' }
  }
}

/**
 * Changes with the lockout and each of its texts, which cannot be in a header themselves, since they may contain any
 * character; '' if the database is down.
 */
export async function lockoutVersion({ settings }: Pick<ServerDeps, 'settings'>): Promise<string> {
  try {
    const { userLockout } = await settings.current()
    if (!userLockout.lockoutInPlace) return 'off'
    return createHash('sha256').update(JSON.stringify(userLockout)).digest('base64url').slice(0, 16)
  } catch {
    return ''
  }
}

export async function envelope(
  deps: Pick<ServerDeps, 'settings'>,
  { ok, message = '', content = null }: { ok: boolean; message?: string | undefined; content?: unknown },
): Promise<Envelope> {
  return { ok, message, lockout: await lockoutNow(deps), content }
}

/** Sends an error in the envelope, and logs an unexpected one unless its procedure already did. */
export async function sendFault(deps: Pick<ServerDeps, 'settings' | 'log'>, reply: FastifyReply, error: unknown) {
  const own = error instanceof TRPCError && error.cause instanceof AppError ? error.cause : error
  const { status, message, content, retryAfter }: Fault = toFault(own)
  if ((status === 500 || asUnavailable(own)) && !(error instanceof TRPCError))
    deps.log.error('request.failed', error, { route: reply.request.routeOptions.url })
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(await envelope(deps, { ok: false, message, content }))
}

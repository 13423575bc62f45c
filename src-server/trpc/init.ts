import { initTRPC, TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'
import { AppError, type ErrorCode, type FieldProblems, needsLogin, otherUserStatus } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { codeOf, foreignKeyViolation } from '#shared/node/platform/database/retry.ts'
import { CallerLeft } from '../platform/caller-left.ts'
import { noteRefusal } from './refused-calls.ts'
import { isKept } from '../features/accounts/session/session.queries.ts'
import { type Access, checkAccess } from './access.ts'
import type { Context, UserContext } from './context.ts'
import { checkFreshPassword } from './recent-password.ts'
import { holdsUnkeepable, inputProblem } from '../platform/input-problem.ts'

export type RestRoute = `${'GET' | 'POST'} /${string}`

/** What `from` is given of a REST request. */
export type RestRequest = {
  /** From the path: `:id`. */
  params: Record<string, string>
  /** The parsed JSON body; of a GET, the query. */
  body: Record<string, unknown>
  /** From If-Match: the version that the caller has seen. */
  version: number | undefined
}

export type Meta = {
  /** Set by the procedure kinds below, never by hand. */
  access?: Access
  /** Documented paths under /api where verb or path differ from the procedure's own, or where there are two. */
  rest?: RestRoute[]
  /** Makes the procedure's input of a REST request where it is not simply the body with the path's parameters. */
  from?: (request: RestRequest, context: Context) => unknown
  /** The procedure answers a Download (src-server/platform/download.ts), which REST sends as a file. */
  download?: boolean
  /** Takes long texts, so its body may be larger than others (src-server/http/json-bodies.ts). */
  longText?: boolean
}

/** The one map from our codes to tRPC's. */
const trpcCode: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  refused: 'BAD_REQUEST',
  malformed: 'BAD_REQUEST',
  signInRequired: 'FORBIDDEN',
  recentPasswordRequired: 'FORBIDDEN',
  codeRequired: 'FORBIDDEN',
  otherUser: 'CONFLICT',
  forbidden: 'FORBIDDEN',
  missing: 'NOT_FOUND',
  conflict: 'CONFLICT',
  tooLarge: 'PAYLOAD_TOO_LARGE',
  unsupported: 'UNSUPPORTED_MEDIA_TYPE',
  tooMany: 'TOO_MANY_REQUESTS',
}

const asked: Partial<Record<ErrorCode, 'password' | 'setUpCode' | typeof otherUserStatus>> = {
  otherUser: otherUserStatus,
  recentPasswordRequired: 'password',
  codeRequired: 'setUpCode',
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error }) => {
      const cause = error.cause instanceof AppError ? error.cause : undefined
      // Faults of the call itself (no such procedure, broken JSON) have no cause of ours; their texts name internals.
      const message = cause?.message ?? (error.code === 'NOT_FOUND' ? messages.notFound : messages.unexpected)
      const { code, httpStatus, path } = shape.data
      const fields: FieldProblems = cause?.fields ?? {}
      const status = cause && needsLogin(cause.code) ? ('LOGIN' as const) : undefined
      // What the client's own dialogs answer: the password again, or the authenticator app set up.
      const ask = cause && asked[cause.code]
      return { ...shape, message, data: { code, httpStatus, path, fields, status, ask, retryAfter: cause?.retryAfter } }
    },
  })

/**
 * What a call refers to was deleted while it ran: the caller's own account, or what was named. A fault of ours would
 * look the same, so the log keeps which rule it was.
 */
async function deletedMeanwhile({ db, session, log }: Context, procedure: string, cause: unknown): Promise<AppError> {
  log.warn('What a call referred to is gone.', { procedure, rule: (cause as { constraint?: string }).constraint })
  return session && !(await isKept(db, session.id))
    ? new AppError('signInRequired', messages.pleaseLogIn)
    : new AppError('missing', messages.notFound)
}

const trpcError = (cause: AppError) => new TRPCError({ code: trpcCode[cause.code], message: cause.message, cause })

/** The door out: every fault leaves as an AppError's code, message and fields, or as an unexpected error without detail. */
const base = t.procedure.use(async ({ ctx, path, next, getRawInput }) => {
  const result = await next()
  if (result.ok) return result
  const { error } = result
  if (error.cause instanceof CallerLeft) throw new TRPCError({ code: 'CLIENT_CLOSED_REQUEST', cause: error.cause })
  const cause =
    error.code === 'BAD_REQUEST' && error.cause instanceof ZodError
      ? inputProblem(error.cause, await getRawInput())
      : codeOf(error.cause) === foreignKeyViolation
        ? await deletedMeanwhile(ctx, path, error.cause)
        : error.cause
  if (cause instanceof AppError) throw trpcError(await noteRefusal(ctx, cause, path))
  ctx.log.error('A call failed unexpectedly.', cause ?? error, { procedure: path })
  throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: messages.unexpected })
})

const kind = (access: Access) =>
  base.meta({ access }).use(async ({ ctx, path, next, getRawInput }) => {
    checkAccess(access, ctx)
    checkFreshPassword(path, ctx)
    await ctx.countCalls()
    const input = await getRawInput().catch(() => {
      throw new AppError('malformed', 'The request was not understood.')
    })
    if (holdsUnkeepable(input)) throw new AppError('malformed', 'A text holds a character that cannot be kept.')
    return next()
  })

const userKind = (access: Exclude<Access, 'anyone'>) =>
  kind(access).use(({ ctx, next }) => next({ ctx: ctx as UserContext }))

export const router = t.router
export const createCallerFactory = t.createCallerFactory

/** Also callers without a session. */
export const anyone = kind('anyone')
/** All five roles. */
export const signedIn = userKind('signedIn')
/** All five roles; also an administrator who has yet to set up an authenticator app. */
export const signedInBeforeCode = userKind('signedInBeforeCode')
/** Administrators; also one who has yet to set up an authenticator app. */
export const adminsBeforeCode = userKind('adminsBeforeCode')
/** Every role but GUEST, whose details staff keep. */
export const ownProfile = userKind('ownProfile')
/** FOREVER, TRIMIN and COUNTY. */
export const admins = userKind('admins')
/** FOREVER and TRIMIN. */
export const technical = userKind('technical')

import { initTRPC, TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'
import { AppError, type ErrorCode, type FieldProblems, needsLogin, otherUserStatus } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { getSqlState, foreignKeyViolation } from '#shared/node/platform/database/retry.ts'
import { isSessionStored } from '../features/accounts/public.ts'
import { toActor } from '../platform/actor.ts'
import { CallerLeft } from '../platform/caller-left.ts'
import { hasUnstorableText, inputProblem } from '../platform/input-problem.ts'
import { asUnavailable } from '../platform/unavailable.ts'
import { type Access, checkAccess } from './access.ts'
import type { Context, LoggedInContext } from './context.ts'
import { checkRecentPassword } from './recent-password.ts'
import { recordRefusal } from './refused-calls.ts'

export type RestRoute = `${'GET' | 'POST'} /${string}`

/** What `from` receives of a REST request. */
export type RestRequest = {
  /** From the path: `:id`. */
  params: Record<string, string>
  /** The parsed JSON body; of a GET, the query. */
  body: Record<string, unknown>
  /** From If-Match: the version that the caller has seen. */
  version: number | undefined
}

export type Meta = {
  /** Set by the procedure kinds below. */
  access?: Access
  /** Documented paths under /api, if verb or path differ from the procedure's own or if there are two. */
  rest?: RestRoute[]
  /** Builds the procedure's input from a REST request, if it is not simply the body with the path's parameters. */
  from?: (request: RestRequest, context: Context) => unknown
  /** The procedure returns a Download, which REST sends as a file. */
  download?: boolean
  /** Takes long texts, so its body may be larger (src-server/http/api/json-bodies.ts). */
  longText?: boolean
}

/** The only map from our codes to tRPC's. */
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
  unavailable: 'SERVICE_UNAVAILABLE',
}

const dialogs: Partial<Record<ErrorCode, 'password' | 'setUpCode' | typeof otherUserStatus>> = {
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
      // Errors of the call itself (no such procedure, broken JSON) have no AppError as cause; their texts name
      // internals.
      const message = cause?.message ?? (error.code === 'NOT_FOUND' ? messages.notFound : messages.unexpected)
      const { code, httpStatus, path } = shape.data
      const fields: FieldProblems = cause?.fields ?? {}
      const status = cause && needsLogin(cause.code) ? ('LOGIN' as const) : undefined
      // For the client's own dialogs: the password again, or setting up the authenticator app.
      const ask = cause && dialogs[cause.code]
      return { ...shape, message, data: { code, httpStatus, path, fields, status, ask, retryAfter: cause?.retryAfter } }
    },
  })

/**
 * The call referred to a row that was deleted meanwhile: the caller's own account, or a record in the input. A bug of
 * ours would look the same, so we log the constraint.
 */
async function toDeletedError({ deps, caller }: Context, procedure: string, cause: unknown): Promise<AppError> {
  deps.log.warn('procedure.reference_missing', { procedure, rule: (cause as { constraint?: string }).constraint })
  return caller.session && !(await isSessionStored(deps.db, caller.session.id))
    ? new AppError('signInRequired', messages.pleaseLogIn)
    : new AppError('missing', messages.notFound)
}

export const toTrpcError = (cause: AppError) =>
  new TRPCError({ code: trpcCode[cause.code], message: cause.message, cause })

/**
 * The only exit: every error leaves as an AppError's code, message and fields, or as an unexpected error without
 * detail.
 */
const base = t.procedure.use(async ({ ctx, path, next, getRawInput }) => {
  const result = await next()
  if (result.ok) return result
  const { error } = result
  if (error.cause instanceof CallerLeft) throw new TRPCError({ code: 'CLIENT_CLOSED_REQUEST', cause: error.cause })
  const cause =
    error.code === 'BAD_REQUEST' && error.cause instanceof ZodError
      ? inputProblem(error.cause, await getRawInput())
      : getSqlState(error.cause) === foreignKeyViolation
        ? await toDeletedError(ctx, path, error.cause)
        : error.cause
  if (cause instanceof AppError) throw toTrpcError(await recordRefusal(ctx, cause, path))
  ctx.deps.log.error('procedure.failed', cause ?? error, { procedure: path })
  const unavailable = asUnavailable(cause)
  if (unavailable) throw toTrpcError(unavailable)
  throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: messages.unexpected })
})

const procedureFor = (access: Access) =>
  base.meta({ access }).use(async ({ ctx, path, next, getRawInput }) => {
    checkAccess(access, ctx)
    checkRecentPassword(path, ctx.caller)
    await ctx.countCalls()
    const input = await getRawInput().catch(() => {
      throw new AppError('malformed', 'We could not read the request.')
    })
    if (hasUnstorableText(input)) throw new AppError('malformed', 'A text contains an invalid character.')
    return next()
  })

const loggedInProcedureFor = (access: Exclude<Access, 'anyone'>) =>
  procedureFor(access).use(({ ctx, next }) => {
    const actor = toActor(ctx.caller)
    if (!actor) throw new AppError('signInRequired', messages.pleaseLogIn)
    return next({ ctx: { ...ctx, actor } satisfies LoggedInContext })
  })

export const router = t.router
export const createCallerFactory = t.createCallerFactory

/** For every caller, with or without a session. */
export const anyone = procedureFor('anyone')
/** All five roles. */
export const loggedIn = loggedInProcedureFor('loggedIn')
/** All five roles; also an administrator who has yet to set up an authenticator app. */
export const loggedInBeforeCode = loggedInProcedureFor('loggedInBeforeCode')
/** Administrators; also one who has yet to set up an authenticator app. */
export const adminsBeforeCode = loggedInProcedureFor('adminsBeforeCode')
/** Every role except GUEST, whose details staff maintain. */
export const ownProfile = loggedInProcedureFor('ownProfile')
/** FOREVER, TRIMIN and COUNTY. */
export const admins = loggedInProcedureFor('admins')
/** FOREVER and TRIMIN. */
export const technical = loggedInProcedureFor('technical')

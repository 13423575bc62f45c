import { AppError, type ErrorCode } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import { throttledAddress } from '../platform/throttle/address-block.ts'
import { countOrThrow, countWithinLimit } from '../platform/throttle/throttle.queries.ts'
import type { Context } from './context.ts'

/** The parts of a context that exist when we refuse a call. */
export type RefusedContext = Pick<Context, 'deps' | 'caller' | 'countCalls'>

/** Refused for size, form, depth or unknown keys, before any use case could count them. */
const refusedForForm: readonly ErrorCode[] = ['malformed', 'tooLarge', 'unsupported']
const audited: Partial<Record<ErrorCode, string>> = {
  forbidden: 'not permitted',
  tooMany: 'too many calls',
}

/**
 * Follows up on a refused call: one refused for its form counts in its caller's throttle, and one that is forbidden or
 * throttled gets an audit row.
 * @param what the procedure that was called
 * @returns the refusal to answer: the same, or `tooMany` if the caller is past the limit now
 */
export async function recordRefusal(context: RefusedContext, refusal: AppError, what: string): Promise<AppError> {
  try {
    const answered = refusedForForm.includes(refusal.code) ? await countRefusal(context, refusal) : refusal
    const why = audited[answered.code]
    if (why !== undefined) await auditRefusal(context, `Refused the call ${what}: ${why}.`)
    return answered
  } catch (error) {
    // The refusal holds even while the database is down.
    context.deps.log.warn('audit.refusal_not_recorded', {
      error: error instanceof Error ? error.name : 'unknown',
    })
    return refusal
  }
}

async function countRefusal({ deps, caller, countCalls }: RefusedContext, refusal: AppError): Promise<AppError> {
  try {
    if (caller.session) await countCalls()
    else await countOrThrow(deps.db, deps.env.APP_SECRET, 'enter', throttledAddress(caller.address))
    return refusal
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/**
 * Limited per caller and overall, so that a flood neither fills the log nor hides what others do. Strangers can use any
 * number of addresses, so all of them share one limit, apart from that of users.
 */
async function auditRefusal({ deps, caller }: RefusedContext, description: string): Promise<void> {
  const { db, env } = deps
  const { user, address } = caller
  const of = user ? `user ${user.id}` : throttledAddress(address)
  const all = user ? 'users' : 'strangers'
  const mayWrite =
    (await countWithinLimit(db, env.APP_SECRET, 'refusedRows', of)) &&
    (await countWithinLimit(db, env.APP_SECRET, 'refusedRowsInAll', all)) &&
    (await countWithinLimit(db, env.APP_SECRET, 'refusedRowsOfDay', all))
  if (mayWrite) await writeAudit(db, { type: 'REFUSED', actor: user, description, address })
}

import { AppError, type ErrorCode } from '#shared/contract/errors.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Context } from './context.ts'
import { throttledAddress } from '../platform/address-block.ts'
import { countOrThrow, countWithinLimit } from '../platform/throttle.queries.ts'

/** Who called, as far as that is known. */
export type RefusedContext = Pick<Context, 'deps' | 'caller' | 'countCalls'>

/** Refused for size, form, depth or unknown keys: no use case counts these, since none saw them. */
const refusedForForm: readonly ErrorCode[] = ['malformed', 'tooLarge', 'unsupported']
const audited: Partial<Record<ErrorCode, string>> = {
  forbidden: 'not permitted',
  tooMany: 'too many calls',
}

/**
 * What follows from the refusal of a call: one refused for its form counts in the throttle of its caller (decisions,
 * section 4), and one that is forbidden or throttled is a row of the audit log (section 9).
 * @param what the procedure that was called
 * @returns the refusal to answer: the same, or `tooMany` where the caller is past the limit now
 */
export async function recordRefusal(context: RefusedContext, refusal: AppError, what: string): Promise<AppError> {
  try {
    const answered = refusedForForm.includes(refusal.code) ? await countRefusal(context, refusal) : refusal
    const why = audited[answered.code]
    if (why !== undefined) await auditRefusal(context, `Refused the call ${what}: ${why}.`)
    return answered
  } catch (error) {
    // The refusal stands also while the database is away.
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
 * Bounded for each caller and in all, so that a flood neither fills the log nor hides what others do. Strangers come
 * from as many addresses as they like: they share a bound of their own, beside that of users.
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

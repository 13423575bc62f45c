import type { Actor, Caller, CookieJar } from '../platform/actor.ts'
import type { ServerDeps } from '../platform/deps.ts'

/** The parts of a procedure's context that become the arguments of a use case. */
export type Context = {
  deps: ServerDeps
  caller: Caller
  cookies: CookieJar
  /**
   * The user for whom the caller's page was opened (shared/contract/page-user.ts): null for a page without a user,
   * undefined if it does not say.
   */
  pageUser?: number | null | undefined
  /** Counts the calls of this request against the session's limit, once. Throws AppError tooMany. */
  countCalls(): Promise<void>
  /** Aborts, with CallerLeft, when the caller leaves before the answer is complete: for work that takes long. */
  callerLeft(): AbortSignal
}

/** The context of a procedure that only logged-in callers reach. */
export type LoggedInContext = Context & { actor: Actor }

import type { Actor, Caller, CookieJar } from '../platform/actor.ts'
import type { ServerDeps } from '../platform/deps.ts'

/** What a procedure takes apart into the arguments of a use case. */
export type Context = {
  deps: ServerDeps
  caller: Caller
  cookies: CookieJar
  /** For whom the caller's page was opened (shared/contract/page-user.ts): null for nobody, undefined if it does not say. */
  pageUser?: number | null | undefined
  /** Counts the calls of this request against the session's limit, once. Throws AppError tooMany. */
  countCalls(): Promise<void>
  /** Aborts, with CallerLeft, when the caller leaves before the answer is complete: for work that takes long. */
  callerLeft(): AbortSignal
}

/** The context of a procedure that only signed-in callers reach. */
export type LoggedInContext = Context & { actor: Actor }

import type { ServerDeps } from '../platform/deps.ts'
import type { Sessions } from '../features/accounts/session/sessions.ts'
import type { CurrentSession, SignedInUser } from '../platform/sessions.ts'

/** The cookies that logging in and out sets; names and attributes are known to src-server/session alone. */
export type CookieJar = {
  knownBrowserTokens: string[]
  /** Of the browser's latest sign-up: it may correct the email of that one. */
  registrationToken: string | undefined
  setSession(token: string): void
  clearSession(): void
  /** Those of the accounts that know this browser, newest first; none removes the cookie. */
  setKnownBrowserTokens(tokens: string[]): void
  setRegistrationToken(token: string): void
}

/** What a procedure is given. */
export type Context = ServerDeps & {
  session: CurrentSession | null
  user: SignedInUser | null
  /** For whom the caller's page was opened (shared/contract/page-user.ts): null for nobody, undefined where it does not say. */
  pageUser?: number | null | undefined
  /** Network address of the caller, as TRUSTED_PROXY lets it be known: for throttles and the audit log, never for logs. */
  address: string
  userAgent: string
  cookies: CookieJar
  sessions: Sessions
  /** Counts the calls of this request against the session's limit, once. Throws AppError tooMany. */
  countCalls(): Promise<void>
  /** Aborts, with CallerLeft, when the caller leaves before the answer is complete: for work that takes long. */
  callerLeft(): AbortSignal
}

/** The context of a procedure that only signed-in callers reach. */
export type UserContext = Context & { session: CurrentSession; user: SignedInUser }

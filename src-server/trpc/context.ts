import type { Language } from '#shared/contract/languages.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { ServerDeps } from '../deps.ts'

/** The account as it is now: read again on every request. */
export type SignedInUser = {
  id: number
  username: string
  role: Role
  firstName: string
  lastName: string
  email: string
  language: Language
}

export type CurrentSession = {
  id: string
  /** Logged in within the last 15 minutes: what dangerous pages ask for (decisions, section 4). */
  fresh: boolean
}

/** The cookies that logging in and out sets; names and attributes are known to src-server/session alone. */
export type CookieJar = {
  knownBrowserTokens: string[]
  setSession(token: string): void
  clearSession(): void
  setKnownBrowserTokens(tokens: string[]): void
}

/** What a procedure is given. */
export type Context = ServerDeps & {
  session: CurrentSession | null
  user: SignedInUser | null
  /** Network address of the caller, as TRUSTED_PROXY lets it be known: for throttles and the audit log, never for logs. */
  address: string
  userAgent: string
  cookies: CookieJar
}

/** The context of a procedure that only signed-in callers reach. */
export type UserContext = Context & { session: CurrentSession; user: SignedInUser }

import type { CurrentSession, LoggedInUser } from './sessions.ts'

/** The cookies that logging in and out sets; http/api/create-context.ts alone knows their names and attributes. */
export type CookieJar = {
  knownBrowserTokens: string[]
  /** The browser's latest sign-up, whose email this browser may correct. */
  registrationToken: string | undefined
  setSession(token: string): void
  clearSession(): void
  /** The accounts that know this browser, newest first; an empty list removes the cookie. */
  setKnownBrowserTokens(tokens: string[]): void
  setRegistrationToken(token: string): void
}

/** The caller of a request, logged in or not. */
export type Caller = {
  user: LoggedInUser | null
  session: CurrentSession | null
  /** Network address, as far as TRUSTED_PROXY lets us know it: for throttles and the audit log, never for logs. */
  address: string
  userAgent: string
}

/** The logged-in user who acts, in the session in which they act. */
export type Actor = LoggedInUser & Pick<Caller, 'address' | 'userAgent'> & { session: CurrentSession }

/** The only way to get the actor of a request; null for a caller without a session. */
export function toActor({ user, session, address, userAgent }: Caller): Actor | null {
  return user && session ? { ...user, session, address, userAgent } : null
}

/** What the audit log needs to name an actor; also one who acts without a session, as a script does. */
export type AuditActor = Pick<Actor, 'id' | 'username' | 'address'>

/** An administrator, by the role that decides whose records they may see. */
export type StaffActor = AuditActor & Pick<Actor, 'role'>

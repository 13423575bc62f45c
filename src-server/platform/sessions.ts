import type { Language } from '#shared/contract/languages.ts'
import type { Role } from '#shared/contract/roles.ts'

/** The account as it is now: every request reads it again. */
export type LoggedInUser = {
  id: number
  username: string
  role: Role
  firstName: string
  lastName: string
  email: string
  language: Language
  /** Logging in requires a code of an authenticator app. */
  totpOn: boolean
  /**
   * The county requires an authenticator app of administrators and this one has none yet, so only its setup is open.
   */
  mustSetUpCode: boolean
}

export type CurrentSession = {
  id: string
  /** The user entered the password within the last 10 minutes, which dangerous pages require. */
  hasRecentPassword: boolean
}

export type Sessions = {
  cookieName: string
  /** Cookie attributes without an expiry: the cookie ends with the browser, which may be a library's. */
  cookieAttributes: { httpOnly: true; sameSite: 'lax'; secure: boolean; path: '/' }
  /** Begins a session and returns the token for the cookie; the database keeps only its hash. */
  begin(userId: number, browser: { userAgent: string; address: string }): Promise<string>
  /** The session of a cookie's token, or null once it has ended; background polling does not count as activity. */
  read(token: string, how: { background: boolean }): Promise<{ session: CurrentSession; user: LoggedInUser } | null>
  /** The session by its id, for a form that we signed for it. */
  readById(id: string): Promise<{ session: CurrentSession; user: LoggedInUser } | null>
  end(sessionId: string): Promise<void>
  /** The session's id by the cookie's token. */
  endToken(token: string): Promise<void>
}

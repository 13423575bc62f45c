import type { Language } from '#shared/contract/languages.ts'
import type { Role } from '#shared/contract/roles.ts'

/** The account as it is now: read again on every request. */
export type SignedInUser = {
  id: number
  username: string
  role: Role
  firstName: string
  lastName: string
  email: string
  language: Language
  /** A code of an authenticator app is asked for at log-in. */
  totpOn: boolean
  /** The county demands one of administrators, and this one has none yet: nothing else is open to them. */
  mustSetUpCode: boolean
}

export type CurrentSession = {
  id: string
  /** Entered the password within the last 10 minutes: what dangerous pages ask for (decisions, section 4). */
  fresh: boolean
}

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
}

export type CurrentSession = {
  id: string
  /** Logged in within the last 15 minutes: what dangerous pages ask for (decisions, section 4). */
  fresh: boolean
}

import type { LoggedInUser } from '#server/platform/sessions.ts'
import type { Language } from '#shared/contract/languages.ts'
import { type Role, rights, tabList } from '#shared/contract/roles.ts'

/** The current user on the wire. */
export type CurrentUser = {
  userId: number
  username: string
  role: Role
  language: Language
  tabList: string[]
  allowableUserTypes: Role[]
  firstName: string
  lastName: string
  /** The first recipient that a new alert suggests. */
  email: string
  /** Present only if the user must set up an authenticator app before anything else. */
  mustSetUpCode?: true
}

export const toCurrentUser = (user: LoggedInUser): CurrentUser => ({
  userId: user.id,
  username: user.username,
  role: user.role,
  language: user.language,
  tabList: tabList(user.role),
  allowableUserTypes: [...rights[user.role].manages],
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  ...(user.mustSetUpCode ? { mustSetUpCode: true as const } : {}),
})

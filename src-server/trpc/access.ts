import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { Context } from './context.ts'

type Rule = {
  loggedIn: boolean
  right?: 'ownProfile' | 'controlPanel' | 'technical'
  /** Also open to an administrator who has yet to set up the authenticator app that the county requires. */
  beforeCode?: boolean
}

/** Who may call a procedure; every procedure has one of these. */
export const accessRules = {
  anyone: { loggedIn: false },
  loggedIn: { loggedIn: true },
  loggedInBeforeCode: { loggedIn: true, beforeCode: true },
  adminsBeforeCode: { loggedIn: true, right: 'controlPanel', beforeCode: true },
  ownProfile: { loggedIn: true, right: 'ownProfile' },
  admins: { loggedIn: true, right: 'controlPanel' },
  technical: { loggedIn: true, right: 'technical' },
} as const satisfies Record<string, Rule>
export type Access = keyof typeof accessRules

type AccessContext = Pick<Context, 'pageUser'> & { caller: Pick<Context['caller'], 'user' | 'session'> }

/**
 * Decides by the caller alone, before it looks at any input.
 * @throws AppError otherUser, signInRequired, forbidden or codeRequired
 */
export function checkAccess(access: Access, { caller: { user, session }, pageUser }: AccessContext): void {
  const rule: Rule = accessRules[access]
  if (user && isForAnotherUser(user.id, pageUser, rule)) throw new AppError('otherUser', messages.otherUser)
  if (!rule.loggedIn) return
  if (!user || !session) throw new AppError('signInRequired', messages.pleaseLogIn)
  if (rule.right && !rights[user.role][rule.right]) throw new AppError('forbidden', messages.notPermitted)
  if (user.mustSetUpCode && !rule.beforeCode) throw new AppError('codeRequired', messages.setUpCode)
}

/**
 * A page opened without a user may, in another user's session, only use what needs no session: its links and forms
 * carry their own proof.
 */
const isForAnotherUser = (userId: number, pageUser: Context['pageUser'], { loggedIn }: Rule): boolean =>
  pageUser === null ? loggedIn : pageUser !== undefined && pageUser !== userId

import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { Context } from './context.ts'

type Rule = {
  signedIn: boolean
  right?: 'ownProfile' | 'controlPanel' | 'technical'
  /** Open also to an administrator who has yet to set up the authenticator app that the county demands. */
  beforeCode?: boolean
}

/** Who may call a procedure (decisions, section 3); every procedure names one of these. */
export const accessRules = {
  anyone: { signedIn: false },
  signedIn: { signedIn: true },
  signedInBeforeCode: { signedIn: true, beforeCode: true },
  adminsBeforeCode: { signedIn: true, right: 'controlPanel', beforeCode: true },
  ownProfile: { signedIn: true, right: 'ownProfile' },
  admins: { signedIn: true, right: 'controlPanel' },
  technical: { signedIn: true, right: 'technical' },
} as const satisfies Record<string, Rule>
export type Access = keyof typeof accessRules

/**
 * Decides on the caller alone, before any input is looked at.
 * @throws AppError signInRequired, forbidden or codeRequired
 */
export function checkAccess(access: Access, { user, session }: Pick<Context, 'user' | 'session'>): void {
  const rule: Rule = accessRules[access]
  if (!rule.signedIn) return
  if (!user || !session) throw new AppError('signInRequired', messages.pleaseLogIn)
  if (rule.right && !rights[user.role][rule.right]) throw new AppError('forbidden', messages.notPermitted)
  if (user.mustSetUpCode && !rule.beforeCode) throw new AppError('codeRequired', messages.setUpCode)
}

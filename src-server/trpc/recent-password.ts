import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { Context } from './context.ts'

/**
 * Everything that asks for the password again where it was last entered more than 10 minutes ago: what leads to the
 * password of an account, and what staff could not take back (decisions, section 4). An open browser must not be
 * enough for them. `always` is asked before the input is looked at; of the others, the use case asks when it comes to
 * what stands here.
 */
export const asksForPassword = {
  'currentUser.password': 'always',
  'currentUser.saveProfile': 'a changed email',
  'userManager.userPassword': 'always',
  'userManager.saveUser': 'a changed email of an existing user; an administrator made of one, or no longer one',
  'userManager.sendRegistrationLink': 'a changed email',
  'userManager.userDelete': 'always',
  'authenticator.begin': 'always',
  'authenticator.confirm': 'always',
  'authenticator.renewRecoveryCodes': 'always',
  'authenticator.turnOff': 'always',
  'authenticator.reset': 'always',
  'service.save': "the county's switch of the second factor",
  'controlPanel.countyConfig.userAccess.save': 'always',
  'controlPanel.countyConfig.auditLogPurgeSchedule.save': 'always',
  'controlPanel.countyConfig.userPurgeNow.purge': 'always',
  'controlPanel.countyConfig.endUserSessions': 'always',
  'controlPanel.migrateLandNotificationOneAlerts': 'always',
  'controlPanel.migrationRestore': 'always',
  'feeds.create': 'always',
  'feeds.setOpen': 'always',
  'feeds.createKey': 'always',
  'feeds.revokeKey': 'always',
  'feeds.releaseHeld': 'always',
  'monitoring.declareRestore': 'always',
} as const

const always = new Set(Object.entries(asksForPassword).flatMap(([name, when]) => (when === 'always' ? [name] : [])))

/** @throws AppError recentPasswordRequired, for a procedure that always asks */
export function checkFreshPassword(procedure: string, { session }: Pick<Context, 'session'>): void {
  if (session && always.has(procedure)) wantFreshPassword(session)
}

/** @throws AppError recentPasswordRequired where the password was last entered more than 10 minutes ago */
export function wantFreshPassword({ fresh }: NonNullable<Context['session']>): void {
  if (!fresh) throw new AppError('recentPasswordRequired', messages.logInAgain)
}

import type { Caller } from '../platform/actor.ts'
import { assertRecentPassword } from '../platform/recent-password.ts'

/**
 * The procedures that require a password entered within the last 10 minutes, since an open browser must not be enough
 * for them: acts that lead to an account's password, and acts that staff could not undo. For `always` we check before
 * the input; for the others, the use case checks when the condition here applies.
 */
export const recentPasswordRules = {
  'currentUser.password': 'always',
  'currentUser.saveProfile': 'a changed email',
  'userManager.userPassword': 'always',
  'userManager.saveUser':
    'a changed email of an existing user, or text alerts moved; an administrator made, or no longer one',
  'userManager.sendRegistrationLink': 'a changed email',
  'userManager.userDelete': 'always',
  'userManager.userChangeStatusList': 'a user deactivated',
  'userManager.userChangeStatusSingle': 'a user deactivated',
  'controlPanel.saveAlert': "a recipient taken from another user's alert",
  'userView.recipientCorrect': "another user's recipient",
  'userView.recipientRemove': "another user's recipient",
  'authenticator.begin': 'always',
  'authenticator.confirm': 'always',
  'authenticator.renewRecoveryCodes': 'always',
  'authenticator.turnOff': 'always',
  'authenticator.reset': 'always',
  'authenticator.showCode': 'always',
  'service.save': "the county's switch of the second factor; the flood guard",
  'controlPanel.countyConfig.common.save': "the county's phone and email",
  'controlPanel.countyConfig.alertSettings.save': 'an alert type turned on or off',
  'controlPanel.countyConfig.userAccess.save': 'always',
  'controlPanel.countyConfig.auditLogPurgeSchedule.save': 'always',
  'controlPanel.countyConfig.userPurgeNow.purge': 'always',
  'controlPanel.countyConfig.endUserSessions': 'always',
  'support.endSessions': 'always',
  'controlPanel.migrateLandNotificationOneAlerts': 'always',
  'controlPanel.migrationRestore': 'always',
  'feeds.create': 'always',
  'feeds.save': 'a change in how its records are read',
  'feeds.setOpen': 'always',
  'feeds.createKey': 'always',
  'feeds.revokeKey': 'always',
  'feeds.releaseHeld': 'always',
  'feeds.discardHeld': 'always',
  'feeds.releaseWithheld': 'always',
  'rollVersions.use': 'always',
  'rollVersions.goBack': 'always',
  'feeds.discardWithheld': 'always',
  'monitoring.declareRestore': 'always',
} as const

const always = new Set(Object.entries(recentPasswordRules).flatMap(([name, when]) => (when === 'always' ? [name] : [])))

/** @throws AppError recentPasswordRequired, for a procedure that always asks */
export function checkRecentPassword(procedure: string, { session }: Pick<Caller, 'session'>): void {
  if (session && always.has(procedure)) assertRecentPassword(session)
}

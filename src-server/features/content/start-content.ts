import { codeLists } from '#shared/contract/code-lists.ts'
import { rights, type Role } from '#shared/contract/roles.ts'
import type { Env } from '#shared/node/configuration/env.ts'
import { type PageSettings, type StartKey, toPageSettings, type Settings } from '#shared/settings/groups.ts'

/** Leaves the group out if the caller may read none of its fields. */
const item = <N extends string, C extends object>(name: N, baseContent: C | null) =>
  baseContent && Object.keys(baseContent).length > 0 ? [{ name, baseContent }] : []

/**
 * What a client loads when it starts, by name. The table of the settings says which groups, and which of their fields,
 * anonymous and logged-in callers get; administrators get whole groups.
 * @param parcelRoll whether properties can be found by address
 */
export function toStartContent(settings: Settings, env: Env, role: Role | null, parcelRoll: boolean) {
  const isAdmin = role !== null && rights[role].controlPanel
  const group = <K extends StartKey>(key: K) => {
    const found: PageSettings<K> = isAdmin ? settings[key] : toPageSettings(key, settings, role ? 'loggedIn' : 'anyone')
    return item(key, found)
  }
  return [
    ...group('common'),
    ...group('alertSettings'),
    ...group('languages'),
    ...item('reports', role && { reports: isAdmin ? ['userReport', 'userExport'] : [] }),
    ...group('userAccess'),
    ...group('loginPageRegistration'),
    ...item('productProperties', {
      countyStateCode: env.COUNTY_STATE_CODE,
      countyTimeZone: env.COUNTY_TIME_ZONE,
      textMessages: env.SMS_TRANSPORT !== 'none',
      ...toPageSettings('service', settings, 'anyone'),
      parcelRoll,
      outbox: env.EMAIL_TRANSPORT === 'outbox' || env.SMS_TRANSPORT === 'outbox',
    }),
    ...item('userTypes', role && { userTypes: codeLists.userTypes }),
    ...item('auditLogTypes', role && { auditLogTypes: codeLists.auditLogTypes }),
    ...group('userLockout'),
  ]
}

export type NamedContent = ReturnType<typeof toStartContent>[number]

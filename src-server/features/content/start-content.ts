import { codeLists } from '#shared/contract/code-lists.ts'
import { rights, type Role } from '#shared/contract/roles.ts'
import type { Env } from '#shared/node/platform/env.ts'
import { toPublicSettings, type Settings } from '#shared/settings/groups.ts'

export type NamedContent = { name: string; baseContent: Record<string, unknown> }

/** Settings groups that clients load when they start. */
const groups = ['common', 'alertSettings', 'languages', 'userAccess', 'loginPageRegistration', 'userLockout'] as const
const forAnonymous = [
  'common',
  'alertSettings',
  'languages',
  'loginPageRegistration',
  'productProperties',
  'userLockout',
]
const order =
  'common alertSettings languages reports userAccess loginPageRegistration productProperties userTypes auditLogTypes userLockout'.split(
    ' ',
  )

function groupFor(key: (typeof groups)[number], settings: Settings, role: Role | null): Record<string, unknown> {
  if (role && rights[role].controlPanel) return settings[key]
  if (role && key === 'userAccess') {
    // The idle warning needs these.
    const { inactivityTimeLimit, inactivityTimeLimitPeriod } = settings.userAccess
    return { inactivityTimeLimit, inactivityTimeLimitPeriod }
  }
  return toPublicSettings(key, settings[key])
}

/**
 * What a client loads when it starts, by name (decisions, section 2). Anonymous callers get six items with their public
 * fields only; administrators get whole groups.
 */
export function toStartContent(settings: Settings, env: Env, role: Role | null): NamedContent[] {
  const all: Record<string, Record<string, unknown>> = {
    ...Object.fromEntries(groups.map((key) => [key, groupFor(key, settings, role)])),
    reports: { reports: role && rights[role].controlPanel ? ['userReport', 'userExport'] : [] },
    productProperties: {
      countyStateCode: env.COUNTY_STATE_CODE,
      countyTimeZone: env.COUNTY_TIME_ZONE,
      textMessages: env.SMS_TRANSPORT !== 'none',
      parcelMask: settings.service.parcelMask,
      otherCountries: settings.service.otherCountries,
      outbox: env.EMAIL_TRANSPORT === 'outbox' || env.SMS_TRANSPORT === 'outbox',
    },
    userTypes: { userTypes: codeLists.userTypes },
    auditLogTypes: { auditLogTypes: codeLists.auditLogTypes },
  }
  const names = role ? order : forAnonymous
  return names.map((name) => ({ name, baseContent: all[name] ?? {} }))
}

import type { ServerDeps } from '#server/platform/deps.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { today } from '#shared/domain/dates.ts'
import { isMatchable } from '#shared/matching/public.ts'
import { parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Settings } from '#shared/settings/groups.ts'

/** What the rules of an alert need to know about the county's settings and this installation. */
export function alertRules(
  settings: Settings,
  env: Pick<ServerDeps['env'], 'SMS_TRANSPORT' | 'COUNTY_TIME_ZONE'>,
): AlertRules {
  const mask = parseMaskOrNull(settings.service.parcelMask)
  return {
    alertSettings: settings.alertSettings,
    mask,
    isMatchable: (criteria) => isMatchable(criteria, mask),
    otherCountries: settings.service.otherCountries,
    texts: env.SMS_TRANSPORT !== 'none',
    today: today(env.COUNTY_TIME_ZONE),
  }
}

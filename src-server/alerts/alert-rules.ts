import { maskOf } from '#shared/node/watched.ts'
import type { AlertRules } from '#shared/rules/alert.ts'
import type { Settings } from '#shared/settings/groups.ts'
import type { ServerDeps } from '../deps.ts'

/** What the rules of an alert need of the county's settings and this installation. */
export function alertRules(settings: Settings, env: Pick<ServerDeps['env'], 'SMS_TRANSPORT'>): AlertRules {
  return {
    alertSettings: settings.alertSettings,
    mask: maskOf(settings.service.parcelMask),
    otherCountries: settings.service.otherCountries,
    texts: env.SMS_TRANSPORT !== 'none',
  }
}

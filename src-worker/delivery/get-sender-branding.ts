import type { Env } from '#shared/node/configuration/env.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { readCountyCatalogs } from '../templates/county-catalogs.ts'
import type { SenderBranding } from '../templates/parts/sender-branding.ts'

const made = new WeakMap<Settings['common'], SenderBranding>()

/** The county as its messages show it; returns the same object until the settings are read again. */
export function getSenderBranding(common: Settings['common'], env: Env): SenderBranding {
  const { countyName, appTitle, contactName, contactTitle, contactPhone, contactEmail } = common
  const branding = made.get(common) ?? {
    countyName,
    appTitle,
    contactName,
    contactTitle,
    contactPhone,
    contactEmail,
    publicUrl: env.PUBLIC_URL,
    secret: env.APP_SECRET,
    timeZone: env.COUNTY_TIME_ZONE,
    catalogs: readCountyCatalogs(env).catalogs,
  }
  made.set(common, branding)
  return branding
}

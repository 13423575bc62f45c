import type { Env } from '#shared/node/platform/env.ts'
import type { Settings } from '#shared/settings/groups.ts'
import { countyWordings } from '../templates/county-wordings.ts'
import type { Letterhead } from '../templates/message.ts'

const made = new WeakMap<Settings['common'], Letterhead>()

/** The county as its messages show it: one object for as long as the settings were not read again. */
export function letterheadOf(common: Settings['common'], env: Env): Letterhead {
  const { countyName, appTitle, contactName, contactTitle, contactPhone, contactEmail } = common
  const letterhead = made.get(common) ?? {
    countyName,
    appTitle,
    contactName,
    contactTitle,
    contactPhone,
    contactEmail,
    publicUrl: env.PUBLIC_URL,
    secret: env.APP_SECRET,
    timeZone: env.COUNTY_TIME_ZONE,
    wordings: countyWordings(env).wordings,
  }
  made.set(common, letterhead)
  return letterhead
}

import type { StartContent } from '#client/lib/api/start-content.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { today } from '#shared/domain/dates.ts'
import { parseMask } from '#shared/matching/parcels/parcel.ts'

/** The rules for alerts, from the start content. */
export const toAlertRules = (start: StartContent): AlertRules => ({
  alertSettings: start.alertSettings,
  mask: parseMask(start.parcelMask),
  otherCountries: start.otherCountries,
  texts: start.textMessages,
  today: today(start.timeZone),
})

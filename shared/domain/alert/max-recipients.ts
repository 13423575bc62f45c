import { messages } from '#shared/contract/messages.ts'
import type { SettingsValues } from '#shared/settings/groups.ts'

/** The settings that limit an alert's recipients; `texts` is false if the service sends none. */
export type RecipientLimits = {
  texts: boolean
  alertSettings: Pick<SettingsValues<'alertSettings'>, 'numberOfEmails' | 'numberOfPhones'>
}

export const maxPhones = ({ texts, alertSettings }: RecipientLimits): number =>
  texts ? alertSettings.numberOfPhones : 0

/** Emails and phones together. */
export const maxRecipients = (limits: RecipientLimits): number =>
  limits.alertSettings.numberOfEmails + maxPhones(limits)

/** The message for an alert without recipients; it names only the channels that the county offers. */
export function missingRecipientMessage(limits: RecipientLimits): string {
  if (maxPhones(limits) === 0) return messages.atLeastOneEmail
  return limits.alertSettings.numberOfEmails === 0 ? messages.atLeastOneText : messages.atLeastOneRecipient
}

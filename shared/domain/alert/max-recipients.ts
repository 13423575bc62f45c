import { messages } from '#shared/contract/messages.ts'

/** What decides how many recipients an alert may have; `texts` is false where the service sends none. */
export type RecipientLimits = { texts: boolean; alertSettings: { numberOfEmails: number; numberOfPhones: number } }

export const mostPhones = ({ texts, alertSettings }: RecipientLimits): number =>
  texts ? alertSettings.numberOfPhones : 0

/** Emails and phones together. */
export const mostRecipients = (limits: RecipientLimits): number =>
  limits.alertSettings.numberOfEmails + mostPhones(limits)

/** What an alert without a recipient wants; a kind that is not offered is not named. */
export function recipientWanted(limits: RecipientLimits): string {
  if (mostPhones(limits) === 0) return messages.atLeastOneEmail
  return limits.alertSettings.numberOfEmails === 0 ? messages.atLeastOneText : messages.atLeastOneRecipient
}

import type { AlertInput } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { WatchedAlert } from '#shared/contract/several-alerts.ts'
import { type AlertRules, alertProblems } from './alert.ts'

/** An alert of a registration as it will be saved: it notifies the account's own email. */
export const toOwnAlert = ({ automaticWidth: _automaticWidth, ...alert }: WatchedAlert, email: string): AlertInput => ({
  ...alert,
  id: undefined,
  userId: undefined,
  alertEmailAddresses: [{ id: undefined, value: email, acknowledged: true }],
  alertPhones: [],
})

/** A problem with the recipients, which the alerts of a registration do not name: the county may allow no emails. */
const isAboutRecipients = (field: string): boolean => field === 'recipients' || field.startsWith('alertEmailAddresses')

/**
 * Every problem with the alerts of a registration, by the rules of single alerts, on fields such as `watch.0.lastName`.
 * @param email of the account; its own problems are on its own field
 */
export function watchProblems(watch: readonly WatchedAlert[], email: string, rules: AlertRules): FieldProblems {
  const problems: FieldProblems = {}
  watch.forEach((alert, index) => {
    for (const [field, problem] of Object.entries(alertProblems(toOwnAlert(alert, email), rules))) {
      if (field === 'alertEmailAddresses') problems.watch = problem
      else if (!isAboutRecipients(field)) problems[`watch.${index}.${field}`] = problem
    }
  })
  return problems
}

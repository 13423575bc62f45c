import { type AlertInput, criteriaFields } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { HouseholdInput } from '#shared/contract/several-alerts.ts'
import { optionalTexts } from './alert-types.ts'
import { type AlertRules, alertProblems } from './alert.ts'

/** A household's alerts as individual alerts, in the same order. */
export function toHouseholdAlerts({ alerts, ...recipients }: HouseholdInput): AlertInput[] {
  return alerts.map((alert) => ({
    ...alert,
    ...recipients,
    id: undefined,
    userId: undefined,
    statusType: 'A',
    pausedUntil: '',
  }))
}

/**
 * Every problem with a household as entered, by the rules of single alerts. Problems with criteria are on fields such as
 * `alerts.1.lastName`; those with the shared recipients are on the recipients' fields.
 */
export function householdProblems(input: HouseholdInput, rules: AlertRules): FieldProblems {
  const problems: FieldProblems = {}
  toHouseholdAlerts(input).forEach((alert, index) => {
    const own: string[] = [
      'alertType',
      ...criteriaFields[alert.criteria.alertType],
      ...Object.keys(optionalTexts(alert.criteria)),
    ]
    // The schema requires the name. The form derives it from the criteria, which are checked here.
    const { name: _shape, ...fieldProblems } = alertProblems(alert, rules)
    for (const [field, problem] of Object.entries(fieldProblems))
      problems[own.includes(field) ? `alerts.${index}.${field}` : field] = problem
  })
  return problems
}

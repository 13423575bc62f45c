import type { AlertInput, HouseholdInput } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { type AlertRules, alertProblems } from './alert.ts'

/** A household's alerts as single ones, in the order given. */
export function alertsOfHousehold({ alerts, ...recipients }: HouseholdInput): AlertInput[] {
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
 * Everything that is wrong with a household as entered, by the rules of single alerts: what is watched on
 * `alerts.1.lastName`, the recipients, whom all alerts share, on their own fields.
 */
export function householdProblems(input: HouseholdInput, rules: AlertRules): FieldProblems {
  const problems: FieldProblems = {}
  alertsOfHousehold(input).forEach((alert, index) => {
    const entered = input.alerts[index] ?? {}
    // The shape asks for the name: the form makes it of what is entered, and that is asked for here.
    const { name: _shape, ...asked } = alertProblems(alert, rules)
    for (const [field, problem] of Object.entries(asked))
      problems[field in entered ? `alerts.${index}.${field}` : field] = problem
  })
  return problems
}

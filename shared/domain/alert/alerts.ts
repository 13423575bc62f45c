import type { AlertInput } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { type AlertRules, alertProblems } from './alert.ts'

/** Every problem with new alerts that are saved together, by the rules of single alerts, on fields such as `alerts.1.parcelId`. */
export function alertsProblems(alerts: readonly AlertInput[], rules: AlertRules): FieldProblems {
  const problems = alerts.flatMap((alert, index) =>
    Object.entries(alertProblems(alert, rules)).map(([field, problem]) => [`alerts.${index}.${field}`, problem]),
  )
  return Object.fromEntries(problems) as FieldProblems
}

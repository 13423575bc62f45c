import { type AlertInput, type Criteria, matchOptionNames } from '#shared/contract/alert.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { type MatchOptionColumns, toMatchOptionsFromRow } from '#shared/node/domain/alerts/criteria-columns.ts'

type Existing = MatchOptionColumns & { former_last_name: string; paused_until: string | null }

/**
 * A write to an existing alert, completed with the stored values of the fields that it leaves out, so that a caller who
 * does not know them does not clear them.
 */
export function keepAbsent(input: AlertInput, existing: Existing): AlertInput {
  const { absent = [] } = input
  const stored = toMatchOptionsFromRow(existing)
  const variants = matchOptionNames.reduce(
    (kept, name) => (absent.includes(name) ? { ...kept, [name]: stored[name] } : kept),
    input.criteria.variants,
  )
  const criteria: Criteria =
    input.criteria.alertType === 'NAME' && absent.includes('formerLastName')
      ? { ...input.criteria, formerLastName: existing.former_last_name, variants }
      : { ...input.criteria, variants }
  const pausedUntil = absent.includes('pausedUntil') ? dayToWire(existing.paused_until) : input.pausedUntil
  return { ...input, criteria, pausedUntil }
}

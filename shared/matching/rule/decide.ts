import type { Criteria } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import type { ParcelMask } from '../parcels/parcel.ts'
import { misspelledKeys } from './keys.ts'
import { alertPeople, type ParsedAlert, parseAlert } from './parsed-alert.ts'
import type { ParsedRecord } from './parsed-record.ts'
import { rules } from './rules.ts'
import { RULE_VERSION } from './version.ts'

/**
 * Whether a record matches an alert, and why: the published rule. Reports the strongest reason: the default rule before
 * a match option, full names before initials, the same legal form before a different one.
 */
export function decide(alert: ParsedAlert, record: ParsedRecord): Match | null {
  const decision = rules[alert.criteria.alertType].decide(alert, record)
  return decision && { ...decision, alertRaw: alert.raw, ruleVersion: RULE_VERSION }
}

/** The alert's distinct candidate keys, 'kind:normalized'. */
export const alertKeys = (alert: ParsedAlert): string[] => [...new Set(rules[alert.criteria.alertType].keys(alert))]

/**
 * The keys by which a new alert is found in stored records. A record's slip keys are not stored: the ordinary keys of
 * the misspellings that a record has replace them.
 * @param held names of records that are names of the alert with a typing slip
 */
export function previewKeys(alert: ParsedAlert, held: ReadonlySet<string>): string[] {
  const { criteria } = alert
  if (!criteria.variants.typingSlips) return alertKeys(alert)
  const exact = { ...criteria, variants: { ...criteria.variants, typingSlips: false } }
  return [...alertKeys({ ...alert, criteria: exact }), ...misspelledKeys(alertPeople(alert), held)]
}

/**
 * Whether any record could match these criteria: an alert without keys never would ('DATED 2020' as a business name).
 */
export const isMatchable = (criteria: Criteria, mask: ParcelMask): boolean =>
  alertKeys(parseAlert(criteria, mask)).length > 0

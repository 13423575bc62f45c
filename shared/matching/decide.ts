import type { Match } from '#shared/contract/match.ts'
import type { ParsedAlert } from './parsed-alert.ts'
import { decideBusiness } from '#shared/matching/decide-business.ts'
import { decidePerson } from '#shared/matching/decide-person.ts'
import { isSameParcel } from '#shared/matching/parcel.ts'
import { type Reason, type Explanation, explain, sameParcelSentence } from '#shared/matching/reason.ts'
import type { ParsedRecord } from '#shared/matching/record.ts'
import { RULE_VERSION } from '#shared/matching/version.ts'

/**
 * Whether a record matches an alert, and why: the published rule (decisions, section 6). Reports the strongest reason:
 * the default rule before an opt-in variant, full names before initials, the same legal form before a different one.
 */
export function decide(alert: ParsedAlert, record: ParsedRecord): Match | null {
  if (alert.parcel) return decideParcel(alert, record)
  const decideParty = alert.criteria.alertType === 'NAME' ? decidePerson : decideBusiness
  let best: Reason | null = null
  let bestParty = record.parties[0]
  for (const party of record.parties) {
    const reason = decideParty(alert, party)
    if (!reason || (best && best.weakness <= reason.weakness)) continue
    best = reason
    bestParty = party
    if (reason.weakness === 0) break
  }
  if (!best || !bestParty) return null
  const { index, role, raw } = bestParty
  return toMatch(alert, { field: 'party', fieldIndex: index, role, recordRaw: raw }, explain(best))
}

function decideParcel(alert: ParsedAlert, record: ParsedRecord): Match | null {
  const found = record.parcels.find(({ parcel }) => alert.parcel && isSameParcel(alert.parcel, parcel))
  if (!found) return null
  const explanation: Explanation = {
    byInitialOnly: false,
    otherLegalForm: false,
    variant: null,
    sentence: sameParcelSentence,
  }
  return toMatch(alert, { field: 'parcel', fieldIndex: found.index, role: '', recordRaw: found.raw }, explanation)
}

type Place = Pick<Match, 'field' | 'fieldIndex' | 'role' | 'recordRaw'>

function toMatch(alert: ParsedAlert, place: Place, explanation: Explanation): Match {
  return { ...place, alertRaw: alert.raw, ...explanation, ruleVersion: RULE_VERSION }
}

import type { ReadAlert } from '#shared/matching/alert.ts'
import { decideBusiness } from '#shared/matching/decide-business.ts'
import { decidePerson } from '#shared/matching/decide-person.ts'
import { sameParcel } from '#shared/matching/parcel.ts'
import type { ReadRecord } from '#shared/matching/record.ts'
import { type Reason, type Told, tell } from '#shared/matching/reason.ts'
import type { Match } from '#shared/matching/types.ts'
import { RULE_VERSION } from '#shared/matching/version.ts'

/**
 * Whether a record meets an alert, and why: the published rule (decisions, section 6). Of several reasons the strongest
 * is told: the standing rule over an opt-in variant, full names over initials, the same legal form over another.
 */
export function decide(alert: ReadAlert, record: ReadRecord): Match | null {
  if (alert.parcel) return decideParcel(alert, record)
  const judge = alert.watched.alertType === 'NAME' ? decidePerson : decideBusiness
  let best: Reason | null = null
  let bestParty = record.parties[0]
  for (const party of record.parties) {
    const reason = judge(alert, party)
    if (!reason || (best && best.weakness <= reason.weakness)) continue
    best = reason
    bestParty = party
    if (reason.weakness === 0) break
  }
  if (!best || !bestParty) return null
  const { index, role, raw } = bestParty
  return match(alert, { field: 'party', fieldIndex: index, role, recordRaw: raw }, tell(best))
}

function decideParcel(alert: ReadAlert, record: ReadRecord): Match | null {
  const found = record.parcels.find(({ parcel }) => alert.parcel && sameParcel(alert.parcel, parcel))
  if (!found) return null
  const told: Told = {
    byInitialOnly: false,
    otherLegalForm: false,
    variant: null,
    sentence: 'The parcel id is the same.',
  }
  return match(alert, { field: 'parcel', fieldIndex: found.index, role: '', recordRaw: found.raw }, told)
}

type Place = Pick<Match, 'field' | 'fieldIndex' | 'role' | 'recordRaw'>

function match(alert: ReadAlert, place: Place, told: Told): Match {
  return { ...place, alertRaw: alert.raw, ...told, ruleVersion: RULE_VERSION }
}

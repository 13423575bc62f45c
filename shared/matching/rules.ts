import type { AlertType } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import { alertWordKeys } from './all-words.ts'
import { withoutExcepted } from './exceptions.ts'
import { alertMatchTexts, alertPeople, type ParsedAlert } from './parsed-alert.ts'
import { decideBusiness } from '#shared/matching/decide-business.ts'
import { decidePerson } from '#shared/matching/decide-person.ts'
import { alertPersonKeys } from './keys.ts'
import { alertParcelKeys, isSameParcel } from '#shared/matching/parcel.ts'
import type { ParsedParty } from '#shared/matching/party.ts'
import { type Reason, type Explanation, explain, sameParcelSentence } from '#shared/matching/reason.ts'
import type { ParsedRecord } from '#shared/matching/record.ts'

type Place = Pick<Match, 'field' | 'fieldIndex' | 'role' | 'recordRaw'>
type Decision = Place & Explanation

/** How a type of alerts finds records: the keys by which they meet, and what decides. */
type Rule = {
  keys: (alert: ParsedAlert) => string[]
  decide: (alert: ParsedAlert, record: ParsedRecord) => Decision | null
}

export const rules: Record<AlertType, Rule> = {
  NAME: {
    keys: (alert) => [
      ...alertPeople(alert).flatMap((person) => alertPersonKeys(person, alert.criteria.variants)),
      ...alertMatchTexts(alert).map((text) => `whole:${text}`),
    ],
    decide: (alert, record) => decideParties(decidePerson, alert, withoutExcepted(alert.exceptions, record)),
  },
  BUSINESS: {
    keys: ({ criteria, businesses, words }) => [
      ...businesses.flatMap(({ key, sortedWords }) => [
        `business:${key}`,
        ...(sortedWords === null ? [] : [`trust:${sortedWords}`]),
      ]),
      ...(criteria.variants.allWords ? alertWordKeys(words) : []),
    ],
    decide: (alert, record) => decideParties(decideBusiness, alert, record),
  },
  PARCEL_ID: {
    keys: ({ parcel }) => (parcel ? alertParcelKeys(parcel) : []),
    decide: decideParcel,
  },
}

/** The strongest reason among the parties of a record. */
function decideParties(
  decideParty: (alert: ParsedAlert, party: ParsedParty) => Reason | null,
  alert: ParsedAlert,
  record: ParsedRecord,
): Decision | null {
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
  return { field: 'party', fieldIndex: index, role, recordRaw: raw, ...explain(best) }
}

function decideParcel({ parcel: wanted }: ParsedAlert, record: ParsedRecord): Decision | null {
  const found = wanted && record.parcels.find(({ parcel }) => isSameParcel(wanted, parcel))
  if (!found) return null
  return {
    field: 'parcel',
    fieldIndex: found.index,
    role: '',
    recordRaw: found.raw,
    byInitialOnly: false,
    otherLegalForm: false,
    variant: null,
    sentence: sameParcelSentence,
  }
}

import type { AlertType } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import { alertWordKeys } from '../business/all-words.ts'
import { locateMarks } from '../explain/locate-marks.ts'
import type { Found } from '../explain/matched-words.ts'
import { type Explanation, explain, parcelSentences } from '../explain/reason.ts'
import { isSameParcel, parcelKeys } from '../parcels/parcel.ts'
import { isParcelRange } from '../parcels/split-parcels.ts'
import type { ParsedParty } from '../party/party.ts'
import { decideBusiness } from './decide-business.ts'
import { decidePerson } from './decide-person.ts'
import { toSpelling, withoutExcepted } from './exceptions.ts'
import { isSurer } from './grade.ts'
import { alertPersonKeys } from './keys.ts'
import { alertMatchTexts, alertPeople, type ParsedAlert } from './parsed-alert.ts'
import type { ParsedRecord } from './parsed-record.ts'

type Place = Pick<Match, 'field' | 'fieldIndex' | 'role' | 'recordRaw' | 'marks'>
type Decision = Place & Explanation & Pick<Match, 'reading'>

/** How a type of alert finds records: the keys by which they meet, and the function that decides. */
type Rule = {
  keys: (alert: ParsedAlert) => string[]
  decide: (alert: ParsedAlert, record: ParsedRecord) => Decision | null
}

export const rules: Record<AlertType, Rule> = {
  NAME: {
    keys: (alert) => [
      ...alertPeople(alert).flatMap((person) => alertPersonKeys(person, alert.criteria.variants)),
      ...alertMatchTexts(alert).map((text) => `whole:${text}`),
      ...(alert.criteria.variants.possible ? alertWordKeys(alert.words) : []),
    ],
    decide: (alert, record) => decideParties(decidePerson, alert, withoutExcepted(alert.exceptions, record)),
  },
  BUSINESS: {
    keys: ({ criteria, businesses, shortNames, words }) => [
      ...businesses.flatMap(({ key, sortedWords }) => [
        `business:${key}`,
        ...(sortedWords === null ? [] : [`trust:${sortedWords}`]),
      ]),
      ...(criteria.variants.possible ? shortNames.map(({ key }) => `business:${key}`) : []),
      ...(criteria.variants.allWords || criteria.variants.possible ? alertWordKeys(words) : []),
    ],
    decide: (alert, record) => decideParties(decideBusiness, alert, record),
  },
  PARCEL_ID: {
    keys: ({ parcel }) => (parcel ? parcelKeys(parcel) : []),
    decide: decideParcel,
  },
}

/** The strongest reason among the parties of a record. Only for that one are its words located in the text. */
function decideParties(
  decideParty: (alert: ParsedAlert, party: ParsedParty) => Found | null,
  alert: ParsedAlert,
  record: ParsedRecord,
): Decision | null {
  let best: Found | null = null
  let bestParty = record.parties[0]
  for (const party of record.parties) {
    const found = decideParty(alert, party)
    if (!found || isExceptedSpelling(alert, party, found)) continue
    if (best && !isSurer(found.reason, best.reason)) continue
    best = found
    bestParty = party
    if (found.reason.weakness === 0) break
  }
  if (!best || !bestParty) return null
  const { index, role, raw } = bestParty
  const met = best.met()
  const marks = locateMarks(raw, met)
  const place: Place = { field: 'party', fieldIndex: index, role, recordRaw: raw, ...(marks && { marks }) }
  return { ...place, ...explain(best.reason), ...(met.kind === 'person' && { reading: met.person.reading }) }
}

/** Whether the owner said of a possible match by these words that it is not about them. */
const isExceptedSpelling = ({ exceptions }: ParsedAlert, { raw }: ParsedParty, { reason, met }: Found): boolean =>
  reason.grade === 'POSSIBLE' &&
  exceptions !== null &&
  exceptions.spellings.size > 0 &&
  exceptions.spellings.has(toSpelling({ recordRaw: raw, marks: locateMarks(raw, met()) ?? undefined }))

function decideParcel({ parcel: wanted }: ParsedAlert, record: ParsedRecord): Decision | null {
  const found = wanted && record.parcels.find(({ parcel }) => isSameParcel(wanted, parcel))
  if (!found) return null
  const { raw, start, end } = found
  return {
    field: 'parcel',
    fieldIndex: found.index,
    role: '',
    recordRaw: raw,
    marks: [trimRange(raw, start, end)],
    byInitialOnly: false,
    otherLegalForm: false,
    variant: null,
    grade: 'CERTAIN',
    sentence: isParcelRange(raw.slice(start, end)) ? parcelSentences.parcelInRange : parcelSentences.sameParcel,
  }
}

const trimRange = (raw: string, start: number, end: number): [number, number] => {
  const text = raw.slice(start, end)
  return [end - text.trimStart().length, start + text.trimEnd().length]
}

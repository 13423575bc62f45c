import type { Variants } from '#shared/contract/alert.ts'
import type { ParsedAlert } from './parsed-alert.ts'
import { matchesTruncated } from './truncated-name.ts'
import {
  compareGivenNames,
  type GivenNames,
  type GivenNameAgreement,
  isInitial,
  parseGivenNames,
} from './given-names.ts'
import type { ParsedParty } from '#shared/matching/party.ts'
import type { Person } from '#shared/matching/person.ts'
import type { Reason } from '#shared/matching/reason.ts'
import { soundsAlike } from './phonetics.ts'
import { compareSurnames, type SurnameAgreement } from '#shared/matching/surname.ts'
import { nicknamesFor } from '#shared/matching/tables/nicknames.ts'

/** The strongest reason why a party names the person of an alert, or null if it does not. */
export function decidePerson(alert: ParsedAlert, party: ParsedParty): Reason | null {
  const { variants } = alert.criteria
  let best: Reason | null = null
  const consider = (reason: Reason | null) => {
    if (!reason || (variants.notByInitial && reason.byInitialOnly)) return
    if (!best || reason.weakness < best.weakness) best = reason
  }
  for (const fromAlert of alert.people) {
    for (const fromRecord of party.people) {
      const surnames = compareSurnames(fromAlert.surname, fromRecord.surname)
      if (surnames) considerGivenNames(fromAlert, fromRecord, surnames, variants, consider)
      if (variants.soundAlikes) considerPhonetics(fromAlert, fromRecord, consider)
    }
  }
  if (party.truncatedPeople.some((person) => alert.people.some((criteria) => matchesTruncated(criteria, person))))
    consider(truncated)
  if (party.people.length === 0 && startsAny(party.wholePrefixes, alert.matchTexts)) consider(truncated)
  if (party.unparsedName !== '' && alert.matchTexts.includes(party.unparsedName)) consider(unparsed)
  return best
}

const startsAny = (prefixes: string[], texts: string[]) =>
  prefixes.some((prefix) => texts.some((text) => text.startsWith(prefix)))

const baseReason = { byInitialOnly: false, otherLegalForm: false, variant: null }
const unparsed: Reason = { ...baseReason, kind: 'unreadName', weakness: 2 }
const truncated: Reason = { ...baseReason, kind: 'cutName', weakness: 3 }
const nickname: Reason = { ...baseReason, kind: 'nickname', weakness: 20, variant: 'nicknames' }
const sound: Reason = { ...baseReason, kind: 'soundAlike', weakness: 30, variant: 'soundAlikes' }

type Consider = (reason: Reason | null) => void

function considerGivenNames(
  fromAlert: Person,
  fromRecord: Person,
  surnames: SurnameAgreement,
  variants: Variants,
  consider: Consider,
): void {
  const inAlert = withoutOtherHalf(fromAlert, surnames.alertHalves, 'alert')
  const inRecord = withoutOtherHalf(fromRecord, surnames.recordHalves, 'record')
  for (const alert of inAlert) {
    for (const record of inRecord) {
      const agreed = compareGivenNames(alert, record)
      if (agreed) consider(weakenConflict(toReason(alert, record, agreed, surnames), agreed))
      if (variants.nicknames && compareGivenNames(alert, record, isNickname)) consider(nickname)
    }
  }
}

const isNickname = (alert: string, record: string) => nicknamesFor(alert).has(record)

function considerPhonetics(fromAlert: Person, fromRecord: Person, consider: Consider): void {
  const surnames = compareSurnames(fromAlert.surname, fromRecord.surname, soundsAlike)
  if (!surnames) return
  for (const alert of fromAlert.givenNames) {
    for (const record of fromRecord.givenNames) {
      if (alert.isJoined || record.isJoined || isInitial(alert.first) || isInitial(record.first)) continue
      if (compareGivenNames(alert, record, soundsAlike)) consider(sound)
    }
  }
}

/** The given names as written, and without the other half of a double surname if it is among them. */
function withoutOtherHalf(person: Person, halves: string[], side: 'alert' | 'record'): GivenNames[] {
  if (halves.length === 0) return person.givenNames
  const from = side === 'alert' ? 1 : 0
  const rest = person.givenWords.filter((word, i) => i < from || !halves.includes(word))
  if (rest.length === person.givenWords.length || rest.length === 0) return person.givenNames
  return [...person.givenNames, ...parseGivenNames(rest, [], side)]
}

const weakenConflict = (reason: Reason, { hasConflict }: GivenNameAgreement): Reason =>
  hasConflict && reason.weakness < weakestDefault ? { ...reason, weakness: weakestDefault } : reason

/** The weakness of a reason by initials, by how the surnames agree. */
const byInitials = {
  half: { kind: 'halfAndInitial', withMiddle: 7, alone: 11 },
  swapped: { kind: 'turnedAndInitial', withMiddle: 7, alone: 11 },
} as const

function toReason(
  alert: GivenNames,
  record: GivenNames,
  agreed: GivenNameAgreement,
  surnames: SurnameAgreement,
): Reason {
  const initialAlert = isInitial(alert.first)
  const initialRecord = isInitial(record.first)
  if (initialAlert || initialRecord) {
    const middle = agreed.middle === 'same' || agreed.middle === 'one'
    if (surnames.how !== 'same') {
      const { kind, withMiddle, alone } = byInitials[surnames.how]
      return { ...baseReason, kind, weakness: middle ? withMiddle : alone, byInitialOnly: !middle }
    }
    if (middle) return { ...baseReason, kind: 'middleAndInitial', weakness: 6 }
    const kind = initialAlert && initialRecord ? 'initialInBoth' : initialAlert ? 'initialInAlert' : 'initialInRecord'
    return { ...baseReason, kind, weakness: initialAlert && initialRecord ? 9 : 10, byInitialOnly: true }
  }
  const other = alert.isAlternate || record.isAlternate
  if (surnames.how === 'half') return { ...baseReason, kind: other ? 'halfOtherFirst' : 'halfName', weakness: 2 }
  if (surnames.how === 'swapped') return { ...baseReason, kind: other ? 'turnedOtherFirst' : 'turnedName', weakness: 2 }
  if (other) return { ...baseReason, kind: 'otherFirst', weakness: 1 }
  return sameFirstAndLast(agreed)
}

// A contradicting middle name is the weakest of all default reasons (decisions, section 6a).
const weakestDefault = 12
const oneMiddleDiffers = { kind: 'oneMiddleDiffers', weakness: weakestDefault } as const
const oneInitialDiffers = { kind: 'oneInitialDiffers', weakness: weakestDefault + 1 } as const

function sameFirstAndLast({ middle, hasConflict }: GivenNameAgreement): Reason {
  switch (middle) {
    case 'none':
      return { ...baseReason, kind: 'sameName', weakness: 1 }
    case 'same':
      return { ...baseReason, kind: 'sameNameAndMiddle', weakness: 0 }
    case 'one':
      return { ...baseReason, ...(hasConflict ? oneMiddleDiffers : { kind: 'sameNameOneMiddle', weakness: 0 }) }
    case 'initial':
      return { ...baseReason, ...(hasConflict ? oneInitialDiffers : { kind: 'sameNameMiddleInitial', weakness: 0 }) }
  }
}

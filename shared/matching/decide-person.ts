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
import { formerNames } from './former-name.ts'
import { type Reason, toEarlierSurname } from '#shared/matching/reason.ts'
import { soundsAlike } from './phonetics.ts'
import { compareSurnames, type SurnameAgreement } from '#shared/matching/surname.ts'
import { nicknamesFor } from '#shared/matching/tables/nicknames.ts'
import { isTypingSlip } from './typing-slips.ts'

/** The strongest reason why a party names the person of an alert, or null if it does not. */
export function decidePerson(alert: ParsedAlert, party: ParsedParty): Reason | null {
  const { variants } = alert.criteria
  let best: Reason | null = null
  const consider = (reason: Reason | null) => {
    if (!reason || (variants.notByInitial && reason.byInitialOnly)) return
    if (!best || reason.weakness < best.weakness) best = reason
  }
  considerPeople({ people: alert.people, matchTexts: alert.matchTexts }, party, variants, consider)
  if (alert.formerMatchTexts.length > 0) {
    const former = { people: alert.formerPeople, matchTexts: alert.formerMatchTexts }
    considerPeople(former, party, variants, (reason) => consider(reason && toEarlierSurname(reason)))
  }
  return best
}

function considerPeople(
  { people, matchTexts }: Pick<ParsedAlert, 'people' | 'matchTexts'>,
  party: ParsedParty,
  variants: Variants,
  consider: Consider,
): void {
  for (const fromAlert of people) {
    for (const fromRecord of party.people) {
      const surnames = compareSurnames(fromAlert.surname, fromRecord.surname)
      if (surnames) considerGivenNames(fromAlert, fromRecord, surnames, variants, consider)
      else if (variants.typingSlips) considerSurnameSlip(fromAlert, fromRecord, consider)
      if (variants.soundAlikes) considerPhonetics(fromAlert, fromRecord, consider)
      if (variants.formerName) considerFormerName(fromAlert, fromRecord, consider)
    }
  }
  if (party.truncatedPeople.some((person) => people.some((criteria) => matchesTruncated(criteria, person))))
    consider(truncated)
  if (party.people.length === 0 && startsAny(party.wholePrefixes, matchTexts)) consider(truncated)
  if (party.unparsedName !== '' && matchTexts.includes(party.unparsedName)) consider(unparsed)
}

const startsAny = (prefixes: string[], texts: string[]) =>
  prefixes.some((prefix) => texts.some((text) => text.startsWith(prefix)))

const baseReason = { byInitialOnly: false, otherLegalForm: false, variant: null }
const unparsed: Reason = { ...baseReason, kind: 'unreadName', weakness: 2 }
const truncated: Reason = { ...baseReason, kind: 'cutName', weakness: 3 }
const nickname: Reason = { ...baseReason, kind: 'nickname', weakness: 20, variant: 'nicknames' }
const formerName: Reason = { ...baseReason, kind: 'formerName', weakness: 22, variant: 'formerName' }
const slip: Reason = { ...baseReason, kind: 'typingSlip', weakness: 25, variant: 'typingSlips' }
const slipHalf: Reason = { ...slip, kind: 'typingSlipHalf', weakness: 27 }
const slipFirst: Reason = { ...slip, kind: 'typingSlipFirst' }
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
      if (agreed) consider(toReason(alert, record, agreed, surnames))
      if (variants.nicknames && compareGivenNames(alert, record, isNickname)) consider(nickname)
      if (variants.typingSlips && hasFirstNameSlip([alert, fromAlert], [record, fromRecord])) consider(slipFirst)
    }
  }
}

/** Keys find a joined reading (LEE ANN = LEEANN) only as the names stand, not without the other half of a surname. */
const hasFirstNameSlip = (...readings: [alert: Reading, record: Reading]) =>
  readings.every(([given, person]) => !given.isJoined || person.givenNames.includes(given)) &&
  compareGivenNames(readings[0][0], readings[1][0], isTypingSlip)?.first === 'variant'
type Reading = [GivenNames, Person]

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

/** The last name misspelled, and the same full first name. */
function considerSurnameSlip(fromAlert: Person, fromRecord: Person, consider: Consider): void {
  const surnames = compareSurnames(fromAlert.surname, fromRecord.surname, isTypingSlip)
  if (!surnames) return
  for (const alert of fromAlert.givenNames)
    for (const record of fromRecord.givenNames)
      if (hasSameFullFirst(alert, record)) consider(surnames.how === 'same' ? slip : slipHalf)
}

/** The alert's surname as the record's last middle name, and the same full first name. */
function considerFormerName(fromAlert: Person, fromRecord: Person, consider: Consider): void {
  for (const { surname, given } of formerNames(fromRecord)) {
    if (surname !== fromAlert.surname.key) continue
    if (fromAlert.givenNames.some((alert) => hasSameFullFirst(alert, given))) consider(formerName)
  }
}

const hasSameFullFirst = (alert: GivenNames, record: GivenNames) =>
  !isInitial(alert.first) && compareGivenNames(alert, record)?.first === 'equal'

/** The given names as written, and without the other half of a double surname if it is among them. */
function withoutOtherHalf(person: Person, halves: string[], side: 'alert' | 'record'): GivenNames[] {
  if (halves.length === 0) return person.givenNames
  const from = side === 'alert' ? 1 : 0
  const rest = person.givenWords.filter((word, i) => i < from || !halves.includes(word))
  if (rest.length === person.givenWords.length || rest.length === 0) return person.givenNames
  return [...person.givenNames, ...parseGivenNames(rest, [], side)]
}

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

// Weaker than a name without a middle name and than a truncated name.
const oneMiddleDiffers = { kind: 'oneMiddleDiffers', weakness: 4 } as const
const oneInitialDiffers = { kind: 'oneInitialDiffers', weakness: 5 } as const

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

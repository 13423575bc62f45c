import type { Variants } from '#shared/contract/alert.ts'
import type { ParsedAlert } from './parsed-alert.ts'
import { describeTruncated } from './truncated-name.ts'
import {
  compareGivenNames,
  type GivenNames,
  type GivenNameAgreement,
  isInitial,
  parseGivenNames,
} from './given-names.ts'
import { type Found, type Met, toMetPerson, toMetTruncated } from './met.ts'
import type { ParsedParty } from '#shared/matching/party.ts'
import type { Person } from '#shared/matching/person.ts'
import type { Reason } from '#shared/matching/reason.ts'
import { soundsAlike } from './phonetics.ts'
import { compareSurnames, type SurnameAgreement } from '#shared/matching/surname.ts'
import { nicknamesFor } from '#shared/matching/tables/nicknames.ts'

/** The strongest reason why a party names the person of an alert, and the words that met; null if it does not. */
export function decidePerson(alert: ParsedAlert, party: ParsedParty): Found | null {
  const { variants } = alert.criteria
  let best: Found | null = null
  const consider: Consider = (reason, met) => {
    if (!reason || (variants.notByInitial && reason.byInitialOnly)) return
    if (!best || reason.weakness < best.reason.weakness) best = { reason, met }
  }
  for (const fromAlert of alert.people) {
    for (const fromRecord of party.people) {
      const surnames = compareSurnames(fromAlert.surname, fromRecord.surname)
      if (surnames) considerGivenNames({ fromAlert, fromRecord }, surnames, variants, consider)
      if (variants.soundAlikes) considerPhonetics({ fromAlert, fromRecord }, consider)
    }
  }
  considerTruncated(alert, party, consider)
  if (party.unparsedName !== '' && alert.matchTexts.includes(party.unparsedName)) {
    const key = party.unparsedName
    consider(unparsed, () => ({ kind: 'business', key, sortedWords: null, legalForms: [] }))
  }
  return best
}

const baseReason = { byInitialOnly: false, otherLegalForm: false, variant: null }
const unparsed: Reason = { ...baseReason, kind: 'unreadName', weakness: 2 }
const nickname: Reason = { ...baseReason, kind: 'nickname', weakness: 20, variant: 'nicknames' }
const sounds = {
  same: { ...baseReason, kind: 'soundAlike', weakness: 30, variant: 'soundAlikes' },
  half: { ...baseReason, kind: 'soundHalf', weakness: 30, variant: 'soundAlikes' },
  swapped: { ...baseReason, kind: 'soundTurned', weakness: 30, variant: 'soundAlikes' },
} as const satisfies Record<SurnameAgreement['how'], Reason>

/** `met` says which words met; it is only called for the strongest reason of a record. */
type Consider = (reason: Reason | null, met: () => Met) => void
type People = { fromAlert: Person; fromRecord: Person }

/** A name that the feed's width may have cut: its beginning, which is all there is, must be the beginning of the alert's. */
function considerTruncated(alert: ParsedAlert, party: ParsedParty, consider: Consider): void {
  for (const truncated of party.truncatedPeople) {
    for (const fromAlert of alert.people) {
      const kind = describeTruncated(fromAlert, truncated)
      if (kind === null) continue
      consider({ ...baseReason, kind, weakness: 3 }, () =>
        toMetTruncated(fromAlert, truncated.person, kind === 'cutName'),
      )
    }
  }
  if (party.people.length > 0) return
  for (const prefix of party.wholePrefixes) {
    if (!alert.matchTexts.some((text) => text.startsWith(prefix))) continue
    const kind = isBeginningOfName(alert.people, prefix) ? 'cutName' : 'cutPart'
    consider({ ...baseReason, kind, weakness: 3 }, () => ({ kind: 'ending', text: prefix }))
  }
}

/** Whether the whole name begins so, in one of its two orders. */
const isBeginningOfName = (people: Person[], prefix: string) =>
  people.some(({ surname, givenWords }) => {
    const given = givenWords.join('')
    return (surname.key + given).startsWith(prefix) || (given + surname.key).startsWith(prefix)
  })

function considerGivenNames(people: People, surnames: SurnameAgreement, variants: Variants, consider: Consider): void {
  const inAlert = withoutOtherHalf(people.fromAlert, surnames.alertHalves, 'alert')
  const inRecord = withoutOtherHalf(people.fromRecord, surnames.recordHalves, 'record')
  for (const alert of inAlert) {
    for (const record of inRecord) {
      const met = () => toMetPerson(people, { alert, record })
      const agreed = compareGivenNames(alert, record)
      if (agreed) consider(toReason(alert, record, agreed, surnames), met)
      // Equal names are no forms of one name: equal initials are left to the default rule.
      if (variants.nicknames && compareGivenNames(alert, record, isNickname)?.first === 'variant') {
        consider(nickname, met)
      }
    }
  }
}

const isNickname = (alert: string, record: string) => nicknamesFor(alert).has(record)

function considerPhonetics(people: People, consider: Consider): void {
  const { fromAlert, fromRecord } = people
  const surnames = compareSurnames(fromAlert.surname, fromRecord.surname, soundsAlike)
  if (!surnames) return
  for (const alert of fromAlert.givenNames) {
    for (const record of fromRecord.givenNames) {
      if (alert.isJoined || record.isJoined || isInitial(alert.first) || isInitial(record.first)) continue
      if (!compareGivenNames(alert, record, soundsAlike)) continue
      consider(sounds[surnames.how], () => toMetPerson(people, { alert, record }, soundsAlike))
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

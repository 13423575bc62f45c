import type { MatchOptions } from '#shared/contract/alert.ts'
import { containsAllWords, hasSearchableWordCount } from '../business/all-words.ts'
import { type Consider, type Found, type MetPerson, type Pair, toMetPerson } from '../explain/matched-words.ts'
import { baseReason, type Ungraded, toFormerLastName } from '../explain/reason.ts'
import { listPartWords, type PartWords } from '../party/part-words.ts'
import type { ParsedParty } from '../party/party.ts'
import {
  compareGivenNames,
  type GivenNames,
  type GivenNameAgreement,
  isInitial,
  parseGivenNames,
} from '../people/given-names.ts'
import type { Person } from '../people/person.ts'
import { compareSurnames, type SurnameAgreement } from '../people/surname.ts'
import {
  considerFigures,
  considerFirstNames,
  considerLastNameAsMiddle,
  considerPhonetics,
  considerSurnameSlip,
} from './decide-close-name.ts'
import { considerTruncated, hasWholeName } from './decide-truncated.ts'
import { gradeReason, isSurer } from './grade.ts'
import { withConflict } from './middle-conflict.ts'
import type { ParsedAlert } from './parsed-alert.ts'

/** The strongest reason why a party names the person of an alert, and the words that matched; null if it does not. */
export function decidePerson(alert: ParsedAlert, party: ParsedParty): Found | null {
  const { variants } = alert.criteria
  let best: Found | null = null
  const consider: Consider = (ungraded, met, people) => {
    if (!ungraded || (variants.notByInitial && ungraded.byInitialOnly)) return
    const reason = gradeReason(ungraded, people ?? null, variants.possible)
    if (reason && (!best || isSurer(reason, best.reason))) best = { reason, met }
  }
  considerPeople({ people: alert.people, matchTexts: alert.matchTexts }, party, variants, consider)
  if (alert.formerMatchTexts.length > 0) {
    const former = { people: alert.formerPeople, matchTexts: alert.formerMatchTexts }
    considerPeople(former, party, variants, (reason, met, pair) =>
      consider(reason && toFormerLastName(reason), met, pair),
    )
  }
  if (best === null && variants.possible) considerWords(alert, party, consider)
  return best
}

const bothWords: Ungraded = { ...baseReason, kind: 'bothWords', weakness: 40, variant: 'possible' }

/** Both words of the alert in one part of a name that is read as another name. */
function considerWords({ words, people: [person] }: ParsedAlert, party: ParsedParty, consider: Consider): void {
  if (!person || !hasSearchableWordCount(words) || !containsAllWords(party.words, words)) return
  const written = [...person.givenWords.slice(0, 1), ...person.surnameWords.flatMap((word) => word.split('-'))]
  const isInPart = (part: PartWords) => containsAllWords(part.words, words) && containsAllWords(part.written, written)
  if (listPartWords(party.segments).some(isInPart)) consider(bothWords, () => ({ kind: 'words', words }))
}

function considerPeople(
  wanted: Pick<ParsedAlert, 'people' | 'matchTexts'>,
  party: ParsedParty,
  variants: MatchOptions,
  consider: Consider,
): void {
  for (const fromAlert of wanted.people) {
    for (const fromRecord of party.people) {
      const people = { fromAlert, fromRecord }
      if (fromRecord.figures) {
        if (variants.typingSlips) considerFigures(people, consider)
        continue
      }
      const surnames = compareSurnames(fromAlert.surname, fromRecord.surname)
      if (surnames) considerGivenNames(people, surnames, variants, consider)
      else if (variants.typingSlips) considerSurnameSlip(people, consider)
      if (variants.soundAlikes) considerPhonetics(people, consider)
      if (variants.formerName) considerLastNameAsMiddle(people, consider)
    }
  }
  considerTruncated(wanted, party, consider)
  if (party.unparsedName !== '' && wanted.matchTexts.includes(party.unparsedName)) {
    const key = party.unparsedName
    consider(isWholeName(wanted, key) ? unparsed : unparsedPart, () => ({
      kind: 'business',
      key,
      sortedWords: null,
      legalForms: [],
    }))
  }
}

/** Whether a match text has every given name and the whole surname; that of an alert without a reading always has. */
const isWholeName = ({ people, matchTexts }: Pick<ParsedAlert, 'people' | 'matchTexts'>, text: string) =>
  people.length === 0 ? matchTexts.includes(text) : hasWholeName(people, (whole) => whole === text)

const unparsed: Ungraded = { ...baseReason, kind: 'unreadName', weakness: 2 }
const unparsedPart: Ungraded = { ...unparsed, kind: 'unreadPart', weakness: 3 }
function considerGivenNames(
  people: Pair,
  surnames: SurnameAgreement,
  variants: MatchOptions,
  consider: Consider,
): void {
  const { fromAlert, fromRecord } = people
  const inAlert = withoutOtherHalf(fromAlert, surnames.alertHalves, 'alert')
  const inRecord = withoutOtherHalf(fromRecord, surnames.recordHalves, 'record')
  const otherHalves = [...findWords(fromRecord, surnames.recordHalves), ...findWords(fromAlert, surnames.alertHalves)]
  for (const alert of inAlert) {
    for (const record of inRecord) {
      const met = () => addGivenNames(toMetPerson(people, { alert, record }), otherHalves)
      const agreed = compareGivenNames(alert, record)
      if (agreed) consider(withConflict(toReason(alert, record, agreed, surnames), agreed), met)
      considerFirstNames(people, { alert, record }, variants, (reason) => consider(reason, met, people))
    }
  }
}

/** The halves of the other's double surname that are among the given names. */
const findWords = ({ givenWords }: Person, halves: string[]) => halves.filter((half) => givenWords.includes(half, 1))

const addGivenNames = (met: MetPerson, words: string[]): MetPerson =>
  words.length === 0 ? met : { ...met, given: [...new Set([...met.given, ...words])] }

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
): Ungraded {
  const initialAlert = isInitial(alert.first)
  const initialRecord = isInitial(record.first)
  if (initialAlert || initialRecord) {
    const middle = agreed.middle === 'same' || agreed.middle === 'one'
    const byInitialOnly = !middle && agreed.middle !== 'short'
    if (surnames.how !== 'same') {
      const { kind, withMiddle, alone } = byInitials[surnames.how]
      return { ...baseReason, kind, weakness: byInitialOnly ? alone : withMiddle, byInitialOnly }
    }
    if (middle) return { ...baseReason, kind: 'middleAndInitial', weakness: 6 }
    const kind = initialAlert && initialRecord ? 'initialInBoth' : initialAlert ? 'initialInAlert' : 'initialInRecord'
    return { ...baseReason, kind, weakness: initialAlert && initialRecord ? 9 : 10, byInitialOnly }
  }
  if (alert.shortForm !== undefined || record.shortForm !== undefined) return writtenShort(record, surnames)
  const other = alert.isAlternate || record.isAlternate
  if (surnames.how === 'half') return { ...baseReason, kind: other ? 'halfOtherFirst' : 'halfName', weakness: 2 }
  if (surnames.how === 'swapped') return { ...baseReason, kind: other ? 'turnedOtherFirst' : 'turnedName', weakness: 2 }
  if (other) return { ...baseReason, kind: 'otherFirst', weakness: 1 }
  return sameFirstAndLast(agreed)
}

/** WM of William, on either side. */
function writtenShort({ shortForm }: GivenNames, { how }: SurnameAgreement): Ungraded {
  switch (how) {
    case 'same':
      return { ...baseReason, kind: shortForm === undefined ? 'shortInAlert' : 'shortInRecord', weakness: 1.5 }
    case 'half':
      return { ...baseReason, kind: 'shortHalf', weakness: 2.5 }
    case 'swapped':
      return { ...baseReason, kind: 'shortTurned', weakness: 2.5 }
  }
}

/** If a middle name contradicts, the sentence does not name the others. */
function sameFirstAndLast({ middle, hasConflict }: GivenNameAgreement): Ungraded {
  if (hasConflict) return { ...baseReason, kind: 'sameName', weakness: 1 }
  switch (middle) {
    case 'none':
      return { ...baseReason, kind: 'sameName', weakness: 1 }
    case 'same':
      return { ...baseReason, kind: 'sameNameAndMiddle', weakness: 0 }
    case 'one':
      return { ...baseReason, kind: 'sameNameOneMiddle', weakness: 0 }
    case 'short':
      return { ...baseReason, kind: 'sameNameShortMiddle', weakness: 0 }
    case 'initial':
      return { ...baseReason, kind: 'sameNameMiddleInitial', weakness: 0 }
  }
}

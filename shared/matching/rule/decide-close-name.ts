import type { MatchOptions } from '#shared/contract/alert.ts'
import { type Consider, type MetPerson, type Pair, toMetPerson } from '../explain/matched-words.ts'
import { baseReason, type Ungraded } from '../explain/reason.ts'
import { compareGivenNames, type GivenNames, type GivenNameAgreement, isInitial } from '../people/given-names.ts'
import { listLastNamesAsMiddle } from '../people/last-name-as-middle.ts'
import type { Person } from '../people/person.ts'
import { soundsAlike } from '../people/phonetics.ts'
import { compareSurnames, type SurnameAgreement } from '../people/surname.ts'
import { isTypingSlip } from '../people/typing-slips.ts'
import { nicknamesFor } from '../tables/nicknames.ts'
import { withConflict } from './middle-conflict.ts'

/** The reasons of match options: names that are not the same, but close. */
const nickname: Ungraded = { ...baseReason, kind: 'nickname', weakness: 20, variant: 'nicknames' }
const lastNameAsMiddle: Ungraded = { ...baseReason, kind: 'formerName', weakness: 22, variant: 'formerName' }
const slip: Ungraded = { ...baseReason, kind: 'typingSlip', weakness: 25, variant: 'typingSlips' }
const slipHalf: Ungraded = { ...slip, kind: 'typingSlipHalf', weakness: 27 }
const slipFirst: Ungraded = { ...slip, kind: 'typingSlipFirst' }
const sound: Ungraded = { ...baseReason, kind: 'soundAlike', weakness: 30, variant: 'soundAlikes' }
const sounds: Record<SurnameAgreement['how'], Ungraded> = {
  same: sound,
  half: { ...sound, kind: 'soundHalf' },
  swapped: { ...sound, kind: 'soundTurned' },
}

/** The same last name, and two forms of one first name or one with a typing slip. */
export function considerFirstNames(
  people: Pair,
  { alert, record }: { alert: GivenNames; record: GivenNames },
  variants: MatchOptions,
  consider: (reason: Ungraded) => void,
): void {
  // Equal names are not two forms of one name: equal initials are left to the default rule.
  const forms = variants.nicknames ? compareGivenNames(alert, record, isNickname) : null
  if (forms?.first === 'variant') consider(withConflict(nickname, forms))
  const slipped = variants.typingSlips
    ? compareFirstNameSlip([alert, people.fromAlert], [record, people.fromRecord])
    : null
  if (slipped) consider(withConflict(slipFirst, slipped))
}

type Reading = [GivenNames, Person]
const compareFirstNameSlip = (alert: Reading, record: Reading) =>
  canSlip(alert) && canSlip(record) ? agreesAs('variant', compareGivenNames(alert[0], record[0], isTypingSlip)) : null

/** Keys find a joined reading (LEE ANN = LEEANN) only as the names are, not without the other half of a surname. */
const canSlip = ([given, person]: Reading) =>
  // G REYNALDO is not REYNALDO with one letter more.
  (!given.isJoined || (person.givenNames.includes(given) && !isInitial(person.givenWords[0] ?? ''))) &&
  given.shortForm === undefined

const isNickname = (alert: string, record: string) => nicknamesFor(alert).has(record)

export function considerPhonetics(people: Pair, consider: Consider): void {
  const { fromAlert, fromRecord } = people
  const surnames = compareSurnames(fromAlert.surname, fromRecord.surname, soundsAlike)
  if (!surnames) return
  for (const alert of fromAlert.givenNames) {
    for (const record of fromRecord.givenNames) {
      if (!canSoundAlike(alert) || !canSoundAlike(record)) continue
      const agreed = compareGivenNames(alert, record, soundsAlike)
      if (!agreed) continue
      consider(
        withConflict(sounds[surnames.how], agreed),
        () => toMetPerson(people, { alert, record }, soundsAlike),
        people,
      )
    }
  }
}

/** WM is William, but is not spelled like it. */
const canSoundAlike = ({ first, isJoined, shortForm }: GivenNames) =>
  !isJoined && !isInitial(first) && shortForm === undefined

/** The last name misspelled, and the same full first name. */
export function considerSurnameSlip(people: Pair, consider: Consider): void {
  const { fromAlert, fromRecord } = people
  const surnames = compareSurnames(fromAlert.surname, fromRecord.surname, isTypingSlip)
  if (!surnames) return
  for (const alert of fromAlert.givenNames) {
    for (const record of fromRecord.givenNames) {
      const agreed = compareFullFirst(alert, record)
      if (!agreed) continue
      const reason = withConflict(surnames.how === 'same' ? slip : slipHalf, agreed)
      consider(reason, () => toMetPerson(people, { alert, record }, isTypingSlip), people)
    }
  }
}

/** The same last name and full first name, with figures in place of letters in one of them. */
export function considerFigures(people: Pair, consider: Consider): void {
  const { fromAlert, fromRecord } = people
  const surnames = compareSurnames(fromAlert.surname, fromRecord.surname)
  if (!surnames) return
  const isInSurname = fromRecord.surnameWords.some((word) => fromRecord.figures?.has(word))
  const kinds = surnames.how === 'same' ? slip : slipHalf
  for (const alert of fromAlert.givenNames) {
    for (const record of fromRecord.givenNames) {
      const agreed = compareFullFirst(alert, record)
      const met = () => asWritten(toMetPerson(people, { alert, record }), fromRecord.figures)
      if (agreed) consider(withConflict(isInSurname ? kinds : slipFirst, agreed), met, people)
    }
  }
}

/** The words that matched as the record has them. */
function asWritten(met: MetPerson, figures: Person['figures']): MetPerson {
  const write = (words: string[]) => words.map((word) => figures?.get(word) ?? word)
  const { surnameWords, givenWords } = met.person
  const person = { ...met.person, surnameWords: write(surnameWords), givenWords: write(givenWords) }
  return { ...met, surname: write(met.surname), given: write(met.given), person }
}

/** The alert's surname as the record's last middle name, and the same full first name. */
export function considerLastNameAsMiddle(people: Pair, consider: Consider): void {
  const { fromAlert, fromRecord } = people
  for (const { surname, given: record } of listLastNamesAsMiddle(fromRecord)) {
    if (surname !== fromAlert.surname.key) continue
    for (const alert of fromAlert.givenNames) {
      const agreed = compareFullFirst(alert, record)
      if (!agreed) continue
      const met = () => ({ ...toMetPerson(people, { alert, record }), surname: [surname] })
      consider(withConflict(lastNameAsMiddle, agreed), met, people)
    }
  }
}

const compareFullFirst = (alert: GivenNames, record: GivenNames) =>
  isInitial(alert.first) ? null : agreesAs('equal', compareGivenNames(alert, record))

const agreesAs = (first: GivenNameAgreement['first'], agreed: GivenNameAgreement | null) =>
  agreed?.first === first ? agreed : null

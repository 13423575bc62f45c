import { type GivenNames, isSameName, matchesByInitial } from '../people/given-names.ts'
import type { Person } from '../people/person.ts'
import { surnameKeys } from '../people/surname.ts'
import type { Reason, Ungraded } from './reason.ts'

/**
 * The words of a record's name that matched an alert, as the rule read them. `locateMarks` finds where they are in the
 * text.
 */
export type Met =
  | { kind: 'person'; surname: string[]; given: string[]; person: Person }
  /** A business by its key or, in another order, by its sorted words; `legalForms` are those that both names state. */
  | { kind: 'business'; key: string; sortedWords: string | null; legalForms: string[] }
  /** Words in any place, as 'contains all words' finds them. */
  | { kind: 'words'; words: string[] }
  /** The end of the text, without spaces: the part of a name that fits a feed's width. */
  | { kind: 'ending'; text: string }

export type MetPerson = Extract<Met, { kind: 'person' }>

/** A reason, and the words that matched by it. */
export type Found = { reason: Reason; met: () => Met }

/** An alert's name and the record's, in the readings that met. */
export type Pair = { fromAlert: Person; fromRecord: Person }

/**
 * Weighs a reason; `met` returns the words that matched. It is called only for the strongest reason of a record.
 * `people` are the two names of a close spelling.
 */
export type Consider = (reason: Ungraded | null, met: () => Met, people?: Pair) => void

/** The parts of a surname as written. A Y between two halves is not a part. */
export const toSurnameParts = (words: string[]): string[] => {
  const parts = words.flatMap((word) => word.split('-')).filter((part) => part !== '')
  return parts.filter((part, i) => part !== 'Y' || i === 0 || i === parts.length - 1)
}

/** The half of a record's double surname that an alert's surname has; the whole surname if it is single. */
function metSurname(fromAlert: Person, fromRecord: Person, isEqual: IsEqual): string[] {
  const whole = toSurnameParts(fromRecord.surnameWords)
  if (isEqual(fromAlert.surname.key, fromRecord.surname.key)) return whole
  const wanted = surnameKeys(fromAlert.surname)
  const { halves, bare } = fromRecord.surname
  if (bare !== null && wanted.some((other) => isEqual(other, bare))) return [bare]
  const met = halves.filter((half) => wanted.some((other) => isEqual(other, half)))
  return halves.length > 1 && met.length > 0 ? [...new Set(met)] : whole
}

type IsEqual = (alert: string, record: string) => boolean
const isSame: IsEqual = (a, b) => a === b
const isBeginning: IsEqual = (a, b) => a.startsWith(b)

/** The surname, the first name, and the middle names that agree with one of the alert's. */
export function toMetPerson(
  people: { fromAlert: Person; fromRecord: Person },
  given: { alert: GivenNames; record: GivenNames },
  isEqualSurname: IsEqual = isSame,
): MetPerson {
  const { alert, record } = given
  const middles =
    alert.middles.join('') === record.middles.join('')
      ? record.middles
      : record.middles.filter((name) => alert.middles.some((other) => agrees(other, name)))
  return {
    kind: 'person',
    surname: metSurname(people.fromAlert, people.fromRecord, isEqualSurname),
    given: [record.shortForm ?? record.first, ...middles],
    person: people.fromRecord,
  }
}

/** Equal, one of them the short form of the other, or its initial. */
const agrees = (a: string, b: string) => isSameName(a, b) || matchesByInitial(a, b)

/** What is left of a truncated name: all its words, or only the half and the given names that agree. */
export function toMetTruncated(fromAlert: Person, fromRecord: Person, isWhole: boolean): MetPerson {
  if (isWhole) {
    const surname = toSurnameParts(fromRecord.surnameWords)
    return { kind: 'person', surname, given: fromRecord.givenWords, person: fromRecord }
  }
  const given = fromRecord.givenWords.filter((word, i) =>
    fromAlert.givenWords.some(
      (other, at) => (i === 0) === (at === 0) && (other.startsWith(word) || agrees(other, word)),
    ),
  )
  return { kind: 'person', surname: metSurname(fromAlert, fromRecord, isBeginning), given, person: fromRecord }
}

import type { MatchGrade } from '#shared/contract/match.ts'
import type { Pair } from '../explain/matched-words.ts'
import type { Reason, Ungraded } from '../explain/reason.ts'
import { expectedRecordsOf } from '../people/name-frequency.ts'
import type { Person } from '../people/person.ts'

/**
 * How sure a match is (docs/matching.md): certain by the rule at its defaults; likely by a close spelling of a rare name;
 * possible by a close spelling of any other, by names that contradict each other in part, or by words that only stand
 * together.
 */
const ranks: Record<MatchGrade, number> = { CERTAIN: 0, LIKELY: 1, POSSIBLE: 2 }

/** A name is rare if this many records a year or fewer are expected to have it, in a county of 100,000 recordings. */
export const rarePerYear = 0.1

const isRareName = (person: Person): boolean => expectedRecordsOf(person) <= rarePerYear

/**
 * The reason with its grade; null if the alert leaves such matches out.
 * @param possible the alert's choice: null sends weak matches right away too, as alerts did before there were grades
 */
export function gradeReason(reason: Ungraded, people: Pair | null, possible: boolean | null): Reason | null {
  const isRare =
    isCloseSpelling(reason) && people !== null && isRareName(people.fromAlert) && isRareName(people.fromRecord)
  const grade = findGrade(reason, isRare)
  if (grade !== 'POSSIBLE' || possible === true) return { ...reason, grade, isRare: grade === 'LIKELY' && isRare }
  return possible === false ? null : { ...reason, grade: 'LIKELY', isRare: false }
}

/** Whether a match option that finds other spellings of a name found it. */
export const isCloseSpelling = ({ variant }: Pick<Ungraded, 'variant'>): boolean =>
  variant !== null && variant !== 'possible' && variant !== 'allWords'

function findGrade(reason: Ungraded, isRare: boolean): MatchGrade {
  if (reason.conflict !== undefined || reason.variant === 'possible') return 'POSSIBLE'
  if (reason.variant === null) return 'CERTAIN'
  // The alert's owner asked for all names with these words, and how rare they are no census says.
  if (reason.variant === 'allWords') return 'LIKELY'
  return isRare ? 'LIKELY' : 'POSSIBLE'
}

/** Whether one reason is surer than another: by grade, and in a grade by its weakness. */
export const isSurer = (a: Reason, b: Reason): boolean =>
  ranks[a.grade] === ranks[b.grade] ? a.weakness < b.weakness : ranks[a.grade] < ranks[b.grade]

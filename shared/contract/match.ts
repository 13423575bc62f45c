import type { MatchOptions } from './alert.ts'
import type { Marks } from './marks.ts'

/**
 * How sure a match is. The first two are notified right away; possible ones are collected in a weekly email and listed as
 * 'Maybe about you'. docs/matching.md says what has which grade.
 */
export const matchGrades = ['CERTAIN', 'LIKELY', 'POSSIBLE'] as const
export type MatchGrade = (typeof matchGrades)[number]

/**
 * What made a person of the words of a record: a comma between last and first name, the order that the feed states, either
 * order where it states none, a last name shared with a neighbor, a phrase left out at the end, a list of full names, a
 * marker such as A/K/A or FBO, or the name of a trust or an estate.
 */
export const readingCauses = ['comma', 'order', 'either', 'family', 'tail', 'list', 'marker', 'trust'] as const
export type ReadingCause = (typeof readingCauses)[number]

/** How the person who matched was read. `weight`, from 0 to 1, is low if another reading of the words is likelier. */
export type Reading = { cause: ReadingCause; weight: number }

/** The surest first. */
export const gradeRank = (grade: MatchGrade): number => matchGrades.indexOf(grade)

/** Why a record matches an alert. Stored with the match and shown to the resident. */
export type Match = {
  /** The part of the record that matched, and its position in that list, counted from 0. */
  field: 'party' | 'parcel'
  fieldIndex: number
  /** The party's role as the feed sent it, or ''. */
  role: string
  /** The alert's criteria and the record's text, both as written. */
  alertRaw: string
  recordRaw: string
  /** The words of `recordRaw` that matched. Matches that earlier versions stored lack them, and are shown without. */
  marks?: Marks
  /** True if every reading of the names that agrees does so only by an initial. */
  byInitialOnly: boolean
  /** True if the two names have different legal forms (LLC, Corp.). */
  otherLegalForm: boolean
  /** The match option that found the match, or null if the default rule did. */
  variant: keyof Omit<MatchOptions, 'notByInitial'> | null
  /** For staff; only of a person, and not in stored matches of versions before the fifth. */
  reading?: Reading
  /** Stored matches of versions before the fifth lack it: `gradeOf` says how they count. */
  grade?: MatchGrade
  ruleVersion: number
  /** One or two plain sentences for the notice, under 20 words each: 'First and last name are the same.' */
  sentence: string
}

/** The grade of a stored match. Those from before there were grades were all notified right away. */
export const gradeOf = ({ grade, variant }: Pick<Match, 'variant'> & { grade?: MatchGrade | null }): MatchGrade =>
  grade ?? (variant ? 'LIKELY' : 'CERTAIN')

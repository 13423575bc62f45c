import type { MatchOptions } from './alert.ts'
import type { Marks } from './marks.ts'

/**
 * How sure a match is. The first two are notified right away; possible ones are collected in a weekly email and listed as
 * 'Maybe about you'. docs/matching.md says what has which grade.
 */
export const matchGrades = ['CERTAIN', 'LIKELY', 'POSSIBLE'] as const
export type MatchGrade = (typeof matchGrades)[number]

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
  /** Stored matches of versions before the fifth lack it: `gradeOf` says how they count. */
  grade?: MatchGrade
  ruleVersion: number
  /** One or two plain sentences for the notice, under 20 words each: 'First and last name are the same.' */
  sentence: string
}

/** The grade of a stored match. Those from before there were grades were all notified right away. */
export const gradeOf = ({ grade, variant }: Pick<Match, 'variant'> & { grade?: MatchGrade | null }): MatchGrade =>
  grade ?? (variant === null ? 'CERTAIN' : 'LIKELY')

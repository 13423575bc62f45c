import type { MatchGrade } from './match.ts'

/** Why a record matched that its reader answered with 'This is not about me': counted for staff, without names. */
export const notMeCauses = [
  'fullName',
  'otherMiddleName',
  'otherFirstName',
  'byInitial',
  'halfSurname',
  'nickname',
  'soundAlike',
  'typingSlip',
  'formerName',
  'cutName',
  'unreadName',
  'sameBusiness',
  'otherForm',
  'otherOrder',
  'allWords',
  'wordsTogether',
  'writtenShort',
  'parcel',
  'unknown',
] as const
export type NotMeCause = (typeof notMeCauses)[number]

/** How many 'Not about me' answers have one cause. */
export type NotMeCount = { cause: NotMeCause; days30: number; days365: number }

/**
 * How common an alert's name is: at most so many records a year are expected to have it, by the census, in a county of
 * 100,000 recordings. The last band has no limit.
 */
export const rarityBands = { tenth: 0.1, one: 1, ten: 10, more: Number.POSITIVE_INFINITY } as const
export type RarityBand = keyof typeof rarityBands
export const rarityBandNames = Object.keys(rarityBands) as RarityBand[]

/** Answers, and how many of them were 'This is not about me'. */
export type AnswerCount = { answers: number; notMe: number }

/** The answers to matches of one cause, grade and band. */
export type AnswerGroup = {
  cause: NotMeCause
  /** Null for answers from before there were grades: only 'This is not about me' was counted then, so they have no share. */
  grade: MatchGrade | null
  /** Null for a business, a parcel, and an alert that was deleted before the answer. */
  band: RarityBand | null
  days30: AnswerCount
  days365: AnswerCount
}

/** What the answers of a group suggest about the mark for rare names, which decides between likely and possible. */
export type MarkProposal = AnswerCount & {
  cause: NotMeCause
  band: RarityBand | null
} & (
    | {
        /**
         * `lower`: with this mark, the moved ones would have come in the weekly email instead of right away. `collect`: so
         * they would with today's mark, if their alerts collected possible matches. `raise`: with this mark, the moved ones
         * would have come right away.
         */
        kind: 'lower' | 'collect' | 'raise'
        mark: number
        moved: AnswerCount
      }
    /** `keep`: no other mark is better. `noMark`: no mark decides about matches of this cause. */
    | { kind: 'keep' | 'noMark' }
  )

/** What staff see of the answers to matches. */
export type AnswerShares = { groups: AnswerGroup[]; proposals: MarkProposal[]; todaysMark: number }

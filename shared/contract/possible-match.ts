import { z } from 'zod'
import type { Marks } from './marks.ts'
import type { MatchGrade } from './match.ts'
import { type NoticeAnswer, noticeAnswers } from './outgoing-event.ts'
import { pageInput } from './paging.ts'
import type { RecordProperties } from './record-property.ts'

/** The page of the list 'Maybe about you', to which the weekly email leads. */
export const possibleListPath = '/home?show=possible'

/** A record that may be about its owner, in the list 'Maybe about you' and in the weekly email. */
export type PossibleMatchView = RecordProperties & {
  /** The record and the alert: together they name the match. */
  eventId: number
  alertId: number
  alertName: string
  /** What the alert watches. */
  criteria: string
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  /** The link to the record, or ''. */
  documentUrl: string
  /** The record's own words, and which of them matched. */
  recordRaw: string
  marks: Marks
  /** Why the record may match the alert, in a sentence or two. */
  sentence: string
  grade: MatchGrade
  /** What 'This is not about me' leaves out of the alert from then on, as its owner reads it. */
  spelling: string
  answer: NoticeAnswer | null
  /** The county's day of that answer, 'MM/DD/YYYY', or ''. */
  answeredOn: string
}

export type PossibleMatchPage = {
  /** Newest first. */
  matches: PossibleMatchView[]
  total: number
  /** Those without an answer. */
  open: number
}

/** `unanswered` leaves out those that were answered. */
export const possibleMatchesInput = z.strictObject({ unanswered: z.boolean().nullish(), page: pageInput })

export const possibleMatchInput = z.strictObject({ eventId: z.number().int(), alertId: z.number().int() })
export type PossibleMatchKey = z.output<typeof possibleMatchInput>
export const possibleAnswerInput = possibleMatchInput.extend({ answer: z.enum(noticeAnswers) })

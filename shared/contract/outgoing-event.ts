import type { Channel } from './alert.ts'
import type { DeliveryState } from './delivery-state.ts'
import type { Marks } from './marks.ts'
import type { MatchGrade } from './match.ts'

/** A recipient's answer to a notice. */
export const noticeAnswers = ['expected', 'not-me', 'wrong'] as const
export type NoticeAnswer = (typeof noticeAnswers)[number]

/** One row of the alert history. The wire keeps its established spelling of documentIdentifer. */
export type OutgoingEventView = {
  id: number
  alertName: string
  deliveredTimestampFormatted: string
  deliveryMethodType: Channel
  deliveryTarget: string
  combinedCriteria: string
  documentIdentifer: string
  incomingEventCombinedCriteria: string
  documentDescription: string
  recordedTimestampFormatted: string
  eventTimestampFormatted: string
  /** Why the record matches the alert, in a sentence or two. */
  sentence: string
  /** How sure the match is. */
  grade: MatchGrade
  /** The words of `incomingEventCombinedCriteria` that matched. */
  marks: Marks
  /** The link to the record, or ''. */
  documentUrl: string
  /** The law lets us show only the record's number, type and day. */
  restricted: boolean
  deliveryState: DeliveryState
  /** Why it was not sent, or ''. */
  deliveryReason: string
  possiblyTwice: boolean
  /** The answer to this notice; if it has none, the answer to another message about the same record, or null. */
  answer: NoticeAnswer | null
  /** The recipient of that other message, or ''. */
  answerTo: string
  /** The page where its owner answers it and reads what to do, or '' if nothing was sent. */
  noticePath: string
}

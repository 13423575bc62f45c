import type { Channel } from './alert.ts'
import type { Marks } from './marks.ts'

/** A recipient's answer to a notice (decisions, section 8). */
export type NoticeAnswer = 'expected' | 'not-me' | 'wrong'

/** One row of the alert history (specification, section 3; the wire's spelling of documentIdentifer is kept). */
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
  /** The words of `incomingEventCombinedCriteria` that met. */
  marks: Marks
  /** The link to the record, or ''. */
  documentUrl: string
  /** The law lets us show its number, type and day alone. */
  restricted: boolean
  deliveryState: 'unsent' | 'held' | 'waiting' | 'in_doubt' | 'accepted' | 'delivered' | 'failed' | 'cancelled'
  /** Why it was not sent, or ''. */
  deliveryReason: string
  possiblyTwice: boolean
  /** The answer to this notice, else to another message about the same record, else null. */
  answer: NoticeAnswer | null
  /** The recipient of that other message, or ''. */
  answerTo: string
  /** The page where its owner answers it and learns what to do, or '' if nothing was sent. */
  noticePath: string
}

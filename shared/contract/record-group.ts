import type { Channel } from './alert.ts'
import type { Marks } from './marks.ts'
import type { MatchGrade } from './match.ts'
import type { NoticeAnswer, OutgoingEventView } from './outgoing-event.ts'
import type { RecordProperties } from './record-property.ts'

/** An alert that a record matched, as it was at that time. */
export type RecordMatch = {
  alertId: number
  alertName: string
  criteria: string
  /** The record's own words. */
  recordRaw: string
  /** The words of `recordRaw` that matched. */
  marks: Marks
  sentence: string
  grade: MatchGrade
}

/** A message about a record to one recipient, or the reason why none was sent. */
export type RecordDelivery = Pick<
  OutgoingEventView,
  'deliveredTimestampFormatted' | 'deliveryState' | 'deliveryReason' | 'possiblyTwice'
> & { channel: Channel; target: string }

/**
 * A record in the history of a user, with its alerts and recipients inside. All revisions of a document are one record.
 */
export type RecordGroup = RecordProperties & {
  id: number
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  /** The link to the record, or ''. */
  documentUrl: string
  /** The law lets us show only the record's number, type and day. */
  restricted: boolean
  /** The answer to the latest revision about which we notified the user. */
  answer: NoticeAnswer | null
  /** The county's day of that answer, 'MM/DD/YYYY', or ''. */
  answeredOn: string
  /** The recipient of the message that was answered, or ''. */
  answerTo: string
  /** We asked about the latest revision and have no answer yet. */
  isUnanswered: boolean
  /** The page where its owner answers it and reads what to do, or '' if no message was sent. */
  noticePath: string
  matches: RecordMatch[]
  deliveries: RecordDelivery[]
}

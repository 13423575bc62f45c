import type { Channel } from './alert.ts'
import type { Marks } from './marks.ts'
import type { RecordProperties } from './record-property.ts'
import type { NoticeAnswer, OutgoingEventView } from './outgoing-event.ts'

/** An alert that a record matched, as it was at that time. */
export type RecordMatch = {
  alertId: number
  alertName: string
  criteria: string
  /** The record's own words. */
  recordRaw: string
  /** The words of `recordRaw` that met. */
  marks: Marks
  sentence: string
}

/** A message about a record to one address, or why there was none. */
export type RecordDelivery = Pick<
  OutgoingEventView,
  'deliveredTimestampFormatted' | 'deliveryState' | 'deliveryReason' | 'possiblyTwice'
> & { channel: Channel; target: string }

/**
 * A record in the history of a user, with its alerts and recipients inside (decisions, section 16). All revisions of a
 * document are one record.
 */
export type RecordGroup = RecordProperties & {
  id: number
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  /** The link to the record, or ''. */
  documentUrl: string
  /** The law lets us show its number, type and day alone. */
  restricted: boolean
  /** The answer to the latest revision that the user heard about. */
  answer: NoticeAnswer | null
  /** The county's day of that answer, 'MM/DD/YYYY', or ''. */
  answeredOn: string
  /** The recipient of the message that was answered, or ''. */
  answerTo: string
  /** We asked about the latest revision, and nobody has answered. */
  isUnanswered: boolean
  /** The page where its owner answers it and learns what to do, or '' if there is no message. */
  noticePath: string
  matches: RecordMatch[]
  deliveries: RecordDelivery[]
}

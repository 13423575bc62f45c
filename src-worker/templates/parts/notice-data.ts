import type { Channel } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import type { RecordProperties, SitusAddresses } from '#shared/contract/record-property.ts'
import type { ExplainedDocument } from '#shared/domain/notice/document-types.ts'
import type { NoticeKind } from '#shared/node/platform/database/types/notices.ts'

/** The recorded document that a notice is about. */
export type RecordData = {
  documentId: string
  documentType: string
  documentDescription: string
  recordedAt: Date
  /** 'YYYY-MM-DD', the county's date. */
  recordedOn: string
  recordedHasTime: boolean
  documentUrl: string
  /** Number, type and day are all that there is; the rest is empty. */
  restricted: boolean
  parties: Party[]
  parcels: string[]
  /** Its beginning. */
  legalDescription: string
  /** As the feed sent them, by parcel. */
  situsAddresses: SitusAddresses | null
} & RecordProperties & {
    /** What its type means; null if nothing is known about it. */
    explanation: ExplainedDocument | null
  }

/** An alert of this owner and address, as it was when the record matched. */
export type MatchedAlert = { name: string; criteria: string; match: Match }

/** A record in a weekly email, and why it may be about its reader. */
export type ListedRecord = Pick<
  RecordData,
  'documentId' | 'documentType' | 'documentDescription' | 'documentUrl' | 'recordedOn'
> & { match: Match }

/** The possible matches of one alert in a weekly email; `more` counts those that it leaves out. */
export type WeeklyAlert = { name: string; criteria: string; records: ListedRecord[]; more: number }

/** The data of a notice that templates use, read in the statement that commits its call. */
export type NoticeData = {
  id: number
  kind: NoticeKind
  template: string
  channel: Channel
  target: string
  language: string
  data: Record<string, unknown>
  possiblyTwice: boolean
  insteadOfText: boolean
  /** Goes to its owner's account email, whose subject may name an alert. */
  isAccountEmail: boolean
  record: RecordData | null
  alerts: MatchedAlert[]
  /** What a weekly email lists; its owner has a list at home, unless the address has no owner. */
  weekly?: { alerts: WeeklyAlert[]; hasHome: boolean }
  /** For a verification: created just before the call, and stored only as a hash. */
  secret: { ticket: string; code: string; hours: number } | null
}

export function getSecret(notice: NoticeData): NonNullable<NoticeData['secret']> {
  if (!notice.secret) throw new Error('A verification was to be written without its ticket.')
  return notice.secret
}

import type { Channel } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import type { NoticeKind } from '#shared/node/platform/database/types.ts'

/** The recorded document that a notice tells of. */
export type RecordData = {
  documentId: string
  documentType: string
  documentDescription: string
  recordedAt: Date
  /** 'YYYY-MM-DD', the county's date. */
  recordedOn: string
  recordedHasTime: boolean
  documentUrl: string
  parties: Party[]
  parcels: string[]
}

/** An alert of this owner and address that the record met, as it was when it matched. */
export type MatchedAlert = { name: string; criteria: string; match: Match }

/** All that a template reads of a notice; read in the statement that lets it be sent. */
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
  record: RecordData | null
  alerts: MatchedAlert[]
  /** Of a verification: made just before the call, and kept nowhere in the clear. */
  secret: { ticket: string; code: string; hours: number } | null
}

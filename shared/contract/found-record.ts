import { z } from 'zod'
import { id } from './id.ts'
import type { WhyNot } from './why-not.ts'

/** The maximum records in one result of the search. */
export const maxFoundRecords = 10
/** A shorter text finds nothing; a longer one is no document number and no name. */
export const findRecordCharacters = { min: 3, max: 200 } as const

export const findRecordsInput = z.strictObject({ alertId: id, text: z.string().max(findRecordCharacters.max) })
/** Of a report, and of taking it back. */
export const foundRecordInput = z.strictObject({ alertId: id, eventId: id })

/** Why the resident need not report a record: we notified them, list it for them, or have their report. */
export type KnownRecord =
  | { kind: 'notified'; noticePath: string }
  /** It matched and no notice went out; the reason is a text of the history. */
  | { kind: 'skipped'; reason: string }
  | { kind: 'listedAsPossible' }
  /** Staff have not resolved it: the resident may take it back. */
  | { kind: 'reported'; canTakeBack: boolean }

/** A record that may be the one a resident found, as residents see a public record. */
export type FoundRecord = {
  eventId: number
  documentIdentifier: string
  documentDescription: string
  recordedTimestampFormatted: string
  /** The first parties; `ownRole` is the record's own word for a role that is neither grantor nor grantee. */
  parties: { role: 'from' | 'to' | 'name' | null; ownRole: string; name: string }[]
  moreParties: number
  known: KnownRecord | null
}

/** Why a reported record had not been matched, with the alert as it was then; for staff. */
export type FoundReason = { reason: WhyNot; alertName: string; criteria: string }

/** How many records residents found themselves, by why they had got no notice. */
export type FoundRecordCount = { reason: WhyNot; days30: number; days365: number }

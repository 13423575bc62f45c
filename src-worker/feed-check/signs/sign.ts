import type { FeedFinding, FindingEffect, SignKind } from '#shared/contract/feed-finding.ts'
import type { Party } from '#shared/contract/party.ts'
import type { ParcelMask } from '#shared/matching/parcels/parcel.ts'
import type { FeedFormat } from '#shared/matching/public.ts'

/** A stored record, as its feed sent it. */
export type HeldRecord = {
  id: number
  document_id: string
  recorded_on: string
  document_url: string
  parties: Party[]
  parcels: string[]
}

/**
 * What a sample of records, the newest first, is checked against: its feed's format, the county's parcel mask, and the
 * county's day.
 */
export type Checked = { records: readonly HeldRecord[]; format: FeedFormat; mask: ParcelMask; today: string }

/**
 * What a sample shows of one kind: the names, ids or records that show it, of all that could. `effects` are those that need no
 * reading of the records under another setting.
 */
export type Sign = Pick<FeedFinding<SignKind>, 'kind' | 'change' | 'mask' | 'of' | 'link'> & {
  found: string[]
  effects?: FindingEffect[]
}

/** Finds one kind of sign, or null. Pure; looks at texts, and parses no record. */
export type DetectSign = (checked: Checked) => Sign | null

/** The distinct full names of the records: a party in many records, such as a lender, must not decide alone. */
export function listNames(records: readonly HeldRecord[]): string[] {
  const names = new Set<string>()
  for (const { parties } of records) for (const { name } of parties) if (name) names.add(name)
  return [...names]
}

import type { Party } from '#shared/contract/party.ts'
import type { FeedFinding } from '#shared/contract/feed-finding.ts'
import type { FeedFormat } from '#shared/matching/feed-format.ts'
import type { ParcelMask } from '#shared/matching/parcel.ts'

/** A record that we hold, as its feed sent it. */
export type HeldRecord = { id: number; recorded_on: string; parties: Party[]; parcels: string[] }

/** What a sample of records is checked against: its feed's format, and the county's parcel mask. */
export type Checked = { records: readonly HeldRecord[]; format: FeedFormat; mask: ParcelMask }

/** A finding before its effects are counted. */
export type Sign = Omit<FeedFinding, 'effects'>

/** Finds one kind of sign, or null. Pure; looks at texts, and parses no record. */
export type DetectSign = (checked: Checked) => Sign | null

const maxSamples = 3

export const takeSamples = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, maxSamples)

/** The distinct full names of the records: a party in many records, such as a lender, must not decide alone. */
export function listNames(records: readonly HeldRecord[]): string[] {
  const names = new Set<string>()
  for (const { parties } of records) for (const { name } of parties) if (name) names.add(name)
  return [...names]
}

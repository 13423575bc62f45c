import type { Generated } from 'kysely'
import type { FeedFinding, FindingDismissal } from '#shared/contract/feed-finding.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import type { Party } from '#shared/contract/party.ts'
import type { SitusAddresses } from '#shared/contract/record-property.ts'
import type { Day, Id, Json, JsonOrNull, Now, Time } from './columns.ts'

type Feed = {
  id: Id
  name: string
  time_zone: string | null
  name_order: 'LAST_FIRST' | 'FIRST_LAST' | null
  name_width: number | null
  column_mapping: JsonOrNull<FeedMapping>
  double_space_splits: Generated<boolean>
  loses_leading_zeros: Generated<boolean>
  created_at: Now
  last_seen_at: Time | null
  closed_at: Time | null
  version: Generated<number>
}

type FeedKey = {
  id: Id
  feed_id: number
  key_hash: Buffer
  hint: string
  created_at: Now
  created_by: number | null
  revoked_at: Time | null
}

export type MangledParcel = { value: string; reason: string }

type Event = {
  id: Id
  feed_id: number
  document_id: string
  revision: Generated<number>
  content_hash: Buffer
  document_type: Generated<string>
  document_description: Generated<string>
  recorded_at: Time
  recorded_has_time: boolean
  recorded_on: Day
  document_url: Generated<string>
  legal_description: Generated<string>
  parties: Json<Party[]>
  parcels: Json<string[]>
  spoilt_parcels: JsonOrNull<MangledParcel[]>
  situs_addresses: JsonOrNull<SitusAddresses>
  restricted: Generated<boolean>
  extra: JsonOrNull<unknown>
  received_at: Now
}

/** The content of a restricted record, which `event` no longer holds. */
type RestrictedContent = { event_id: number; body: Json<unknown>; matched_at: Generated<Date | null> }

type EventRevision = {
  event_id: number
  revision: number
  content_hash: Buffer
  body: Json<unknown>
  received_at: Time
}

type Quarantine = {
  id: Id
  feed_id: number | null
  stage: 'ingest' | 'matching'
  event_id: number | null
  document_id: Generated<string>
  body: Json<unknown>
  problems: Json<string[]>
  created_at: Now
  settled_at: Time | null
  outcome: 'retried' | 'dismissed' | null
}

type FeedCheck = {
  feed_id: number
  requested_at: Time | null
  tried_at: Time | null
  checked_at: Time | null
  feed_version: number | null
  held: Generated<number>
  records: Generated<number>
  findings: Json<FeedFinding[]>
  dismissed: Json<FindingDismissal[]>
}

export type FeedTables = {
  feed: Feed
  feed_key: FeedKey
  feed_check: FeedCheck
  event: Event
  event_revision: EventRevision
  restricted_content: RestrictedContent
  quarantine: Quarantine
}

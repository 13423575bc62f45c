import type { ColumnType, Generated } from 'kysely'
import type { RollDetails, RollProblem, RollProblemCounts } from '#shared/contract/roll-load.ts'
import type { RollMapping } from '#shared/contract/roll-mapping.ts'
import type { RollState } from '#shared/contract/roll.ts'
import type { Id, JsonOrNull, Now, Time } from './columns.ts'

/** A json column with a default: read as a value, written as its JSON text. */
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

type Roll = {
  id: Id
  state: Generated<RollState>
  file_name: Generated<string>
  bytes: number | null
  column_mapping: JsonOrNull<RollMapping>
  parcel_mask: Generated<string>
  lines: Generated<number>
  parcels: Generated<number>
  set_aside: Generated<number>
  outside_mask: Generated<number>
  added: Generated<number>
  gone: Generated<number>
  changed: Generated<number>
  compared_with: number | null
  problems: JsonWithDefault<RollProblem[]>
  problem_counts: JsonWithDefault<RollProblemCounts>
  details: JsonWithDefault<RollDetails>
  failure: Generated<string>
  created_at: Now
  created_by: number | null
  created_by_name: Generated<string>
  uploaded_at: Time | null
  claimed_until: Time | null
  attempts: Generated<number>
  loaded_at: Time | null
  used_at: Time | null
  used_by: number | null
  used_by_name: Generated<string>
  ended_at: Time | null
  version: Generated<number>
}

type RollChunk = {
  roll_id: number
  position: number
  body: Buffer
}

/** Owner and mailing address are for staff and letters only: no answer to a resident selects them. */
type Parcel = {
  roll_id: number
  line: number
  parcel_id: string
  parcel_key: string
  address: Generated<string>
  city: Generated<string>
  zip: Generated<string>
  legal_description: Generated<string>
  owner_name: Generated<string>
  mail_address: Generated<string>
  mail_city: Generated<string>
  mail_state: Generated<string>
  mail_zip: Generated<string>
  place_id: number | null
  house_number: number | null
  numbers: Generated<string[]>
  units: Generated<string[]>
}

type ParcelPlace = {
  roll_id: number
  id: number
  words: string[]
  length: number
}

type PlaceWord = { roll_id: number; word: string; place_id: number }
type PlaceSpelling = { roll_id: number; word: string; backward: string }
type ParcelWord = { roll_id: number; is_number: boolean; word: string; place_id: number; line: number }

export type RollTables = {
  roll: Roll
  roll_chunk: RollChunk
  parcel: Parcel
  parcel_place: ParcelPlace
  place_word: PlaceWord
  place_spelling: PlaceSpelling
  parcel_word: ParcelWord
}

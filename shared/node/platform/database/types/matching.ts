import type { Generated } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Match } from '#shared/contract/match.ts'
import type { Day, Id, Json, JsonOrNull, Now, Time } from './columns.ts'

type EventKey = { key_hash: string; event_id: number; recorded_on: Day }

type MatchQueue = {
  event_id: number
  attempts: Generated<number>
  not_before: Now
  queued_at: Now
  alone: Generated<boolean>
}

type MatchBatch = { id: Id; event_ids: number[]; begun_at: Now }

type EventMatch = { event_id: number; alert_id: number; revision: number; match: Json<Match>; matched_at: Now }

/** A possible match, which is in the list at home and in the weekly email. */
type PossibleMatch = {
  event_id: number
  alert_id: number
  revision: number
  user_id: number | null
  criteria: string
  match: Json<Match>
  matched_at: Now
  in_no_email: Generated<boolean>
  /** 'YYYY-MM-DD', a Monday: of the weekly email that lists it. */
  week: Day | null
  answer: 'expected' | 'not-me' | 'wrong' | null
  answered_at: Time | null
}

type OutgoingEvent = {
  id: Id
  user_id: number | null
  event_id: number
  revision: number
  alert_id: number
  alert_name: string
  criteria: string
  channel: Channel
  recipient_id: number
  target: string
  match: Json<Match>
  notice_id: number | null
  skip_reason: Generated<string>
  created_at: Now
}

type WithheldMatch = {
  event_id: number
  alert_id: number
  user_id: number | null
  history: JsonOrNull<unknown[]>
  created_at: Now
  released_at: Time | null
  discarded_at: Time | null
}

export type MatchingTables = {
  event_key: EventKey
  match_queue: MatchQueue
  match_batch: MatchBatch
  match_again: { event_id: number }
  record_word: { word: string }
  reread_backlog: { only: Generated<boolean>; before_event: number }
  event_match: EventMatch
  possible_match: PossibleMatch
  withheld_match: WithheldMatch
  outgoing_event: OutgoingEvent
}

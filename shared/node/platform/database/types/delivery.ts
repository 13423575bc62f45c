import type { ColumnType, Generated } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { Id, Json, Now, Time } from './columns.ts'

type Delivery = {
  notice_id: number
  priority: number
  next_attempt_at: Now
  lease_until: Time | null
  fence: Generated<number>
  attempts: Generated<number>
  calling_at: Time | null
  in_doubt_since: Time | null
  perhaps_taken_since: Time | null
  decided_at: Now
  claim_owner: number | null
  claim_fence: number | null
}

type ProviderState = {
  channel: Channel
  provider: Generated<string>
  failed_in_a_row: Generated<number>
  failing_since: Time | null
  last_answer: Generated<string>
  last_failed_at: Time | null
  last_accepted_at: Time | null
  probed_at: Time | null
  arrived_call_at: Time | null
  needs_set_up: Generated<boolean>
}

type Refusal = {
  notice_id: number
  channel: Channel
  refused_for: string
  refused_at: Now
  reported: Generated<boolean>
  is_of_sender: Generated<boolean>
  is_final: Generated<boolean>
}

type NoticeAttempt = {
  notice_id: number
  attempt: number
  called_at: Time
  ended_at: Time
  outcome: 'accepted' | 'refused' | 'retry' | 'perhaps_taken' | 'in_doubt'
  provider_message_id: string | null
  detail: Generated<string>
}

type ProviderCallback = {
  id: Id
  /** The key of its reader in shared/node/providers/registry.ts. */
  provider: string
  dedupe_key: string
  body: Json<unknown>
  received_at: Now
  applied_at: Time | null
  problem: Generated<string>
}

/** One row. */
type InboundTexts = {
  id: Generated<boolean>
  complete_until: Now
  looked_at: Time | null
}

type OutboxMessage = {
  id: Id
  notice_id: number | null
  channel: Channel
  recipient: string
  subject: Generated<string>
  text: string
  html: Generated<string>
  headers: ColumnType<Record<string, string>, string | undefined, string>
  created_at: Now
}

export type DeliveryTables = {
  delivery: Delivery
  notice_attempt: NoticeAttempt
  provider_state: ProviderState
  refusal: Refusal
  provider_callback: ProviderCallback
  inbound_texts: InboundTexts
  outbox_message: OutboxMessage
}

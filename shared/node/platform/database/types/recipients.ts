import type { Generated, GeneratedAlways } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import type { Id, Now, Time } from './columns.ts'

type EmailAddress = {
  id: Id
  owner_id: number | null
  address: string
  address_key: GeneratedAlways<string>
  search_letters: GeneratedAlways<string>
  /** Whether an active alert uses it; kept by triggers. */
  in_use: Generated<boolean>
  migrated: Generated<boolean>
  former_contact: Generated<boolean>
  verified_at: Time | null
  verification_attempts: Generated<number>
  created_at: Now
}

type Phone = {
  id: Id
  owner_id: number | null
  number: string
  format_type: Generated<'STANDARD' | 'INTERNATIONAL'>
  validated_at: Time | null
  validation_attempts: Generated<number>
  validation_problem: Generated<string>
  verified_at: Time | null
  verification_attempts: Generated<number>
  created_at: Now
  digits: GeneratedAlways<string>
  in_use: Generated<boolean>
  former_contact: Generated<boolean>
}

type Consent = {
  id: Id
  user_id: number | null
  channel: Channel
  target: string
  wording_version: string
  actor_id: number | null
  actor_address: Generated<string>
  given_at: Now
}

/** What a suppression covers; the migrations list the kinds of mail. */
export type SuppressionScope = 'everything' | 'messages' | 'alerts' | 'requests'

type Suppression = {
  id: Id
  channel: Channel
  target: string
  owner_id: number | null
  email_id: number | null
  reason: SuppressionReason
  scope: Generated<SuppressionScope>
  detail: Generated<string>
  created_at: Now
  lifted_at: Time | null
  seen_at: Time | null
}

export type RecipientTables = {
  email_address: EmailAddress
  phone: Phone
  consent: Consent
  suppression: Suppression
}

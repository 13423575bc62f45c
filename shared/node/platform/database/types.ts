import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { UserDetails } from '#shared/contract/account.ts'
import type { AlertType, Channel } from '#shared/contract/alert.ts'
import type { FeedMapping } from '#shared/contract/feed-mapping.ts'
import type { Match } from '#shared/contract/match.ts'
import type { Party } from '#shared/contract/party.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'

/** The tables of migrations/, as Kysely reads and writes them. */

type Id = GeneratedAlways<number>
type Time = Date
type Now = ColumnType<Date, Date | string | undefined, Date | string>
/** A json column: read as a value, written as its JSON text. */
type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
/** A date column: 'YYYY-MM-DD', a day of the county. */
type Day = string

type Setting = {
  key: string
  value: Json<unknown>
  version: Generated<number>
  updated_at: Now
  updated_by: number | null
}

type User = {
  id: Id
  username: string
  role: Generated<Role>
  status: Generated<UserStatus>
  first_name: Generated<string>
  last_name: Generated<string>
  company: Generated<string>
  address: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  email: Generated<string>
  email_verified_at: Time | null
  pending_email: string | null
  phone_format_type: Generated<'STANDARD' | 'INTERNATIONAL'>
  phone: Generated<string>
  language: Generated<string>
  password_hash: string | null
  failed_logins: Generated<number>
  unproven_failures: Generated<number>
  totp_secret: string | null
  totp_on: Generated<boolean>
  totp_last_step: Generated<number>
  sessions_ended_at: ColumnType<Date | number, Date | string | undefined, Date | string>
  created_at: Now
  last_login_at: Time | null
  last_active_at: Now
  purge_warned_at: Time | null
  purge_reminded_at: Time | null
  purge_on: Day | null
  purge_notice_id: number | null
  version: Generated<number>
  username_key: GeneratedAlways<string>
  search: GeneratedAlways<string>
  search_letters: GeneratedAlways<string>
}
type Session = {
  id: string
  user_id: number
  expires_at: Time
  created_at: Now
  last_seen: Now
  user_agent: Generated<string>
  address: Generated<string>
  confirmed_at: Now
}
type RecoveryCode = { user_id: number; code_hash: Buffer; used_at: Time | null }
type PurgeRun = {
  id: Id
  scheduled_on: Day | null
  active_before: Time
  started_at: Now
  started_by: number | null
  started_by_name: Generated<string>
  found: Generated<number>
  purged: Generated<number>
  letters: Generated<number>
  ended_at: Time | null
}
type SessionEpoch = {
  only: Generated<boolean>
  end_users_ended_at: ColumnType<Date | number, Date | string | undefined, Date | string>
}
type KnownBrowser = { token_hash: Buffer; user_id: number; created_at: Now; last_used_at: Now }
type Throttle = { key: string; hits: number; window_started_at: Time }

type EmailAddress = {
  id: Id
  owner_id: number | null
  address: string
  address_key: GeneratedAlways<string>
  search_letters: GeneratedAlways<string>
  /** Whether an active alert uses it; kept by triggers. */
  in_use: Generated<boolean>
  migrated: Generated<boolean>
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
}
export type TicketPurpose =
  | 'registration'
  | 'email'
  | 'phone'
  | 'password'
  | 'profile-email'
  | 'keep-alerts'
  | 'usernames'
  | 'not-me'
type Registration = {
  id: Id
  user_id: number
  password_hash: string
  language: string
  details: Json<UserDetails>
  browser_hash: Buffer
  created_at: Now
}
type Ticket = {
  id: Id
  hash: Buffer
  purpose: TicketPurpose
  user_id: number | null
  email_id: number | null
  phone_id: number | null
  target: string | null
  registration_id: number | null
  code_hash: Buffer | null
  wrong_codes: Generated<number>
  created_at: Now
  expires_at: Time
  used_at: Time | null
}
type Alert = {
  id: Id
  user_id: number | null
  name: string
  alert_type: AlertType
  first_name: Generated<string>
  last_name: Generated<string>
  business_name: Generated<string>
  parcel_id: Generated<string>
  criteria: string
  status: Generated<'A' | 'I'>
  paused_until: Day | null
  nicknames: Generated<boolean>
  sound_alikes: Generated<boolean>
  all_words: Generated<boolean>
  not_by_initial: Generated<boolean>
  rule_version: number
  county_code: Generated<string>
  version: Generated<number>
  created_at: Now
  updated_at: Now
  updated_by: number | null
  owner_name: GeneratedAlways<string>
  told: GeneratedAlways<boolean>
  name_key: GeneratedAlways<string>
  search: GeneratedAlways<string>
  search_letters: GeneratedAlways<string>
  standing: GeneratedAlways<'A' | 'I' | 'P'>
}
type AlertRecipient = {
  alert_id: number
  position: number
  acknowledged: Generated<boolean>
  stopped_at: Time | null
  created_at: Now
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
export type SuppressionReason = 'bounce' | 'complaint' | 'stop' | 'unsubscribe' | 'staff'
/** What a stop stops; the migrations say which mail each of them is. */
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
  told_at: Time | null
}
/** key_hash is 64 bits wide: computed and compared in SQL only. */
type AlertKey = { key_hash: string; alert_id: number }
type AlertText = { match_text: string; alert_id: number }

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
  extra: JsonOrNull<unknown>
  received_at: Now
}
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
type EventKey = { key_hash: string; event_id: number; recorded_on: Day }
type MatchQueue = { event_id: number; attempts: Generated<number>; not_before: Now }
type EventMatch = { event_id: number; alert_id: number; revision: number; match: Json<Match>; matched_at: Now }

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
  unsent_reason: Generated<string>
  created_at: Now
}
export type NoticeState = 'held' | 'waiting' | 'in_doubt' | 'accepted' | 'delivered' | 'failed' | 'cancelled'
export type NoticeKind = 'match' | 'verify' | 'account' | 'test'
type Notice = {
  id: Id
  kind: NoticeKind
  template: string
  event_id: number | null
  revision: number | null
  user_id: number | null
  owner_key: number
  channel: Channel
  recipient_id: number | null
  target: string
  data: ColumnType<Record<string, unknown>, string | undefined, string>
  state: Generated<NoticeState>
  reason: Generated<string>
  possibly_twice: Generated<boolean>
  instead_of_text: Generated<boolean>
  provider_message_id: string | null
  created_at: Now
  accepted_at: Time | null
  ended_at: Time | null
  held_since: GeneratedAlways<Date | null>
  failed_at: GeneratedAlways<Date | null>
  text_accepted_at: GeneratedAlways<Date | null>
  again_after: number | null
  earlier_state: 'accepted' | 'delivered' | 'failed' | null
  given_up: Generated<boolean>
  /** It may have been sent since then by the database as it was before a restore; null for nearly all. */
  maybe_sent_since: Time | null
}
type Delivery = {
  notice_id: number
  lane: number
  next_attempt_at: Now
  lease_until: Time | null
  attempt: Generated<number>
  calls: Generated<number>
  calling_at: Time | null
  doubt_since: Time | null
  perhaps_taken_since: Time | null
  decided_at: Now
  owner: number | null
  owner_attempt: number | null
}
type ProviderState = {
  channel: Channel
  provider: Generated<string>
  failed_in_a_row: Generated<number>
  failing_since: Time | null
  last_answer: Generated<string>
  last_failed_at: Time | null
  last_accepted_at: Time | null
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
type NoticeAnswer = {
  notice_id: number
  event_id: number
  owner_key: number
  answer: 'expected' | 'not-me' | 'wrong'
  answered_at: Now
  /** When staff have seen to it, and who: on the screens, 'dealt with'. */
  seen_at: Time | null
  seen_by: number | null
}
type RecordMute = { owner_key: number; event_id: number; created_at: Now }
type NoticeDay = { day: Day; notices: number }
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

type FigureMinute = {
  at: Time
  events: number
  matches: number
  notices_out: number
  possibly_twice: number
  failed: number
  email_errors: number
  text_errors: number
  looks_wrong: number
  waiting: number | null
  in_doubt: number | null
  held: number | null
  match_queue: number | null
}
type LatencyMinute = { at: Time; bucket: number; notices: number }
type FeedMinute = { feed_id: number; at: Time; events: number; lag_seconds: number | null }
type ProcessHeartbeat = {
  id: string
  kind: 'server' | 'worker'
  host: string
  pid: number
  started_at: Time
  seen_at: Now
  resident_bytes: number
  heap_bytes: number
  loop_delay_ms: number
  loop_delay_max_ms: number
  loop_utilization: number
}

type DatabaseMark = {
  only: Generated<boolean>
  database_id: Generated<string>
  timeline: Generated<string>
  position: Generated<number>
  position_at: Now
}
export type RestoreNoticedBy = 'mark' | 'command' | 'staff'
/** What a feed had posted last when the database was found to be restored. */
export type FeedAtRestore = { id: number; name: string; lastReceivedAt: string | null; lastDocumentId: string | null }
type DatabaseRestore = {
  id: Id
  backup_at: Time
  noticed_at: Now
  noticed_by: RestoreNoticedBy
  timeline_before: string
  last_notice_id: number
  emails_in_doubt: number
  texts_in_doubt: number
  held: number
  sessions_ended: number
  reset_links_ended: number
  feeds: Json<FeedAtRestore[]>
  released_at: Time | null
  released_by: number | null
  released_by_name: Generated<string>
}

export type AuditType =
  | 'LOGIN'
  | 'LOGIN_REFUSED'
  | 'REFUSED'
  | 'LOGOUT'
  | 'ACCOUNT'
  | 'PASSWORD'
  | 'ALERT'
  | 'RECIPIENT'
  | 'SETTING'
  | 'LOCKOUT'
  | 'PURGE'
  | 'EXPORT'
  | 'FEED'
  | 'MIGRATION'
  | 'NOTICE'
  | 'SUPPRESSION'
type AuditLog = {
  id: Id
  at: Now
  type: AuditType
  actor_id: number | null
  subject_user_id: number | null
  personal_digest: Buffer
}
type AuditPersonal = {
  audit_id: number
  salt: Buffer
  actor_username: Generated<string>
  subject_username: Generated<string>
  description: Generated<string>
  old_value: JsonOrNull<unknown>
  new_value: JsonOrNull<unknown>
  address: Generated<string>
}
type AuditChain = {
  position: number
  audit_id: number | null
  kind: Generated<'row' | 'checkpoint'>
  digest: Buffer
  previous: Buffer
  hash: Buffer
  chained_at: Now
  /** Of a checkpoint: the last position purged, and its hash. */
  purged_through: Generated<number | null>
  purged_hash: Generated<Buffer | null>
}

export type Database = {
  setting: Setting
  user: User
  session: Session
  session_epoch: SessionEpoch
  recovery_code: RecoveryCode
  registration: Registration
  purge_run: PurgeRun
  known_browser: KnownBrowser
  throttle: Throttle
  email_address: EmailAddress
  phone: Phone
  ticket: Ticket
  alert: Alert
  alert_email: AlertRecipient & { email_id: number }
  alert_phone: AlertRecipient & { phone_id: number }
  consent: Consent
  suppression: Suppression
  alert_key: AlertKey
  alert_text: AlertText
  feed: Feed
  feed_key: FeedKey
  event: Event
  event_revision: EventRevision
  quarantine: Quarantine
  event_key: EventKey
  match_queue: MatchQueue
  match_again: { event_id: number }
  event_match: EventMatch
  outgoing_event: OutgoingEvent
  notice: Notice
  delivery: Delivery
  notice_attempt: NoticeAttempt
  provider_state: ProviderState
  provider_callback: ProviderCallback
  inbound_texts: InboundTexts
  notice_answer: NoticeAnswer
  record_mute: RecordMute
  notice_day: NoticeDay
  outbox_message: OutboxMessage
  figure_minute: FigureMinute
  latency_minute: LatencyMinute
  feed_minute: FeedMinute
  process_heartbeat: ProcessHeartbeat
  database_mark: DatabaseMark
  database_restore: DatabaseRestore
  audit_log: AuditLog
  audit_personal: AuditPersonal
  audit_chain: AuditChain
}

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { UserDetails } from '#shared/contract/account.ts'
import type { Role, UserStatus } from '#shared/contract/roles.ts'
import type { WatchedAlert } from '#shared/contract/several-alerts.ts'
import type { Day, Id, Json, JsonOrNull, Now, Time } from './columns.ts'

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
  pending_email_moves_alerts: Generated<boolean>
  phone_format_type: Generated<'STANDARD' | 'INTERNATIONAL'>
  phone: Generated<string>
  language: Generated<string>
  password_hash: string | null
  failed_logins: Generated<number>
  unproven_failures: Generated<number>
  totp_secret: string | null
  totp_on: Generated<boolean>
  totp_last_step: Generated<number>
  enrollment_unproven: Generated<boolean>
  enrollment_code_hash: Buffer | null
  enrollment_code_until: Time | null
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

type SessionEpoch = {
  only: Generated<boolean>
  end_users_ended_at: ColumnType<Date | number, Date | string | undefined, Date | string>
}

type RecoveryCode = { user_id: number; code_hash: Buffer; used_at: Time | null }

type Registration = {
  id: Id
  user_id: number
  password_hash: string
  language: string
  details: Json<UserDetails>
  browser_hash: Buffer
  created_at: Now
  watch: Json<WatchedAlert[]>
  consent: JsonOrNull<RegistrationConsent>
  outcome: JsonOrNull<WatchOutcome[]>
}

/** The consent to emails that a sign-up gave with its alerts: the wording, and the network address. */
export type RegistrationConsent = { wordingVersion: string; address: string }

/** The result of an alert that a sign-up asked for: its id, or why it was not created. */
export type WatchOutcome = { alertId: number } | { problem: string }

type KnownBrowser = { token_hash: Buffer; user_id: number; created_at: Now; last_used_at: Now }

type Throttle = { key: string; hits: number; window_started_at: Time }

export type TicketPurpose =
  | 'registration'
  | 'email'
  | 'phone'
  | 'password'
  | 'profile-email'
  | 'keep-alerts'
  | 'usernames'
  | 'not-me'
  | 'enrollment'

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
  sample_sent_at: Time | null
  /** For the link of a new profile email, once followed: the email before, and how many alerts moved along. */
  replaced: string | null
  moved_alerts: number | null
}

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

export type AccountTables = {
  user: User
  session: Session
  session_epoch: SessionEpoch
  recovery_code: RecoveryCode
  registration: Registration
  purge_run: PurgeRun
  known_browser: KnownBrowser
  throttle: Throttle
  ticket: Ticket
}

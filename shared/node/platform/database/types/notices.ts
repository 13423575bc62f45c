import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { MatchGrade } from '#shared/contract/match.ts'
import type { WhyNot } from '#shared/contract/why-not.ts'
import type { Day, Id, Now, Time } from './columns.ts'

export type NoticeState = 'held' | 'waiting' | 'in_doubt' | 'accepted' | 'delivered' | 'failed' | 'canceled'

export type NoticeKind = 'match' | 'weekly' | 'verify' | 'account' | 'test'

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
  possible_duplicate: Generated<boolean>
  instead_of_text: Generated<boolean>
  provider_message_id: string | null
  created_at: Now
  accepted_at: Time | null
  ended_at: Time | null
  held_since: GeneratedAlways<Date | null>
  failed_at: GeneratedAlways<Date | null>
  text_accepted_at: GeneratedAlways<Date | null>
  resent_after: number | null
  state_before_resend: 'accepted' | 'delivered' | 'failed' | null
  given_up: Generated<boolean>
  address_refused: Generated<boolean>
  /** The call whose report set its state; null if no report did, or one from before this column existed. */
  reported_call: number | null
  /** It may have been sent since then by the database as it was before a restore; null for nearly all notices. */
  maybe_sent_since: Time | null
}

type NoticeAnswer = {
  /** Of no notice in an answer to a possible match. */
  notice_id: number
  event_id: number
  /** The alert of a possible match that was answered. */
  alert_id: number | null
  owner_key: number
  answer: 'expected' | 'not-me' | 'wrong'
  answered_at: Now
  /** When a member of staff resolved it, and who. */
  resolved_at: Time | null
  resolved_by: number | null
  /** When staff first opened the report, and who; null while it is unopened. */
  opened_at: Time | null
  opened_by: number | null
  /** Why the record had matched; '' for answers other than 'This is not about me' from before there were grades. */
  cause: Generated<string>
  grade: MatchGrade | null
  /** Records a year by the census: of the alert's name, and of the more common name of a close spelling. */
  expected_records: number | null
  expected_records_of_pair: number | null
}

/** Why a record that a resident reported had not been matched; its report is in `notice_answer`. */
type FoundRecord = {
  notice_id: number
  user_id: number
  alert_name: string
  criteria: string
  reason: WhyNot
  rule_version: number
  found_at: Now
}

/** A record that an owner reported; `mailed_at` is null while the email to staff waits. */
type ReportMail = {
  owner_key: number
  event_id: number
  notice_id: number
  reported_at: Now
  mailed_at: Time | null
  taken_back_at: Time | null
}

type RecordMute = { owner_key: number; event_id: number; created_at: Now }

type NoticeDay = { day: Day; notices: number }

/** A weekly email of possible matches that was made; `target` is in lower case. */
type WeeklyEmail = { owner_key: number; target: string; week: Day; notice_id: number; made_at: Now }

/** An address, in lower case, that its owner unsubscribed from the weekly email; owner 0 means no owner. */
type WeeklyUnsubscribe = { owner_id: number; target: string; created_at: Now }

export type NoticeTables = {
  notice: Notice
  notice_answer: NoticeAnswer
  found_record: FoundRecord
  report_mail: ReportMail
  record_mute: RecordMute
  notice_day: NoticeDay
  weekly_email: WeeklyEmail
  weekly_unsubscribe: WeeklyUnsubscribe
}

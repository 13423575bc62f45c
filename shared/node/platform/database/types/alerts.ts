import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ExceptionKind } from '#shared/contract/alert-exception.ts'
import type { AlertType, Channel } from '#shared/contract/alert.ts'
import type { NoticeChangeAct } from '#shared/contract/notice-change.ts'
import type { Day, Id, Now, Time } from './columns.ts'

type Alert = {
  id: Id
  user_id: number | null
  name: string
  alert_type: AlertType
  first_name: Generated<string>
  last_name: Generated<string>
  former_last_name: Generated<string>
  business_name: Generated<string>
  parcel_id: Generated<string>
  criteria: string
  status: Generated<'A' | 'I'>
  paused_until: Day | null
  nicknames: Generated<boolean>
  sound_alikes: Generated<boolean>
  typing_slips: Generated<boolean>
  last_name_as_middle: Generated<boolean>
  all_words: Generated<boolean>
  exact_first_name: Generated<boolean>
  possible: boolean | null
  rule_version: number
  county_code: Generated<string>
  version: Generated<number>
  created_at: Now
  updated_at: Now
  updated_by: number | null
  owner_name: GeneratedAlways<string>
  notifiable: GeneratedAlways<boolean>
  name_key: GeneratedAlways<string>
  search: GeneratedAlways<string>
  search_letters: GeneratedAlways<string>
  display_status: GeneratedAlways<'A' | 'I' | 'P'>
}

type AlertRecipient = {
  alert_id: number
  position: number
  acknowledged: Generated<boolean>
  unsubscribed_at: Time | null
  created_at: Now
}

/** key_hash is 64 bits wide: computed and compared in SQL only. */
type AlertKey = { key_hash: string; alert_id: number }

type AlertText = { match_text: string; alert_id: number }

type AlertException = {
  id: Id
  alert_id: number
  kind: ExceptionKind
  value: string
  written: string
  notice_id: number | null
  created_at: Now
}

type NoticeChange = {
  id: Id
  user_id: number | null
  alert_id: number | null
  act: NoticeChangeAct
  channel: Channel | null
  recipient_id: number | null
  before: ColumnType<object, string>
  at: Now
  until: Now
  keeps: Generated<boolean>
  undone_at: Time | null
}

type NoticeOfChange = { notice_id: number; change_id: number }

export type AlertTables = {
  alert: Alert
  alert_email: AlertRecipient & { email_id: number }
  alert_phone: AlertRecipient & { phone_id: number }
  alert_key: AlertKey
  alert_text: AlertText
  alert_exception: AlertException
  notice_change: NoticeChange
  notice_of_change: NoticeOfChange
}

import type { Generated } from 'kysely'
import type { Day, Id, Json, Now, Time } from './columns.ts'

type FigureMinute = {
  at: Time
  events: number
  matches: number
  notices_out: number
  possible_duplicates: number
  failed: number
  email_errors: number
  text_errors: number
  suspicious_reports: number
  /** Of the matches. */
  likely: Generated<number>
  possible: Generated<number>
  weekly_made: Generated<number>
  weekly_out: Generated<number>
  waiting: number | null
  in_doubt: number | null
  held: number | null
  match_queue: number | null
  /** In seconds. */
  oldest_unsent: number | null
}

type LatencyMinute = { at: Time; bucket: number; notices: number }

type FeedMinute = { feed_id: number; at: Time; events: number; lag_seconds: number | null }

type ProcessHeartbeat = {
  id: string
  kind: 'server' | 'worker'
  host: string
  pid: number
  pid_space: Generated<string>
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

/** The last record of a feed when the database was found to be restored. */
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

export type OperationsTables = {
  figure_minute: FigureMinute
  latency_minute: LatencyMinute
  feed_minute: FeedMinute
  feed_day: { feed_id: number; day: Day }
  last_backup: { only: Generated<boolean>; made_at: Now }
  process_heartbeat: ProcessHeartbeat
  database_mark: DatabaseMark
  database_restore: DatabaseRestore
}

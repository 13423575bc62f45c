import { type RawBuilder, sql } from 'kysely'
import { bucketsPerOctave, type LatencyBucket, maxSeconds, minSeconds } from '#shared/domain/monitoring/latency.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { weeklyPriority } from '../notices/notice.queries.ts'

/** The counts of one minute. */
type MinuteCounts = {
  /** The minute's beginning. */
  at: Date
  matches: number
  /** Of the matches. */
  likely: number
  /** Possible matches, which are not among the matches. */
  possible: number
  /** Weekly emails that were made, and that a provider accepted. */
  weeklyMade: number
  weeklyOut: number
  /** Notices of matches that a provider accepted. */
  noticesOut: number
  possiblyTwice: number
  failed: number
  /** Calls that a provider refused, put off, or did not answer. */
  emailErrors: number
  textErrors: number
  looksWrong: number
}
/** `lagSeconds`: the median from recording to receipt; null if no record had a time of day. */
type FeedCounts = { feedId: number; at: Date; events: number; lagSeconds: number | null }
export type Flows = {
  minutes: MinuteCounts[]
  feeds: FeedCounts[]
  latency: (LatencyBucket & { at: Date })[]
}

type Within = (column: string) => RawBuilder<unknown>

/** SQL: by minute, the matches that are less than certain, and the weekly emails. */
const countByGrade = (within: Within) => sql`
  select date_trunc('minute', matched_at), 'likely', count(*)::integer
  from event_match where match ->> 'grade' = 'LIKELY' and ${within('matched_at')} group by 1
  union all
  select date_trunc('minute', matched_at), 'possible', count(*)::integer
  from possible_match where ${within('matched_at')} group by 1
  union all
  select date_trunc('minute', made_at), 'weekly made', count(*)::integer
  from weekly_email where ${within('made_at')} group by 1
  union all
  select date_trunc('minute', accepted_at), 'weekly out', count(*)::integer
  from notice where kind = 'weekly' and ${within('accepted_at')} group by 1`

/**
 * Counts what happened in a period, by minute; omits minutes in which nothing happened. Each part scans an index over
 * that period alone, so the cost depends on its traffic, not on the size of the tables.
 */
export async function readFlows(db: Db | Tx, from: Date, to: Date): Promise<Flows> {
  const within: Within = (column) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`
  const minutes = sql<MinuteCounts>`
    with happened as (
      select date_trunc('minute', matched_at) as at, 'matches' as what, count(*)::integer as n
      from event_match where ${within('matched_at')} group by 1
      union all
      ${countByGrade(within)}
      union all
      select date_trunc('minute', accepted_at), 'out', count(*)::integer
      from notice where kind = 'match' and ${within('accepted_at')} group by 1
      union all
      select date_trunc('minute', accepted_at), 'twice', count(*)::integer
      from notice where kind = 'match' and possible_duplicate and ${within('accepted_at')} group by 1
      union all
      select date_trunc('minute', failed_at), 'failed', count(*)::integer
      from notice where ${within('failed_at')} group by 1
      union all
      select date_trunc('minute', a.ended_at), n.channel, count(*)::integer
      from notice_attempt a join notice n on n.id = a.notice_id
      where a.outcome <> 'accepted' and ${within('a.ended_at')} group by 1, 2
      union all
      select date_trunc('minute', answered_at), 'wrong', count(*)::integer
      from notice_answer where answer = 'wrong' and ${within('answered_at')} group by 1
    ), of as (select at, coalesce(sum(n) filter (where what = 'matches'), 0)::integer as matches,
        coalesce(sum(n) filter (where what = 'likely'), 0)::integer as likely,
        coalesce(sum(n) filter (where what = 'possible'), 0)::integer as possible,
        coalesce(sum(n) filter (where what = 'weekly made'), 0)::integer as "weeklyMade",
        coalesce(sum(n) filter (where what = 'weekly out'), 0)::integer as "weeklyOut",
        coalesce(sum(n) filter (where what = 'out'), 0)::integer as "noticesOut",
        coalesce(sum(n) filter (where what = 'twice'), 0)::integer as "possiblyTwice",
        coalesce(sum(n) filter (where what = 'failed'), 0)::integer as failed,
        coalesce(sum(n) filter (where what = 'EMAIL'), 0)::integer as "emailErrors",
        coalesce(sum(n) filter (where what = 'PHONE'), 0)::integer as "textErrors",
        coalesce(sum(n) filter (where what = 'wrong'), 0)::integer as "looksWrong"
      from happened group by at)
    select * from of order by at`
  const feeds = sql<FeedCounts>`
    select feed_id as "feedId", date_trunc('minute', received_at) as at, count(*)::integer as events,
      percentile_cont(0.5) within group (order by extract(epoch from received_at - recorded_at)::float8)
        filter (where recorded_has_time) as "lagSeconds"
    from event where ${within('received_at')} group by 1, 2 order by 2, 1`
  const latency = sql<LatencyBucket & { at: Date }>`
    select date_trunc('minute', n.accepted_at) as at, floor(${bucketsPerOctave}::float8 * log(2, greatest(${minSeconds}::numeric,
        least(${maxSeconds}::numeric, extract(epoch from n.accepted_at - e.received_at)))))::smallint as bucket,
      count(*)::integer as notices
    from notice n join event e on e.id = n.event_id
    where n.kind = 'match' and ${within('n.accepted_at')}
      -- A notice that staff resent counts only when it is first accepted.
      and not (n.possible_duplicate and exists (select from notice_attempt a
        where a.notice_id = n.id and a.outcome = 'accepted' and a.ended_at < n.accepted_at))
    group by 1, 2 order by 1, 2`
  return {
    minutes: (await minutes.execute(db)).rows,
    feeds: (await feeds.execute(db)).rows,
    latency: (await latency.execute(db)).rows,
  }
}

/** The sizes of the queues now. */
export type QueueSizes = {
  waiting: number
  inDoubt: number
  held: number
  matchQueue: number
  /** Seconds since the oldest unmatched record entered the queue, including all attempts; 0 if no record waits. */
  oldestUnmatchedSeconds: number
  /** Age in seconds of the delivery that has been due longest; 0 if no delivery is due. Weekly emails may take hours. */
  oldestDueSeconds: number
  /**
   * Seconds since the oldest unsent message was decided, including all attempts; 0 if no message waits. Excludes
   * messages held or in doubt, and weekly emails.
   */
  oldestUnsentSeconds: number
  callbacks: number
  quarantine: number
}

/** Counts what waits now. Queue tables hold only waiting rows, and every other count has its own index. */
export async function readQueueSizes(db: Db | Tx): Promise<QueueSizes> {
  const { rows } = await sql<QueueSizes>`
    select
      w.waiting, w.doubt as "inDoubt", w.oldest as "oldestDueSeconds",
      w.unsent as "oldestUnsentSeconds",
      (select count(*)::integer from notice where held_since is not null) as held,
      q.records as "matchQueue", q.oldest as "oldestUnmatchedSeconds",
      (select count(*)::integer from provider_callback where applied_at is null) as callbacks,
      (select count(*)::integer from quarantine where settled_at is null) as quarantine
    from (
      select count(*) filter (where in_doubt_since is null)::integer as waiting,
        count(*) filter (where in_doubt_since is not null)::integer as doubt,
        coalesce(extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at < now() and priority < ${weeklyPriority})), 0)::float8 as oldest,
        greatest(coalesce(extract(epoch from now() - min(decided_at) filter (where in_doubt_since is null and priority < ${weeklyPriority})), 0), 0)::float8 as unsent
      from delivery) w,
      (select count(*)::integer as records,
        greatest(coalesce(extract(epoch from now() - min(queued_at)), 0), 0)::float8 as oldest from match_queue) q`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The figures came back empty.')
  return rows[0]
}

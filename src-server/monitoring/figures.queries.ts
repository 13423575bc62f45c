import { sql } from 'kysely'
import type { Db } from '#shared/node/db/client.ts'

/** How things stand, for /metrics and the monitoring page; windows reach back a day. */
export type Figures = {
  eventsIn: number
  matches: number
  noticesHeld: number
  noticesWaiting: number
  noticesInDoubt: number
  noticesFailed: number
  /** Of the newest 20,000 notices of matches: accepted by a provider, and possibly sent twice. */
  noticesAccepted: number
  noticesPossiblyTwice: number
  answersLooksWrong: number
  matchQueueDepth: number
  deliveryQueueDepth: number
  deliveryOldestSeconds: number
  callbacksWaiting: number
  quarantineOpen: number
  /** Since any open feed last posted; null where none ever did. */
  feedSilenceSeconds: number | null
  /** Receipt of the record to acceptance by the provider, over the newest notices of the last day. */
  latencyP50: number | null
  latencyP95: number | null
  latencyP99: number | null
}

/** Each count walks an index or a bounded number of rows, so that watching stays cheap at any size. */
export async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with recent as (
      select n.accepted_at, n.possibly_twice, e.received_at
      from (select * from notice order by id desc limit 20000) n
      left join event e on e.id = n.event_id
      where n.kind = 'match'
    ), latency as (
      select percentile_cont(array[0.5, 0.95, 0.99]) within group
        (order by extract(epoch from accepted_at - received_at)::float8) as p
      from recent where accepted_at > now() - interval '1 day' and received_at is not null
    )
    select
      (select count(*) from event where received_at > now() - interval '1 day') as "eventsIn",
      (select count(*) from event_match where matched_at > now() - interval '1 day') as "matches",
      (select count(*) from notice where state = 'held') as "noticesHeld",
      (select count(*) from notice where state = 'waiting') as "noticesWaiting",
      (select count(*) from notice where state = 'in_doubt') as "noticesInDoubt",
      (select count(*) from notice where state = 'failed' and ended_at > now() - interval '1 day') as "noticesFailed",
      (select count(*) from recent where accepted_at is not null) as "noticesAccepted",
      (select count(*) from recent where possibly_twice) as "noticesPossiblyTwice",
      (select count(*) from notice_answer where answer = 'wrong' and answered_at > now() - interval '1 day')
        as "answersLooksWrong",
      (select count(*) from match_queue) as "matchQueueDepth",
      (select count(*) from delivery) as "deliveryQueueDepth",
      (select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 from delivery
        where next_attempt_at < now()) as "deliveryOldestSeconds",
      (select count(*) from provider_callback where applied_at is null) as "callbacksWaiting",
      (select count(*) from quarantine where settled_at is null) as "quarantineOpen",
      (select extract(epoch from now() - max(last_seen_at))::float8 from feed where closed_at is null)
        as "feedSilenceSeconds",
      (select p[1] from latency) as "latencyP50",
      (select p[2] from latency) as "latencyP95",
      (select p[3] from latency) as "latencyP99"`.execute(db)
  const figures = rows[0]
  if (!figures) throw new Error('The figures came back empty.')
  return figures
}

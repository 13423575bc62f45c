import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { readNow } from '#shared/node/platform/database/read-now.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { type Flows, readFlows, readQueueSizes, type QueueSizes } from './flows.queries.ts'

const minuteMs = 60_000
/** Charts reach back a week. */
const retentionDays = 8
/** We count each minute again a minute later: transactions that started in it may commit after it is over. */
const recountMs = minuteMs
/** After a longer pause, only the last day is filled in. */
const catchUpMs = 24 * 60 * minuteMs

/** The end of the last saved minute, or null if there is none. */
export async function readSampledUntil(db: Db | Tx): Promise<Date | null> {
  const { last } = await db
    .selectFrom('figure_minute')
    .select((eb) => eb.fn.max('at').as('last'))
    .executeTakeFirstOrThrow()
  return last && new Date(last.getTime() + minuteMs)
}

/**
 * Saves the figures of the minutes that are over, and deletes those past their retention. Several workers may do this
 * at the same time, and repeatedly. A minute saved before it is over would leave a gap in the figures.
 * @param at only tests give a time
 */
export async function recordSamples(db: Db, at?: Date): Promise<void> {
  const now = at ?? (await readNow(db))
  const to = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const last = await readSampledUntil(db)
  const from = new Date(Math.max((last?.getTime() ?? 0) - recountMs, to.getTime() - catchUpMs))
  if (from >= to) return
  const flows = await readFlows(db, from, to)
  const queues = await readQueueSizes(db)
  await inTransaction(db, (tx) => writeSample(tx, { from, to, flows, queues }))
  const limit = sql`now() - make_interval(days => ${retentionDays})`
  for (const table of ['figure_minute', 'latency_minute', 'feed_minute'])
    await sql`delete from ${sql.table(table)} where at < ${limit}`.execute(db)
  await sql`delete from process_heartbeat where seen_at < now() - interval '1 hour'`.execute(db)
}

/** Notes the county's days on which each feed posted, and keeps them longer than any reader looks back. */
export async function recordFeedDays(db: Db, timeZone: string): Promise<void> {
  await sql`
    insert into feed_day (feed_id, day)
    select id, (last_seen_at at time zone ${timeZone})::date from feed
    where closed_at is null and last_seen_at > now() - interval '1 day'
    on conflict do nothing`.execute(db)
  await sql`delete from feed_day where day < now() - interval '100 days'`.execute(db)
}

type Sample = { from: Date; to: Date; flows: Flows; queues: QueueSizes }

async function writeSample(tx: Tx, { from, to, flows: { minutes, feeds, latency }, queues }: Sample): Promise<void> {
  await sql`
    insert into figure_minute as f (at, events, matches, notices_out, possible_duplicates, failed, email_errors, text_errors,
      suspicious_reports, likely, possible, weekly_made, weekly_out)
    select m.at, coalesce(e.events, 0), coalesce(c.matches, 0), coalesce(c.out, 0), coalesce(c.twice, 0),
      coalesce(c.failed, 0), coalesce(c.emails, 0), coalesce(c.texts, 0), coalesce(c.wrong, 0),
      coalesce(c.likely, 0), coalesce(c.possible, 0), coalesce(c.weekly_made, 0), coalesce(c.weekly_out, 0)
    from generate_series(${from}::timestamptz, ${new Date(to.getTime() - minuteMs)}::timestamptz, interval '1 minute') as m (at)
    left join json_to_recordset(${JSON.stringify(
      minutes.map((minute) => ({
        at: minute.at,
        matches: minute.matches,
        out: minute.noticesOut,
        twice: minute.possiblyTwice,
        failed: minute.failed,
        emails: minute.emailErrors,
        texts: minute.textErrors,
        wrong: minute.looksWrong,
        likely: minute.likely,
        possible: minute.possible,
        weekly_made: minute.weeklyMade,
        weekly_out: minute.weeklyOut,
      })),
    )}) as c (at timestamptz, matches integer, out integer, twice integer, failed integer, emails integer,
      texts integer, wrong integer, likely integer, possible integer, weekly_made integer, weekly_out integer) using (at)
    left join (
      select at, sum(events)::integer as events from json_to_recordset(${JSON.stringify(feeds)})
        as x (at timestamptz, events integer) group by at) e using (at)
    on conflict (at) do update set events = excluded.events, matches = excluded.matches,
      notices_out = excluded.notices_out, possible_duplicates = excluded.possible_duplicates, failed = excluded.failed,
      email_errors = excluded.email_errors, text_errors = excluded.text_errors, suspicious_reports = excluded.suspicious_reports,
      likely = excluded.likely, possible = excluded.possible, weekly_made = excluded.weekly_made,
      weekly_out = excluded.weekly_out`.execute(tx)
  await sql`
    update figure_minute set waiting = ${queues.waiting}, in_doubt = ${queues.inDoubt}, held = ${queues.held},
      match_queue = ${queues.matchQueue}, oldest_unsent = ${Math.round(queues.oldestUnsentSeconds)}
    where at = ${new Date(to.getTime() - minuteMs)} and waiting is null`.execute(tx)
  await sql`
    insert into feed_minute (feed_id, at, events, lag_seconds)
    select x."feedId", x.at, x.events, x."lagSeconds" from json_to_recordset(${JSON.stringify(feeds)})
      as x ("feedId" bigint, at timestamptz, events integer, "lagSeconds" float8)
    on conflict (feed_id, at) do update set events = excluded.events, lag_seconds = excluded.lag_seconds`.execute(tx)
  await sql`delete from latency_minute where at >= ${from} and at < ${to}`.execute(tx)
  await sql`
    insert into latency_minute (at, bucket, notices)
    select at, bucket, notices from json_to_recordset(${JSON.stringify(latency)})
      as x (at timestamptz, bucket smallint, notices integer)
    on conflict do nothing`.execute(tx)
}

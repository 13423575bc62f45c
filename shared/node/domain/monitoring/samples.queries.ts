import { sql } from 'kysely'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { type Flows, readFlows, readStanding, type Standing } from './flows.queries.ts'

const minuteMs = 60_000
/** Charts reach back a week. */
const keptDays = 8
/** A minute is counted a second time a minute later: transactions that began in it may commit after it is over. */
const countedAgainMs = minuteMs
/** After a longer pause than this only the last day is made good. */
const catchUpMs = 24 * 60 * minuteMs

/** When the minutes that are kept end; null where there are none. */
export async function sampledUntil(db: Db | Tx): Promise<Date | null> {
  const { last } = await db
    .selectFrom('figure_minute')
    .select((eb) => eb.fn.max('at').as('last'))
    .executeTakeFirstOrThrow()
  return last && new Date(last.getTime() + minuteMs)
}

/**
 * Keeps the figures of the minutes that are over, and forgets those past their time. Any number of workers may do this
 * at once, any number of times.
 */
export async function recordSamples(db: Db, now = new Date()): Promise<void> {
  const to = new Date(Math.floor(now.getTime() / minuteMs) * minuteMs)
  const last = await sampledUntil(db)
  const from = new Date(Math.max((last?.getTime() ?? 0) - countedAgainMs, to.getTime() - catchUpMs))
  if (from >= to) return
  const flows = await readFlows(db, from, to)
  const standing = await readStanding(db)
  await db.transaction().execute((tx) => write(tx, { from, to, flows, standing }))
  const limit = sql`now() - make_interval(days => ${keptDays})`
  for (const table of ['figure_minute', 'latency_minute', 'feed_minute'])
    await sql`delete from ${sql.table(table)} where at < ${limit}`.execute(db)
  await sql`delete from process_heartbeat where seen_at < now() - interval '1 hour'`.execute(db)
}

type Sample = { from: Date; to: Date; flows: Flows; standing: Standing }

async function write(tx: Tx, { from, to, flows: { minutes, feeds, latency }, standing }: Sample): Promise<void> {
  await sql`
    insert into figure_minute as f (at, events, matches, notices_out, possibly_twice, failed, email_errors, text_errors,
      looks_wrong)
    select m.at, coalesce(e.events, 0), coalesce(c.matches, 0), coalesce(c.out, 0), coalesce(c.twice, 0),
      coalesce(c.failed, 0), coalesce(c.emails, 0), coalesce(c.texts, 0), coalesce(c.wrong, 0)
    from generate_series(${from}::timestamptz, ${new Date(to.getTime() - minuteMs)}::timestamptz, interval '1 minute') as m (at)
    left join json_to_recordset(${JSON.stringify(
      minutes.map((one) => ({
        at: one.at,
        matches: one.matches,
        out: one.noticesOut,
        twice: one.possiblyTwice,
        failed: one.failed,
        emails: one.emailErrors,
        texts: one.textErrors,
        wrong: one.looksWrong,
      })),
    )}) as c (at timestamptz, matches integer, out integer, twice integer, failed integer, emails integer,
      texts integer, wrong integer) using (at)
    left join (
      select at, sum(events)::integer as events from json_to_recordset(${JSON.stringify(feeds)})
        as x (at timestamptz, events integer) group by at) e using (at)
    on conflict (at) do update set events = excluded.events, matches = excluded.matches,
      notices_out = excluded.notices_out, possibly_twice = excluded.possibly_twice, failed = excluded.failed,
      email_errors = excluded.email_errors, text_errors = excluded.text_errors, looks_wrong = excluded.looks_wrong`.execute(
    tx,
  )
  await sql`
    update figure_minute set waiting = ${standing.waiting}, in_doubt = ${standing.inDoubt}, held = ${standing.held},
      match_queue = ${standing.matchQueue}
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

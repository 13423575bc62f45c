import { sql } from 'kysely'
import type { Pool } from 'pg'
import { isNewestReport } from '#server/platform/newest-answer.queries.ts'
import type { NotMeCount } from '#shared/contract/not-me-cause.ts'
import { oneBusinessDayBefore } from '#shared/domain/business-days.ts'
import { type LatencyBucket, percentile } from '#shared/domain/monitoring/latency.ts'
import { readFeedSilence } from '#shared/node/domain/monitoring/feed-silence.queries.ts'
import { type Flows, readFlows, readQueueSizes, type QueueSizes } from '#shared/node/domain/monitoring/flows.queries.ts'
import { type ProviderFigures, readProviders } from '#shared/node/domain/monitoring/providers.queries.ts'
import { readSampledUntil } from '#shared/node/domain/monitoring/samples.queries.ts'
import { ownFailures } from '#shared/node/domain/notices/own-failures.ts'
import { readSettings } from '#shared/node/domain/settings/settings-store.queries.ts'
import { type ChainState, readChainState } from '#shared/node/platform/audit/audit-chain.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { isDiskFull } from '#shared/node/platform/database/disk-full.ts'
import { countNotMe } from './not-me.queries.ts'

const dayMs = 24 * 3600 * 1000

/** Counts of the last 24 hours. */
type DayFigures = {
  eventsIn: number
  matches: number
  /** Of the matches. */
  likely: number
  /** Possible matches, which notify no one right away. */
  possible: number
  /** Weekly emails that were made, and that a provider accepted. */
  weeklyMade: number
  weeklyOut: number
  noticesOut: number
  possiblyTwice: number
  emailErrors: number
  textErrors: number
  looksWrong: number
}
type FeedFigures = {
  id: number
  name: string
  /** Since its last post; null if it never posted. */
  silenceSeconds: number | null
  /** The part of it on days of the week on which it usually posts. */
  overdueSeconds: number | null
  /** From recording to receipt, in the latest minute of the last day that has such a record. */
  lagSeconds: number | null
  eventsIn: number
}
type ProcessFigures = {
  kind: 'server' | 'worker'
  host: string
  pid: number
  /** Since its last heartbeat. */
  seenSeconds: number
  upSeconds: number
  residentBytes: number
  heapBytes: number
  loopDelayMs: number
  loopDelayMaxMs: number
  loopUtilization: number
}
type DatabaseFigures = {
  bytes: number
  connections: number
  maxConnections: number
  /** Of the service's own transactions; 0 if none is open. */
  oldestTransactionSeconds: number
}

/** All figures, for /metrics and the monitoring page. */
export type Figures = DayFigures &
  QueueSizes & {
    /** Seconds since we noticed a restore that staff have not released; null if delivery is not paused. */
    deliveryPausedSeconds: number | null
    /** Messages that failed within the last 24 hours and still count as failed. */
    failed: number
    /** How many of them failed for their address, such as a full mailbox, which is not a failure of the service. */
    refusedAddresses: number
    /** The database refused this server's last write, or its check once a minute, because its disk is full. */
    isDiskFull: boolean
    /**
     * Seconds since the newest known backup was complete, or since the database was created; null for a demo without a
     * backup.
     */
    lastBackupSeconds: number | null
    /** Seconds from receipt of the record to acceptance by the provider; null if nothing was sent in the last day. */
    p50: number | null
    p95: number | null
    p99: number | null
    providers: ProviderFigures[]
    feeds: FeedFigures[]
    database: DatabaseFigures
    processes: ProcessFigures[]
    /** Reports of suspicious records that no member of staff has opened, and those that are late. */
    reportsUnopened: number
    reportsOverdue: number
    /** Why records matched that their readers said were not about them. */
    notMe: NotMeCount[]
    /** The audit log's chain; these figures and the worker's log make its head known outside the database. */
    audit: ChainState
  }

export type FigureDeps = { db: Db; pool: Pool; env: { COUNTY_TIME_ZONE: string; EMBEDDED_DATABASE?: '1' | undefined } }

/**
 * Reads the minutes that the workers stored, what has happened since, and what waits. Of tables that grow over the
 * years it reads only what an index limits: the last year's 'not about me' answers.
 */
export async function readFigures({ db, pool, env }: FigureDeps, now = new Date()): Promise<Figures> {
  const dayAgo = new Date(now.getTime() - dayMs)
  const sampled = await readSampledUntil(db)
  const since = sampled && sampled > dayAgo ? sampled : dayAgo
  const [
    kept,
    recent,
    current,
    providers,
    feeds,
    database,
    processes,
    audit,
    failures,
    deliveryPausedSeconds,
    notMe,
    lastBackupSeconds,
    diskFull,
    reports,
  ] = await Promise.all([
    readKeptDay(db, dayAgo),
    readFlows(db, since, now),
    readQueueSizes(db),
    readProviders(db),
    readFeeds(db, { dayAgo, now, timeZone: env.COUNTY_TIME_ZONE }),
    readDatabase(db),
    readProcesses(db),
    readChainState(db),
    countFailed(db, dayAgo),
    readPaused(db),
    countNotMe(db, now),
    readLastBackup(db, env.EMBEDDED_DATABASE === '1'),
    isDiskFull(pool, { looks: true }),
    countUnopened(db, env.COUNTY_TIME_ZONE, now),
  ])
  const latency = [...kept.latency, ...recent.latency]
  return {
    ...addFlows(kept.day, recent),
    deliveryPausedSeconds,
    ...failures,
    lastBackupSeconds,
    isDiskFull: diskFull,
    ...current,
    p50: percentile(latency, 0.5),
    p95: percentile(latency, 0.95),
    p99: percentile(latency, 0.99),
    providers,
    feeds: feeds.map((feed) => addRecentFlows(feed, recent)),
    database,
    processes,
    audit,
    notMe,
    ...reports,
  }
}

async function readKeptDay(db: Db, dayAgo: Date): Promise<{ day: DayFigures; latency: LatencyBucket[] }> {
  const { rows } = await sql<DayFigures>`
    select coalesce(sum(events), 0)::integer as "eventsIn", coalesce(sum(matches), 0)::integer as matches,
      coalesce(sum(likely), 0)::integer as likely, coalesce(sum(possible), 0)::integer as possible,
      coalesce(sum(weekly_made), 0)::integer as "weeklyMade", coalesce(sum(weekly_out), 0)::integer as "weeklyOut",
      coalesce(sum(notices_out), 0)::integer as "noticesOut", coalesce(sum(possible_duplicates), 0)::integer as "possiblyTwice",
      coalesce(sum(email_errors), 0)::integer as "emailErrors",
      coalesce(sum(text_errors), 0)::integer as "textErrors", coalesce(sum(suspicious_reports), 0)::integer as "looksWrong"
    from figure_minute where at >= ${dayAgo}`.execute(db)
  const latency = await sql<LatencyBucket>`
    select bucket, sum(notices)::integer as notices from latency_minute where at >= ${dayAgo} group by bucket`.execute(
    db,
  )
  if (!rows[0]) throw new Error('The figures came back empty.')
  return { day: rows[0], latency: latency.rows }
}

function addFlows(day: DayFigures, { minutes, feeds }: Flows): DayFigures {
  const sum = (pick: (minute: Flows['minutes'][number]) => number) => minutes.reduce((all, item) => all + pick(item), 0)
  return {
    eventsIn: day.eventsIn + feeds.reduce((all, item) => all + item.events, 0),
    matches: day.matches + sum((item) => item.matches),
    likely: day.likely + sum((item) => item.likely),
    possible: day.possible + sum((item) => item.possible),
    weeklyMade: day.weeklyMade + sum((item) => item.weeklyMade),
    weeklyOut: day.weeklyOut + sum((item) => item.weeklyOut),
    noticesOut: day.noticesOut + sum((item) => item.noticesOut),
    possiblyTwice: day.possiblyTwice + sum((item) => item.possiblyTwice),
    emailErrors: day.emailErrors + sum((item) => item.emailErrors),
    textErrors: day.textErrors + sum((item) => item.textErrors),
    looksWrong: day.looksWrong + sum((item) => item.looksWrong),
  }
}

/** We count no further than this. */
const maxFailedCounted = 100_000

/**
 * A message that is resent no longer counts as failed, so the stored minutes cannot be added up. An address counts as
 * refused only if its refusal or a report names it: any other refusal has a reason that staff must look at, such as a
 * mail server that takes nothing from the county.
 */
async function countFailed(db: Db, dayAgo: Date): Promise<Pick<Figures, 'failed' | 'refusedAddresses'>> {
  const { rows } = await sql<Pick<Figures, 'failed' | 'refusedAddresses'>>`
    select count(*)::integer as failed, count(*) filter (
      where reason <> all (${Object.values(ownFailures)}::text[]) and address_refused)::integer as "refusedAddresses"
    from (
      select reason, address_refused from notice where failed_at > ${dayAgo} limit ${maxFailedCounted}) f`.execute(db)
  return rows[0] ?? { failed: 0, refusedAddresses: 0 }
}

/** A timer that has never made a backup must alert like one that stopped. A demo needs no backup. */
async function readLastBackup(db: Db, isDemo: boolean): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from now() - coalesce((select made_at from last_backup),
      case when not ${isDemo} then (select min(applied_at) from schema_migration) end))::float8 as seconds`.execute(db)
  return rows[0]?.seconds ?? null
}

/**
 * Reports that no one has opened, as staff's header counts them. A report given to several messages waits since the
 * first.
 */
async function countUnopened(
  db: Db,
  timeZone: string,
  now: Date,
): Promise<Pick<Figures, 'reportsUnopened' | 'reportsOverdue'>> {
  const { reports } = await readSettings(db)
  const { rows } = await sql<{ all: number; overdue: number }>`
    select count(*)::integer as all,
      count(*) filter (where since < ${oneBusinessDayBefore(now, timeZone, reports)})::integer as overdue
    from (
      select (
        select min(o.answered_at) from notice_answer o
        where o.owner_key = r.owner_key and o.event_id = r.event_id and o.answer = 'wrong' and o.resolved_at is null
          and o.opened_at is null) as since
      from notice_answer r
      where r.answer = 'wrong' and r.resolved_at is null and r.opened_at is null and ${isNewestReport}) w`.execute(db)
  return { reportsUnopened: rows[0]?.all ?? 0, reportsOverdue: rows[0]?.overdue ?? 0 }
}

async function readPaused(db: Db): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from now() - noticed_at)::float8 as seconds
    from database_restore where released_at is null`.execute(db)
  return rows[0]?.seconds ?? null
}

async function readFeeds(
  db: Db,
  { dayAgo, now, timeZone }: { dayAgo: Date; now: Date; timeZone: string },
): Promise<FeedFigures[]> {
  const { reports: holidays } = await readSettings(db)
  const silence = await readFeedSilence(db, { now, timeZone, holidays })
  const { rows } = await sql<Omit<FeedFigures, 'name' | 'overdueSeconds'>>`
    select f.id, extract(epoch from now() - f.last_seen_at)::float8 as "silenceSeconds",
      (select lag_seconds from feed_minute m where m.feed_id = f.id and at >= ${dayAgo} and lag_seconds is not null
        order by at desc limit 1) as "lagSeconds",
      (select coalesce(sum(events), 0)::integer from feed_minute m where m.feed_id = f.id and at >= ${dayAgo}) as "eventsIn"
    from feed f where id = any(${silence.map(({ id }) => id)}::bigint[])`.execute(db)
  const figures = new Map(rows.map((row) => [row.id, row]))
  return silence.flatMap(({ id, name, overdueSeconds }) => {
    const own = figures.get(id)
    return own ? [{ ...own, name, overdueSeconds }] : []
  })
}

function addRecentFlows(feed: FeedFigures, { feeds }: Flows): FeedFigures {
  const own = feeds.filter((item) => item.feedId === feed.id)
  return {
    ...feed,
    lagSeconds: own.findLast((item) => item.lagSeconds !== null)?.lagSeconds ?? feed.lagSeconds,
    eventsIn: feed.eventsIn + own.reduce((sum, item) => sum + item.events, 0),
  }
}

async function readDatabase(db: Db): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    select pg_database_size(current_database())::float8 as bytes,
      count(*)::integer as connections, current_setting('max_connections')::integer as "maxConnections",
      coalesce(extract(epoch from max(now() - xact_start) filter (where pid <> pg_backend_pid())), 0)::float8
        as "oldestTransactionSeconds"
    from pg_stat_activity where datname = current_database()`.execute(db)
  if (!rows[0]) throw new Error('The figures of the database came back empty.')
  return rows[0]
}

async function readProcesses(db: Db): Promise<ProcessFigures[]> {
  const { rows } = await sql<ProcessFigures>`
    select distinct on (kind, host, pid) kind, host, pid, extract(epoch from now() - seen_at)::float8 as "seenSeconds",
      extract(epoch from now() - started_at)::float8 as "upSeconds", resident_bytes as "residentBytes",
      heap_bytes as "heapBytes", loop_delay_ms as "loopDelayMs", loop_delay_max_ms as "loopDelayMaxMs",
      loop_utilization as "loopUtilization"
    from process_heartbeat order by kind, host, pid, seen_at desc limit 100`.execute(db)
  return rows
}

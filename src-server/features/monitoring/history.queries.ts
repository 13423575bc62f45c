import { sql } from 'kysely'
import type { HistoryPoint } from '#shared/contract/monitoring.ts'
import type { LatencyBucket } from '#shared/domain/monitoring/latency.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

export type ChartedCount = 'events' | 'matches' | 'noticesOut' | 'failed' | 'emailErrors' | 'textErrors' | 'looksWrong'
/** The stored figures of a span; `at` is its beginning. */
type HistoryRow = { at: Date } & Record<ChartedCount, number> &
  Pick<HistoryPoint, 'waiting' | 'inDoubt' | 'held' | 'matchQueue' | 'oldestUnsent'>

const kept = (name: string) => sql`coalesce(${sql.ref(name)}, 0)::integer`

/**
 * Adds the stored minutes up to spans; returns every span, even without a row.
 * @param from on a span boundary
 */
export async function readHistory(
  db: Db,
  { from, to, stepSeconds }: { from: Date; to: Date; stepSeconds: number },
): Promise<{ rows: HistoryRow[]; latency: (LatencyBucket & { at: Date })[] }> {
  const step = sql`make_interval(secs => ${stepSeconds})`
  const bin = sql`date_bin(${step}, m.at, ${from}::timestamptz)`
  const within = sql`m.at >= ${from} and m.at < ${to}`
  const rows = await sql<HistoryRow>`
    with span as (
      select ${bin} as at, sum(events) as events, sum(matches) as matches, sum(notices_out) as notices_out, sum(failed) as failed,
        sum(email_errors) as email_errors, sum(text_errors) as text_errors, sum(suspicious_reports) as suspicious_reports,
        max(waiting) as waiting, max(in_doubt) as in_doubt, max(held) as held, max(match_queue) as match_queue,
        max(oldest_unsent) as oldest_unsent
      from figure_minute m where ${within} group by 1
    )
    select s.at, ${kept('events')} as events, ${kept('matches')} as matches, ${kept('notices_out')} as "noticesOut", ${kept('failed')} as failed,
      ${kept('email_errors')} as "emailErrors", ${kept('text_errors')} as "textErrors",
      ${kept('suspicious_reports')} as "looksWrong", waiting, in_doubt as "inDoubt", held, match_queue as "matchQueue",
      oldest_unsent as "oldestUnsent"
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', ${step}) as s (at)
    left join span using (at) order by s.at`.execute(db)
  const latency = await sql<LatencyBucket & { at: Date }>`
    select ${bin} as at, m.bucket, sum(m.notices)::integer as notices
    from latency_minute m where ${within} group by 1, 2`.execute(db)
  return { rows: rows.rows, latency: latency.rows }
}

import { TZDate } from '@date-fns/tz'
import { lightFormat } from 'date-fns/lightFormat'
import { type HistoryPoint, type MonitoringWindow, monitoringWindows } from '#shared/contract/monitoring.ts'
import { percentile } from '#shared/domain/monitoring/latency.ts'
import { readFlows } from '#shared/node/domain/monitoring/flows.queries.ts'
import { readSampledUntil } from '#shared/node/domain/monitoring/samples.queries.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { type ChartedCount, readHistory } from './history.queries.ts'

const labels = { hour: 'h:mm a', day: 'h:mm a', week: 'MM/dd h a' } as const satisfies Record<MonitoringWindow, string>

const dayMs = 24 * 3600 * 1000

/**
 * The points of the charts, oldest first: the stored minutes, and what happened since. The last point is the current
 * span so far.
 */
export async function readHistoryPoints(
  db: Db,
  { window, timeZone, now = new Date() }: { window: MonitoringWindow; timeZone: string; now?: Date },
): Promise<HistoryPoint[]> {
  const { seconds, step } = monitoringWindows[window]
  const stepMs = step * 1000
  const to = new Date(Math.ceil((now.getTime() + 1) / stepMs) * stepMs)
  const from = new Date(to.getTime() - seconds * 1000)
  const keptUntil = Math.max((await readSampledUntil(db))?.getTime() ?? 0, from.getTime())
  // As for the current figures, it recounts a day at most, however long no worker has stored minutes.
  const since = Math.max(keptUntil, now.getTime() - dayMs)
  const [kept, recent] = await Promise.all([
    readHistory(db, { from, to, stepSeconds: step }),
    readFlows(db, new Date(since), now),
  ])
  const latency = [...kept.latency, ...recent.latency]
  return kept.rows.map((row) => {
    const at = row.at.getTime()
    const within = (item: { at: Date }) => item.at.getTime() >= at && item.at.getTime() < at + stepMs
    const known = at + stepMs <= keptUntil || since === keptUntil || at >= since
    const minutes = recent.minutes.filter(within)
    const counted = (name: keyof (typeof minutes)[number] & ChartedCount) =>
      known ? minutes.reduce((sum, minute) => sum + minute[name], row[name]) : null
    const buckets = latency.filter(within)
    return {
      at: at / 1000,
      label: lightFormat(new TZDate(row.at, timeZone), labels[window]),
      running: at + stepMs > now.getTime(),
      events: known ? recent.feeds.filter(within).reduce((sum, feed) => sum + feed.events, row.events) : null,
      matches: counted('matches'),
      noticesOut: counted('noticesOut'),
      failed: counted('failed'),
      emailErrors: counted('emailErrors'),
      textErrors: counted('textErrors'),
      looksWrong: counted('looksWrong'),
      waiting: row.waiting,
      inDoubt: row.inDoubt,
      held: row.held,
      matchQueue: row.matchQueue,
      oldestUnsent: row.oldestUnsent,
      p50: percentile(buckets, 0.5),
      p95: percentile(buckets, 0.95),
      p99: percentile(buckets, 0.99),
    }
  })
}

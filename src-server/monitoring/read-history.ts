import { TZDate } from '@date-fns/tz'
import { lightFormat } from 'date-fns/lightFormat'
import { type HistoryPoint, type MonitoringWindow, monitoringWindows } from '#shared/contract/monitoring.ts'
import type { Db } from '#shared/node/db/client.ts'
import { sampledUntil } from '#shared/node/monitoring/samples.queries.ts'
import { percentile } from '#shared/rules/latency.ts'
import { readHistory } from './history.queries.ts'

const labels = { hour: 'h:mm a', day: 'h:mm a', week: 'MM/dd h a' } as const satisfies Record<MonitoringWindow, string>

/** What the charts draw, oldest first. The last point is of the present span, as far as it is kept. */
export async function historyPoints(
  db: Db,
  { window, timeZone, now = new Date() }: { window: MonitoringWindow; timeZone: string; now?: Date },
): Promise<HistoryPoint[]> {
  const { seconds, step } = monitoringWindows[window]
  const stepMs = step * 1000
  const to = new Date(Math.ceil(now.getTime() / stepMs) * stepMs)
  const from = new Date(to.getTime() - seconds * 1000)
  const keptUntil = (await sampledUntil(db)) ?? from
  const { rows, latency } = await readHistory(db, { from, to, stepSeconds: step, keptUntil })
  return rows.map(({ at, ...counts }) => {
    const buckets = latency.filter((one) => one.at.getTime() === at.getTime())
    return {
      at: at.getTime() / 1000,
      label: lightFormat(new TZDate(at, timeZone), labels[window]),
      ...counts,
      p50: percentile(buckets, 0.5),
      p95: percentile(buckets, 0.95),
      p99: percentile(buckets, 0.99),
    }
  })
}

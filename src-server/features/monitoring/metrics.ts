import type { Channel } from '#shared/contract/alert.ts'
import { assessHealth } from '#shared/domain/monitoring/health.ts'
import type { Figures } from './figures.queries.ts'

/** One figure as Prometheus reads it; `labels` without braces. The monitoring page shows the same ones. */
export type Metric = { name: string; labels: string; help: string; value: number | null }

type Shape = { name: string; help: string; values: (figures: Figures) => [labels: string, value: number | null][] }

const one =
  (value: (figures: Figures) => number | null): Shape['values'] =>
  (figures) => [['', value(figures)]]

const healthNumbers = { success: 0, warning: 1, danger: 2 } as const
const channelLabels: Record<Channel, string> = { EMAIL: 'channel="email"', PHONE: 'channel="text"' }

/** Every figure, once: its name, its meaning, and where it is found. Times are seconds, sizes bytes. */
const shapes: Shape[] = [
  {
    name: 'health',
    help: 'How the service does, as the monitoring page says it: 0 well, 1 something to look at, 2 needs a person now.',
    values: one((f) => healthNumbers[assessHealth(f).tone]),
  },
  { name: 'events_in_day', help: 'Recorded documents taken in the last day.', values: one((f) => f.eventsIn) },
  { name: 'matches_day', help: 'Alerts matched in the last day.', values: one((f) => f.matches) },
  {
    name: 'notices_day',
    help: 'Notices of the last day by what became of them.',
    values: (f) => [
      ['outcome="accepted"', f.noticesOut],
      ['outcome="failed"', f.failed],
      ['outcome="possibly_twice"', f.possiblyTwice],
    ],
  },
  {
    name: 'notices',
    help: 'Messages not yet sent, by state.',
    values: (f) => [
      ['state="held"', f.held],
      ['state="waiting"', f.waiting],
      ['state="in_doubt"', f.inDoubt],
    ],
  },
  {
    name: 'provider_errors_day',
    help: 'Calls of the last day that a provider refused, put off, or did not answer.',
    values: (f) => [
      ['channel="email"', f.emailErrors],
      ['channel="text"', f.textErrors],
    ],
  },
  {
    name: 'provider_failed_calls',
    help: 'Calls to a provider that failed since the last message that it took.',
    values: (f) => f.providers.map(({ channel, failedInARow }) => [channelLabels[channel], failedInARow]),
  },
  { name: 'answers_looks_wrong_day', help: "'Looks wrong' answers of the last day.", values: one((f) => f.looksWrong) },
  {
    name: 'queue_depth',
    help: 'Rows that wait.',
    values: (f) => [
      ['queue="matching"', f.matchQueue],
      ['queue="delivery"', f.waiting + f.inDoubt],
      ['queue="callbacks"', f.callbacks],
      ['queue="quarantine"', f.quarantine],
    ],
  },
  {
    name: 'delivery_oldest_seconds',
    help: 'Age of the delivery that is due longest; each retry begins it again.',
    values: one((f) => f.oldestDueSeconds),
  },
  {
    name: 'delivery_paused',
    help: '1 while delivery waits for staff after a restore, else 0.',
    values: one((f) => (f.deliveryPausedSeconds === null ? 0 : 1)),
  },
  {
    name: 'notice_oldest_unsent_seconds',
    help: 'Since the oldest unsent message was decided, whatever was tried since; neither held nor in doubt.',
    values: one((f) => f.oldestUnsentSeconds),
  },
  {
    name: 'receipt_to_send_seconds',
    help: 'From receipt of a record to acceptance by the provider, last day.',
    values: (f) => [
      ['quantile="0.5"', f.p50],
      ['quantile="0.95"', f.p95],
      ['quantile="0.99"', f.p99],
    ],
  },
  {
    name: 'audit_chain_position',
    help: 'Head of the chain over the audit log; it never falls.',
    values: one((f) => f.audit.position),
  },
  {
    // A number, not a label: a series for each hash would never end.
    name: 'audit_chain_hash',
    help: "The first 12 hex digits of the head's hash, as a number.",
    values: one((f) => (f.audit.hash ? Number.parseInt(f.audit.hash.slice(0, 12), 16) : null)),
  },
  { name: 'audit_unchained', help: 'Audit rows that wait for the chain.', values: one((f) => f.audit.unchained) },
  {
    name: 'audit_unchained_seconds',
    help: 'Age of the oldest of them; above 900 something is wrong.',
    values: one((f) => f.audit.unchainedSeconds),
  },
  {
    name: 'feed_silence_seconds',
    help: 'Since a feed last posted, by the number of the feed.',
    values: (f) => f.feeds.map((feed) => [`feed="${feed.id}"`, feed.silenceSeconds]),
  },
  {
    name: 'feed_lag_seconds',
    help: 'From recording to receipt, by the number of the feed.',
    values: (f) => f.feeds.map((feed) => [`feed="${feed.id}"`, feed.lagSeconds]),
  },
  { name: 'database_bytes', help: 'Size of the database.', values: one((f) => f.database.bytes) },
  { name: 'database_connections', help: 'Connections in use.', values: one((f) => f.database.connections) },
  { name: 'database_connections_max', help: 'Connections allowed.', values: one((f) => f.database.maxConnections) },
  {
    name: 'database_oldest_transaction_seconds',
    help: 'Age of the oldest open transaction.',
    values: one((f) => f.database.oldestTransactionSeconds),
  },
  {
    name: 'processes',
    help: 'Servers and workers heard within the last minute.',
    values: (f) =>
      (['server', 'worker'] as const).map((kind) => [
        `kind="${kind}"`,
        f.processes.filter((one) => one.kind === kind && one.seenSeconds < 60).length,
      ]),
  },
]

/** The figures, one by one. */
export const metricsOf = (figures: Figures): Metric[] =>
  shapes.flatMap(({ name, help, values }) => values(figures).map(([labels, value]) => ({ name, labels, help, value })))

type Process = { heapUsed: number; rssBytes: number; eventLoopDelay: number; eventLoopUtilized: number }

const ofProcess = (process_: Process): Metric[] => [
  { name: 'process_heap_bytes', labels: '', help: 'JavaScript heap in use.', value: process_.heapUsed },
  { name: 'process_resident_bytes', labels: '', help: 'Resident memory.', value: process_.rssBytes },
  {
    name: 'process_event_loop_delay_ms',
    labels: '',
    help: 'Mean delay of the event loop.',
    value: process_.eventLoopDelay,
  },
  {
    name: 'process_event_loop_utilization',
    labels: '',
    help: 'Share of time the event loop is busy.',
    value: process_.eventLoopUtilized,
  },
  {
    name: 'process_uptime_seconds',
    labels: '',
    help: 'Since the process started.',
    value: Math.round(process.uptime()),
  },
]

/** The figures in Prometheus' text format 0.0.4; without the database, those of the process and `database_up 0`. */
export function metricsText(figures: Figures | null, process_: Process): string {
  const out: string[] = []
  const told = new Set<string>()
  const all: Metric[] = [
    { name: 'database_up', labels: '', help: 'Whether the database answered.', value: figures ? 1 : 0 },
    ...(figures ? metricsOf(figures) : []),
    ...ofProcess(process_),
  ]
  for (const { name, labels, help, value } of all) {
    if (value === null || !Number.isFinite(value)) continue
    if (!told.has(name)) out.push(`# HELP land_alerts_${name} ${help}`, `# TYPE land_alerts_${name} gauge`)
    told.add(name)
    out.push(`land_alerts_${name}${labels ? `{${labels}}` : ''} ${value}`)
  }
  return `${out.join('\n')}\n`
}

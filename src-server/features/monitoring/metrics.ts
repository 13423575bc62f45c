import type { Channel } from '#shared/contract/alert.ts'
import { assessHealth, countGivenUp } from '#shared/domain/monitoring/health.ts'
import type { Figures } from './figures.queries.ts'

/** A figure as Prometheus reads it; `labels` without braces. The monitoring page shows the same figures. */
export type Metric = { name: string; labels: string; help: string; value: number | null }

type Shape = { name: string; help: string; values: (figures: Figures) => [labels: string, value: number | null][] }

const single =
  (value: (figures: Figures) => number | null): Shape['values'] =>
  (figures) => [['', value(figures)]]

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const healthNumbers = { success: 0, warning: 1, danger: 2 } as const
const channelLabels: Record<Channel, string> = { EMAIL: 'channel="email"', PHONE: 'channel="text"' }

/** Every figure once: its name, its meaning, and its source. Times are in seconds, sizes in bytes. */
const metricDefinitions: Shape[] = [
  {
    name: 'health',
    help: 'Service status, as on the monitoring page: 0 healthy, 1 warning, 2 needs attention now.',
    values: single((f) => healthNumbers[assessHealth(f).tone]),
  },
  { name: 'events_in_day', help: 'Recorded documents accepted in the last day.', values: single((f) => f.eventsIn) },
  { name: 'matches_day', help: 'Alerts matched in the last day.', values: single((f) => f.matches) },
  {
    name: 'matches_by_grade_day',
    help: 'Matches of the last day by how sure they are; possible ones notify no one right away.',
    values: (f) => [
      ['grade="certain"', f.matches - f.likely],
      ['grade="likely"', f.likely],
      ['grade="possible"', f.possible],
    ],
  },
  {
    name: 'weekly_emails_day',
    help: 'Weekly emails of possible matches in the last day: made, and accepted by the provider.',
    values: (f) => [
      ['outcome="made"', f.weeklyMade],
      ['outcome="accepted"', f.weeklyOut],
    ],
  },
  {
    name: 'notices_day',
    help: 'Notices of the last day by outcome.',
    values: (f) => [
      ['outcome="accepted"', f.noticesOut],
      ['outcome="failed"', f.failed],
      ['outcome="refused_address"', f.refusedAddresses],
      ['outcome="given_up"', countGivenUp(f)],
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
    help: 'Provider calls of the last day that were refused, deferred, or not answered.',
    values: (f) => [
      ['channel="email"', f.emailErrors],
      ['channel="text"', f.textErrors],
    ],
  },
  {
    name: 'provider_failed_calls',
    help: 'Failed calls to a provider since the last message it accepted.',
    values: (f) => f.providers.map(({ channel, failedInARow }) => [channelLabels[channel], failedInARow]),
  },
  {
    name: 'provider_needs_set_up',
    help: '1 if a provider refuses the county itself: its account, key, address or number.',
    values: (f) => f.providers.map(({ channel, needsSetUp }) => [channelLabels[channel], Number(needsSetUp)]),
  },
  {
    name: 'answers_looks_wrong_day',
    help: 'Reports of suspicious records in the last day.',
    values: single((f) => f.looksWrong),
  },
  {
    name: 'reports_unopened',
    help: 'Reports of suspicious records that no member of staff has opened.',
    values: single((f) => f.reportsUnopened),
  },
  {
    name: 'reports_overdue',
    help: 'Those that were made more than one business day ago.',
    values: single((f) => f.reportsOverdue),
  },
  {
    name: 'answers_not_me',
    help: "Answers 'This is not about me' of the last 30 and 365 days, by why the record had matched.",
    values: (f) =>
      f.notMe.flatMap(({ cause, days30, days365 }): [string, number][] => [
        [`cause="${toSnakeCase(cause)}",days="30"`, days30],
        [`cause="${toSnakeCase(cause)}",days="365"`, days365],
      ]),
  },
  {
    name: 'queue_depth',
    help: 'Rows that are waiting.',
    values: (f) => [
      ['queue="matching"', f.matchQueue],
      ['queue="delivery"', f.waiting + f.inDoubt],
      ['queue="callbacks"', f.callbacks],
      ['queue="quarantine"', f.quarantine],
    ],
  },
  {
    name: 'match_oldest_seconds',
    help: 'Age of the oldest record not yet matched, whatever was tried; above 600 something is wrong.',
    values: single((f) => f.oldestUnmatchedSeconds),
  },
  {
    name: 'delivery_oldest_seconds',
    help: 'Age of the oldest due delivery; each retry restarts it.',
    values: single((f) => f.oldestDueSeconds),
  },
  {
    name: 'delivery_paused',
    help: '1 while delivery waits for staff after a restore, otherwise 0.',
    values: single((f) => (f.deliveryPausedSeconds === null ? 0 : 1)),
  },
  {
    name: 'notice_oldest_unsent_seconds',
    help: 'Age of the oldest unsent message, whatever the retries; excludes held and in doubt.',
    values: single((f) => f.oldestUnsentSeconds),
  },
  {
    name: 'receipt_to_send_seconds',
    help: 'Time from receipt of a record to acceptance by the provider, last day.',
    values: (f) => [
      ['quantile="0.5"', f.p50],
      ['quantile="0.95"', f.p95],
      ['quantile="0.99"', f.p99],
    ],
  },
  {
    name: 'audit_chain_position',
    help: 'Position of the head of the audit chain; it never decreases.',
    values: single((f) => f.audit.position),
  },
  {
    // A number, not a label, since every hash would make a new series.
    name: 'audit_chain_hash',
    help: "The first 12 hex digits of the head's hash, as a number.",
    values: single((f) => (f.audit.hash ? Number.parseInt(f.audit.hash.slice(0, 12), 16) : null)),
  },
  { name: 'audit_unchained', help: 'Audit rows not yet in the chain.', values: single((f) => f.audit.unchained) },
  {
    name: 'audit_unchained_seconds',
    help: 'Age of the oldest audit row not yet in the chain; above 900 something is wrong.',
    values: single((f) => f.audit.unchainedSeconds),
  },
  {
    name: 'feed_silence_seconds',
    help: 'Time since a feed last posted, by feed number.',
    values: (f) => f.feeds.map((feed) => [`feed="${feed.id}"`, feed.silenceSeconds]),
  },
  {
    name: 'feed_overdue_seconds',
    help: 'Time since a feed last posted, on its usual days of the week, by feed number; above 86400 it is silent.',
    values: (f) => f.feeds.map((feed) => [`feed="${feed.id}"`, feed.overdueSeconds]),
  },
  {
    name: 'feed_lag_seconds',
    help: 'Time from recording to receipt, by feed number.',
    values: (f) => f.feeds.map((feed) => [`feed="${feed.id}"`, feed.lagSeconds]),
  },
  {
    name: 'last_backup_seconds',
    help: 'Time since the newest known backup was complete, or since the database was created if there is none.',
    values: single((f) => f.lastBackupSeconds),
  },
  {
    name: 'database_disk_full',
    help: '1 while the database refuses writes of this server because its disk is full, otherwise 0.',
    values: single((f) => (f.isDiskFull ? 1 : 0)),
  },
  { name: 'database_bytes', help: 'Size of the database.', values: single((f) => f.database.bytes) },
  { name: 'database_connections', help: 'Connections in use.', values: single((f) => f.database.connections) },
  { name: 'database_connections_max', help: 'Connections allowed.', values: single((f) => f.database.maxConnections) },
  {
    name: 'database_oldest_transaction_seconds',
    help: 'Age of the oldest open transaction.',
    values: single((f) => f.database.oldestTransactionSeconds),
  },
  {
    name: 'processes',
    help: 'Servers and workers that reported in the last minute.',
    values: (f) =>
      (['server', 'worker'] as const).map((kind) => [
        `kind="${kind}"`,
        f.processes.filter((heartbeat) => heartbeat.kind === kind && heartbeat.seenSeconds < 60).length,
      ]),
  },
]

export const listMetrics = (figures: Figures): Metric[] =>
  metricDefinitions.flatMap(({ name, help, values }) =>
    values(figures).map(([labels, value]) => ({ name, labels, help, value })),
  )

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
    help: 'Time since the process started.',
    value: Math.round(process.uptime()),
  },
]

/**
 * Every name that a scrape may show, for the operating guide's test. */
export const metricNames: readonly string[] = [
  'database_up',
  ...metricDefinitions.map(({ name }) => name),
  ...ofProcess({ heapUsed: 0, rssBytes: 0, eventLoopDelay: 0, eventLoopUtilized: 0 }).map(({ name }) => name),
]

/** The figures in Prometheus' text format 0.0.4; without the database, only those of the process and `database_up 0`.
 */
export function formatMetrics(figures: Figures | null, process_: Process): string {
  const out: string[] = []
  const described = new Set<string>()
  const all: Metric[] = [
    { name: 'database_up', labels: '', help: 'Whether the database responded.', value: figures ? 1 : 0 },
    ...(figures ? listMetrics(figures) : []),
    ...ofProcess(process_),
  ]
  for (const { name, labels, help, value } of all) {
    if (value === null || !Number.isFinite(value)) continue
    if (!described.has(name)) out.push(`# HELP land_alerts_${name} ${help}`, `# TYPE land_alerts_${name} gauge`)
    described.add(name)
    out.push(`land_alerts_${name}${labels ? `{${labels}}` : ''} ${value}`)
  }
  return `${out.join('\n')}\n`
}

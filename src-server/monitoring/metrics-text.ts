import type { Figures } from './figures.queries.ts'

type Metric = { name: string; help: string; value: (figures: Figures) => number | null; labels?: string }

const metrics: Metric[] = [
  { name: 'events_in_day', help: 'Recorded documents taken in the last day.', value: (f) => f.eventsIn },
  { name: 'matches_day', help: 'Alerts matched in the last day.', value: (f) => f.matches },
  { name: 'notices', labels: 'state="held"', help: 'Notices by state.', value: (f) => f.noticesHeld },
  { name: 'notices', labels: 'state="waiting"', help: '', value: (f) => f.noticesWaiting },
  { name: 'notices', labels: 'state="in_doubt"', help: '', value: (f) => f.noticesInDoubt },
  { name: 'notices', labels: 'state="failed_day"', help: '', value: (f) => f.noticesFailed },
  { name: 'notices', labels: 'state="accepted_recent"', help: '', value: (f) => f.noticesAccepted },
  { name: 'notices', labels: 'state="possibly_twice_recent"', help: '', value: (f) => f.noticesPossiblyTwice },
  {
    name: 'answers_looks_wrong_day',
    help: "'Looks wrong' answers in the last day.",
    value: (f) => f.answersLooksWrong,
  },
  { name: 'queue_depth', labels: 'queue="matching"', help: 'Rows that wait.', value: (f) => f.matchQueueDepth },
  { name: 'queue_depth', labels: 'queue="delivery"', help: '', value: (f) => f.deliveryQueueDepth },
  { name: 'queue_depth', labels: 'queue="callbacks"', help: '', value: (f) => f.callbacksWaiting },
  { name: 'queue_depth', labels: 'queue="quarantine"', help: '', value: (f) => f.quarantineOpen },
  { name: 'delivery_oldest_seconds', help: 'Age of the oldest due delivery.', value: (f) => f.deliveryOldestSeconds },
  { name: 'feed_silence_seconds', help: 'Since a feed last posted.', value: (f) => f.feedSilenceSeconds },
  {
    name: 'receipt_to_send_seconds',
    labels: 'quantile="0.5"',
    help: 'From receipt of a record to acceptance by the provider, last day.',
    value: (f) => f.latencyP50,
  },
  { name: 'receipt_to_send_seconds', labels: 'quantile="0.95"', help: '', value: (f) => f.latencyP95 },
  { name: 'receipt_to_send_seconds', labels: 'quantile="0.99"', help: '', value: (f) => f.latencyP99 },
]

type Process = { heapUsed: number; rssBytes: number; eventLoopDelay: number; eventLoopUtilized: number }

const line = (name: string, labels: string | undefined, value: number) =>
  `land_alerts_${name}${labels ? `{${labels}}` : ''} ${value}`

/** The figures in Prometheus' text format 0.0.4; without the database, those of the process and `database_up 0`. */
export function metricsText(figures: Figures | null, process_: Process): string {
  const out: string[] = []
  const told = new Set<string>()
  const add = (name: string, labels: string | undefined, help: string, value: number | null) => {
    if (value === null || !Number.isFinite(value)) return
    if (!told.has(name)) out.push(`# HELP land_alerts_${name} ${help}`, `# TYPE land_alerts_${name} gauge`)
    told.add(name)
    out.push(line(name, labels, value))
  }
  add('database_up', undefined, 'Whether the database answered.', figures ? 1 : 0)
  if (figures) for (const { name, labels, help, value } of metrics) add(name, labels, help, value(figures))
  add('process_heap_bytes', undefined, 'JavaScript heap in use.', process_.heapUsed)
  add('process_resident_bytes', undefined, 'Resident memory.', process_.rssBytes)
  add('process_event_loop_delay_ms', undefined, 'Mean delay of the event loop.', process_.eventLoopDelay)
  add('process_event_loop_utilization', undefined, 'Share of time the event loop is busy.', process_.eventLoopUtilized)
  add('process_uptime_seconds', undefined, 'Since the process started.', Math.round(process.uptime()))
  return `${out.join('\n')}\n`
}

import { accountEvents } from './log-events/accounts.ts'
import { deliveryEvents } from './log-events/delivery.ts'
import type { Level, LogEntry } from './log-events/log-entry.ts'
import { processEvents } from './log-events/processes.ts'
import { recordEvents } from './log-events/records.ts'

/**
 * Every event that the program logs. Operators search and alarm by these keys, so a key never changes its meaning.
 * docs/operations.md lists them.
 */
export const logEvents = { ...accountEvents, ...deliveryEvents, ...processEvents, ...recordEvents }

export type LogEvent = keyof typeof logEvents

/** The events of one level. */
export type LogEventAt<L extends Level> = {
  [E in LogEvent]: (typeof logEvents)[E]['level'] extends L ? E : never
}[LogEvent]

/** The table of docs/operations.md, between its markers. */
export function describeLogEvents(): string {
  const rows = Object.entries<LogEntry>(logEvents)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([event, { level, message, action = '' }]) => `| \`${event}\` | ${level} | ${message} | ${action} |`)
  return ['| event | level | message | what to do |', '|---|---|---|---|', ...rows].join('\n')
}

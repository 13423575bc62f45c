import { deliveryEvents } from './delivery-events.ts'
import type { Level } from './level.ts'
import { processEvents } from './process-events.ts'
import { recordEvents } from './record-events.ts'

/**
 * Every event that the program logs. Operators search and alarm by these keys, so a key never changes its meaning.
 * docs/operations.md lists them.
 */
export const logEvents = { ...deliveryEvents, ...processEvents, ...recordEvents }

export type LogEvent = keyof typeof logEvents

/** The events of one level. */
export type LogEventAt<L extends Level> = {
  [E in LogEvent]: (typeof logEvents)[E]['level'] extends L ? E : never
}[LogEvent]

/** The table of docs/operations.md, between its markers. */
export function describeLogEvents(): string {
  const events = Object.entries(logEvents).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = events.map(
    ([event, entry]) =>
      `| \`${event}\` | ${entry.level} | ${entry.message} | ${'action' in entry ? entry.action : ''} |`,
  )
  return ['| event | level | message | what to do |', '|---|---|---|---|', ...rows].join('\n')
}

import { z } from 'zod'

/** The period of each chart, and the seconds that each of its points covers. A reader can distinguish 24 to 30 bars. */
export const monitoringWindows = {
  hour: { seconds: 3600, step: 2 * 60 },
  day: { seconds: 24 * 3600, step: 3600 },
  week: { seconds: 7 * 24 * 3600, step: 6 * 3600 },
} as const
export type MonitoringWindow = keyof typeof monitoringWindows

export const monitoringWindowInput = z.strictObject({
  window: z.enum(Object.keys(monitoringWindows) as [MonitoringWindow, ...MonitoringWindow[]]),
})

/** The legal limit in some states from recording to notice, in seconds. */
export const legalLimitSeconds = 24 * 3600

/** One point of a chart, and one row of the table beneath it. */
export type HistoryPoint = {
  /** The start of the point, in seconds since 1970. */
  at: number
  /** The start in the county's time, for display. */
  label: string
  /** True if the point is not over yet: its counts are those so far. */
  running: boolean
  /** Counts are null if unknown, the other figures if no process measured them. */
  events: number | null
  matches: number | null
  noticesOut: number | null
  failed: number | null
  emailErrors: number | null
  textErrors: number | null
  looksWrong: number | null
  waiting: number | null
  inDoubt: number | null
  held: number | null
  matchQueue: number | null
  /** The longest that the oldest unsent message had waited, in seconds. */
  oldestUnsent: number | null
  p50: number | null
  p95: number | null
  p99: number | null
}

import { z } from 'zod'

/** How far back the charts reach, and how many seconds each of their points stands for. */
export const monitoringWindows = {
  hour: { seconds: 3600, step: 60 },
  day: { seconds: 24 * 3600, step: 15 * 60 },
  week: { seconds: 7 * 24 * 3600, step: 2 * 3600 },
} as const
export type MonitoringWindow = keyof typeof monitoringWindows

export const monitoringWindowInput = z.strictObject({
  window: z.enum(Object.keys(monitoringWindows) as [MonitoringWindow, ...MonitoringWindow[]]),
})

/** The time that some states' law sets from recording to notice, in seconds (decisions, section 11). */
export const lawfulSeconds = 24 * 3600

/** A row of the table beneath a chart is so many points. */
export type HistoryPoint = {
  /** Seconds since 1970 of the point's beginning. */
  at: number
  /** The same in the county's time, as people read it. */
  label: string
  /** It is not over yet: its counts are those so far. */
  running: boolean
  /** Counts are null where they are not known, the others where nobody was there to see. */
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
  p50: number | null
  p95: number | null
  p99: number | null
}

import { tzOffset } from '@date-fns/tz'
import type { FieldProblems } from '../contract/errors.ts'
import { messages } from '../contract/messages.ts'
import type { ReportInput } from '../contract/report.ts'
import { dayFromWire, pastDayProblem } from './dates.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** A fixed limit: 'Audit report range max 366 days'. */
const maxDays = 366

type Edge = { date: string; hour: string; minute: string; amPm: string }
const getStart = (input: ReportInput): Edge => ({
  date: input.fromDate,
  hour: input.fromHour,
  minute: input.fromMinute,
  amPm: input.fromAmPm,
})
const getEnd = (input: ReportInput): Edge => ({
  date: input.toDate,
  hour: input.toHour,
  minute: input.toMinute,
  amPm: input.toAmPm,
})

/** The county's local time, stored as if it were UTC; null if the calendar has no such day. */
function toLocalTime({ date, hour, minute: minutes, amPm }: Edge): number | null {
  const iso = dayFromWire(date)
  if (!iso) return null
  const hours = (Number(hour) % 12) + (amPm === 'PM' ? 12 : 0)
  return Date.parse(`${iso}T00:00:00Z`) + (hours * 60 + Number(minutes)) * minute
}

const tooLong = 'Date range cannot exceed a year.'

/**
 * The problems with the criteria of a report, by field. Any time today is allowed, because the form starts with the
 * whole day.
 * @param today the county's date, 'YYYY-MM-DD'
 */
export function reportProblems(input: ReportInput, today: string): FieldProblems {
  const problems: FieldProblems = {}
  for (const field of ['fromDate', 'toDate'] as const) {
    const problem = pastDayProblem(input[field], today)
    if (problem) problems[field] = problem
  }
  const [from, to] = [toLocalTime(getStart(input)), toLocalTime(getEnd(input))]
  if (from === null || to === null || Object.keys(problems).length > 0) return problems
  if (from > to) return { fromDate: messages.timeRange }
  const days = Math.floor(to / day) - Math.floor(from / day)
  return days > maxDays ? { fromDate: tooLong, toDate: tooLong } : problems
}

/**
 * The moments of the criteria on the county's clocks, from the start of the first minute to the end of the last.
 * Includes both passes of an hour that occurs twice, and omits an hour that a clock change skips.
 * @returns `to` is the first moment after the period
 */
export function reportWindow(input: ReportInput, timeZone: string): { from: Date; to: Date } {
  const [from, to] = [toLocalTime(getStart(input)), toLocalTime(getEnd(input))]
  if (from === null || to === null) throw new Error('reportProblems must accept the criteria first.')
  return { from: new Date(firstMoment(from, timeZone)), to: new Date(endMoment(to + minute, timeZone)) }
}

const getOffset = (moment: number, zone: string) => tzOffset(zone, new Date(moment)) * minute

/** The moments at which clocks may show this local time: one, or a range around a clock change. */
function possibleMoments(local: number, zone: string): { low: number; high: number } {
  const [before, after] = [getOffset(local - day, zone), getOffset(local + day, zone)]
  return { low: local - Math.max(before, after), high: local - Math.min(before, after) }
}

/** The first moment at which clocks show this local time or a later one. */
function firstMoment(local: number, zone: string): number {
  const { low, high } = possibleMoments(local, zone)
  let moment = low
  while (moment < high && moment + getOffset(moment, zone) < local) moment += minute
  return moment
}

/** The moment after the last one at which clocks show an earlier local time. */
function endMoment(local: number, zone: string): number {
  const { low, high } = possibleMoments(local, zone)
  let moment = high
  while (moment > low && moment - minute + getOffset(moment - minute, zone) >= local) moment -= minute
  return moment
}

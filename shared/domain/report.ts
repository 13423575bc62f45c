import { tzOffset } from '@date-fns/tz'
import type { FieldProblems } from '../contract/errors.ts'
import { messages } from '../contract/messages.ts'
import type { ReportInput } from '../contract/report.ts'
import { dayFromWire, pastDayProblem } from './dates.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Of the specification: 'Audit report range max 366 days'. */
const mostDays = 366

type Edge = { date: string; hour: string; minute: string; amPm: string }
const fromOf = (input: ReportInput): Edge => ({
  date: input.fromDate,
  hour: input.fromHour,
  minute: input.fromMinute,
  amPm: input.fromAmPm,
})
const toOf = (input: ReportInput): Edge => ({
  date: input.toDate,
  hour: input.toHour,
  minute: input.toMinute,
  amPm: input.toAmPm,
})

/** What the county's clock and calendar show, held as if it were UTC; null where the calendar has no such day. */
function reading({ date, hour, minute: minutes, amPm }: Edge): number | null {
  const iso = dayFromWire(date)
  if (!iso) return null
  const hours = (Number(hour) % 12) + (amPm === 'PM' ? 12 : 0)
  return Date.parse(`${iso}T00:00:00Z`) + (hours * 60 + Number(minutes)) * minute
}

const tooLong = 'Date range cannot exceed a year.'

/**
 * What is wrong with the criteria of a report (specification, section 5), field by field. Of today any time will do:
 * the form begins with the whole of it (section 9).
 * @param today the county's date, 'YYYY-MM-DD'
 */
export function reportProblems(input: ReportInput, today: string): FieldProblems {
  const problems: FieldProblems = {}
  for (const field of ['fromDate', 'toDate'] as const) {
    const problem = pastDayProblem(input[field], today)
    if (problem) problems[field] = problem
  }
  const [from, to] = [reading(fromOf(input)), reading(toOf(input))]
  if (from === null || to === null || Object.keys(problems).length > 0) return problems
  if (from > to) return { fromDate: messages.timeRange }
  const days = Math.floor(to / day) - Math.floor(from / day)
  return days > mostDays ? { fromDate: tooLong, toDate: tooLong } : problems
}

/**
 * The moments that the criteria mean on the county's clocks: from the beginning of the first minute to the end of the
 * last. An hour that the clocks show twice is taken in whole; at one that they skip, the time goes on where they do.
 * @returns `to` is the first moment that no longer belongs
 */
export function reportWindow(input: ReportInput, timeZone: string): { from: Date; to: Date } {
  const [from, to] = [reading(fromOf(input)), reading(toOf(input))]
  if (from === null || to === null) throw new Error('reportProblems must accept the criteria first.')
  return { from: new Date(firstMoment(from, timeZone)), to: new Date(endMoment(to + minute, timeZone)) }
}

const ahead = (moment: number, zone: string) => tzOffset(zone, new Date(moment)) * minute

/** The moments at which the clocks may show a reading: one, or a span where they change about then. */
function span(local: number, zone: string): { low: number; high: number } {
  const [before, after] = [ahead(local - day, zone), ahead(local + day, zone)]
  return { low: local - Math.max(before, after), high: local - Math.min(before, after) }
}

/** The first moment at which the clocks show that reading or a later one. */
function firstMoment(local: number, zone: string): number {
  const { low, high } = span(local, zone)
  let moment = low
  while (moment < high && moment + ahead(moment, zone) < local) moment += minute
  return moment
}

/** The moment after the last one at which the clocks show an earlier reading. */
function endMoment(local: number, zone: string): number {
  const { low, high } = span(local, zone)
  let moment = high
  while (moment > low && moment - minute + ahead(moment - minute, zone) >= local) moment -= minute
  return moment
}

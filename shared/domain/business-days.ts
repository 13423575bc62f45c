import { TZDate } from '@date-fns/tz'
import { addDays, dayFromWire, startOfDay, today } from './dates.ts'

/** The days on which the county is closed, in addition to Saturdays and Sundays. */
export type Holidays = {
  /** Whether the county keeps the holidays of the US government. */
  federalHolidays: boolean
  /** Days as 'MM/DD/YYYY', one per line. */
  otherHolidays: string
}

const saturday = 6
const sunday = 0
const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const iso = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The nth weekday (0 is Sunday) of a month. */
function nth(year: number, month: number, of: number, n: number): string {
  const first = iso(year, month, 1)
  return addDays(first, ((of - weekday(first) + 7) % 7) + (n - 1) * 7)
}

/** A holiday on a Saturday is kept on the Friday before, one on a Sunday on the Monday after. */
function observed(day: string): string {
  const on = weekday(day)
  if (on === saturday) return addDays(day, -1)
  return on === sunday ? addDays(day, 1) : day
}

/** The federal holidays kept for a year (5 U.S.C. 6103), 'YYYY-MM-DD'; New Year's may be kept on the day before the year. */
export function federalHolidays(year: number): string[] {
  const monday = 1
  const thursday = 4
  const lastOfMay = iso(year, 5, 31)
  return [
    observed(iso(year, 1, 1)),
    nth(year, 1, monday, 3),
    nth(year, 2, monday, 3),
    addDays(lastOfMay, -((weekday(lastOfMay) - monday + 7) % 7)),
    observed(iso(year, 6, 19)),
    observed(iso(year, 7, 4)),
    nth(year, 9, monday, 1),
    nth(year, 10, monday, 2),
    observed(iso(year, 11, 11)),
    nth(year, 11, thursday, 4),
    observed(iso(year, 12, 25)),
  ]
}

/** Whether the county is open on a day 'YYYY-MM-DD'. */
export function isBusinessDay(day: string, holidays: Holidays): boolean {
  if ([saturday, sunday].includes(weekday(day))) return false
  const year = Number(day.slice(0, 4))
  if (holidays.federalHolidays && [...federalHolidays(year), ...federalHolidays(year + 1)].includes(day)) return false
  return !holidays.otherHolidays.split('\n').some((line) => dayFromWire(line.trim()) === day)
}

/** No county is closed longer; the limit ends the search if a county lists every day. */
const maxClosedDays = 60

function lastBusinessDayBefore(day: string, holidays: Holidays): string {
  let candidate = addDays(day, -1)
  for (let n = 0; n < maxClosedDays && !isBusinessDay(candidate, holidays); n++) candidate = addDays(candidate, -1)
  return candidate
}

/**
 * Anything that arrived before this moment has waited for more than one business day: on a business day, the same time
 * of the previous one; on other days, the start of the last one.
 */
export function oneBusinessDayBefore(now: Date, timeZone: string, holidays: Holidays): Date {
  const day = today(timeZone, now)
  const last = lastBusinessDayBefore(day, holidays)
  if (!isBusinessDay(day, holidays)) return startOfDay(last, timeZone)
  const local = new TZDate(now, timeZone)
  const [year = 0, month = 1, date = 1] = last.split('-').map(Number)
  const then = new TZDate(year, month - 1, date, local.getHours(), local.getMinutes(), local.getSeconds(), timeZone)
  return new Date(then.getTime())
}

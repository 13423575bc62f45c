import { TZDate } from '@date-fns/tz'
// Import single files: the whole library takes a second to load, and every process loads this module.
import { isValid } from 'date-fns/isValid'
import { lightFormat } from 'date-fns/lightFormat'
import { parseISO } from 'date-fns/parseISO'
import { type NamedMoment, weekdays } from '../contract/last-records.ts'
import { messages } from '../contract/messages.ts'

/** 'MM/DD/YYYY h:mm a' in the county's zone, the format of every time on a screen; '' for null. */
export function formatTime(moment: Date | null, timeZone: string): string {
  return moment ? lightFormat(new TZDate(moment, timeZone), 'MM/dd/yyyy h:mm a') : ''
}

/** 'MM/DD/YYYY' in the county's zone. */
export function formatDay(moment: Date | null, timeZone: string): string {
  return moment ? lightFormat(new TZDate(moment, timeZone), 'MM/dd/yyyy') : ''
}

/** A moment with the name of its day in the county, as seen on the county's date of `now`. */
export function nameMoment(moment: Date, timeZone: string, now: Date = new Date()): NamedMoment {
  const local = new TZDate(moment, timeZone)
  const day = today(timeZone, moment)
  const current = today(timeZone, now)
  return {
    // A clock that is slightly ahead must not turn it into an earlier day.
    day: day >= current ? 'today' : day === addDays(current, -1) ? 'yesterday' : 'earlier',
    weekday: weekdays[local.getDay()] ?? 'sunday',
    date: lightFormat(local, 'MM/dd/yyyy'),
    time: lightFormat(local, 'h:mm a'),
  }
}

/** The recorded time as residents read it; only the day if the feed sent no time of day. */
export function formatRecordedAt(
  event: { recorded_at: Date; recorded_on: string; recorded_has_time: boolean },
  timeZone: string,
): string {
  return event.recorded_has_time ? formatTime(event.recorded_at, timeZone) : dayToWire(event.recorded_on)
}

/** The county's date today, 'YYYY-MM-DD'. */
export function today(timeZone: string, now: Date = new Date()): string {
  return lightFormat(new TZDate(now, timeZone), 'yyyy-MM-dd')
}

/**
 * The moment of a county's local time. A time that a clock change skips counts as an hour later; for a time that occurs
 * twice, the first counts.
 * @param day 'YYYY-MM-DD'
 */
export function timeOfDay(day: string, { hour, minute }: { hour: number; minute: number }, timeZone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(new TZDate(year, month - 1, date, hour, minute, timeZone).getTime())
}

/** The moment at which a day 'YYYY-MM-DD' of the county begins. */
export const startOfDay = (day: string, timeZone: string): Date => timeOfDay(day, { hour: 0, minute: 0 }, timeZone)

/** The day this many days later, 'YYYY-MM-DD'; earlier if the number is negative. */
export function addDays(day: string, days: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
}

/** 'MM/DD/YYYY' → 'YYYY-MM-DD', or null if it is not a date. */
export function dayFromWire(text: string): string | null {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const iso = `${year}-${month}-${day}`
  return isValid(parseISO(iso)) ? iso : null
}

/**
 * The problem with a day 'MM/DD/YYYY' that must not be in the future, or null.
 * @param until the county's date today, 'YYYY-MM-DD'
 */
export function pastDayProblem(text: string, until: string): string | null {
  const day = dayFromWire(text)
  if (day === null) return messages.dateForm
  return day > until ? messages.futureDate : null
}

/** 'YYYY-MM-DD' → 'MM/DD/YYYY'; '' for null. */
export function dayToWire(day: string | null): string {
  return day ? `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}` : ''
}

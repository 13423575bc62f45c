import { type Holidays, isBusinessDay } from '../business-days.ts'
import { addDays, startOfDay, today } from '../dates.ts'

/** Days of history that show a feed's usual days of the week. */
export const feedHistoryDays = 35
/** With less history, we expect a feed when recorders work: Monday to Friday. */
const minHistoryDays = 14
const workdays = new Set([1, 2, 3, 4, 5])
/** The count ends here; a longer silence changes nothing. */
const maxDaysCounted = 60

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/**
 * The days of the week, 0 for Sunday, on which a feed posts: those on which it posted at least every second week.
 * @param days 'YYYY-MM-DD', on which it posted, ascending
 */
function findUsualWeekdays(days: readonly string[]): ReadonlySet<number> {
  const last = days.at(-1)
  if (last === undefined) return workdays
  const within = days.filter((day) => day > addDays(last, -feedHistoryDays))
  const [first = last] = within
  if (first > addDays(last, -minHistoryDays)) return workdays
  const posted = countByWeekday(within)
  const passed = countByWeekday(listDays(first, last))
  const usual = [...passed].filter(([weekday, times]) => 2 * (posted.get(weekday) ?? 0) >= times)
  return usual.length > 0 ? new Set(usual.map(([weekday]) => weekday)) : workdays
}

function countByWeekday(days: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const day of days) counts.set(weekdayOf(day), (counts.get(weekdayOf(day)) ?? 0) + 1)
  return counts
}

function listDays(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/**
 * Seconds since a feed's last post that fall on its usual days of the week and on none of the county's holidays, so
 * that the weekend does not count against a feed that never posts then.
 * @param days the county's days on which it posted, ascending
 */
export function countUsualSilence(
  lastSeen: Date,
  { now, days, timeZone, holidays }: { now: Date; days: readonly string[]; timeZone: string; holidays: Holidays },
): number {
  const usual = findUsualWeekdays(days)
  const first = today(timeZone, lastSeen)
  const last = [today(timeZone, now), addDays(first, maxDaysCounted)].toSorted()[0] ?? first
  let ms = 0
  for (const day of listDays(first, last)) {
    if (!usual.has(weekdayOf(day)) || (workdays.has(weekdayOf(day)) && !isBusinessDay(day, holidays))) continue
    const from = Math.max(lastSeen.getTime(), startOfDay(day, timeZone).getTime())
    const to = Math.min(now.getTime(), startOfDay(addDays(day, 1), timeZone).getTime())
    ms += Math.max(0, to - from)
  }
  return ms / 1000
}

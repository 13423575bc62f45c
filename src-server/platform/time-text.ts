import { tzOffset } from '@date-fns/tz'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const two = (value: number) => String(value).padStart(2, '0')

type TimeText = (moment: Date | null) => string
type WallTime = (moment: Date) => Date
const known = new Map<string, WallTime>()

/**
 * 'MM/DD/YYYY h:mm a' in the county's zone, as formatTime in shared/domain/dates.ts; '' for null. Fast for many rows:
 * it looks the zone up once a day instead of for each moment.
 */
export function createTimeFormatter(zone: string): TimeText {
  const toWallTime = createWallTime(zone)
  return (moment) => {
    if (!moment) return ''
    const local = toWallTime(moment)
    const hours = Math.floor((local.getTime() % day) / hour)
    const date = `${two(local.getUTCMonth() + 1)}/${two(local.getUTCDate())}/${local.getUTCFullYear()}`
    return `${date} ${hours % 12 || 12}:${two(local.getUTCMinutes())} ${hours < 12 ? 'AM' : 'PM'}`
  }
}

/** The same for spreadsheets, which count days without a zone: the moment whose time in UTC is the county's. */
export function createWallTime(zone: string): WallTime {
  const toWallTime = known.get(zone) ?? newWallTime(zone)
  known.set(zone, toWallTime)
  return toWallTime
}

function newWallTime(zone: string): WallTime {
  /** Minutes ahead of UTC through a day of UTC; null if they change within it. */
  const days = new Map<number, number | null>()
  const aheadThrough = (of: number): number | null => {
    const found = days.get(of)
    if (found !== undefined) return found
    const [first, last] = [tzOffset(zone, new Date(of * day)), tzOffset(zone, new Date((of + 1) * day))]
    const ahead = first === last ? first : null
    days.set(of, ahead)
    return ahead
  }
  return (moment) => {
    const at = moment.getTime()
    return new Date(at + (aheadThrough(Math.floor(at / day)) ?? tzOffset(zone, moment)) * minute)
  }
}

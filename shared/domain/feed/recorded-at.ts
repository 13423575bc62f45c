import { tzOffset } from '@date-fns/tz'

/** When a document was recorded: the moment, whether the feed gave a time of day, and the county's date. */
type RecordedAt = { at: Date; hasTime: boolean; on: string }

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:\s?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/i
const minute = 60_000
const quarterHour = 15 * minute
const dayLength = 24 * 60 * minute

/**
 * Parses ISO 8601 or a date without a time in the years 1600 to 2199. A time without an offset is in the feed's zone; a
 * date without a time is the county's day.
 * @returns null if the text is not such a date
 */
export function parseRecordedAt(
  text: string,
  { feedZone, countyZone }: { feedZone: string; countyZone: string },
): RecordedAt | null {
  const found = iso.exec(text.trim())
  if (!found) return null
  const [, year, month, day, hour, minutes, seconds, fraction, offset] = found
  const midnight = startOfDay(Number(year), Number(month), Number(day))
  if (midnight === null) return null
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return { at: new Date(toMoment(midnight, countyZone)), hasTime: false, on: date }
  const [h, m, s] = [Number(hour), Number(minutes), Number(seconds ?? 0)]
  if (h > 23 || m > 59 || s > 59) return null
  const local =
    midnight + (h * 60 + m) * minute + s * 1000 + (fraction ? Math.floor(Number(`0.${fraction}`) * 1000) : 0)
  const moment = offset === undefined ? toMoment(local, feedZone) : local - offsetMinutes(offset) * minute
  if (Number.isNaN(moment)) return null
  // Most feeds use the county's zone, so their local time is the county's.
  const inCounty =
    offset === undefined && feedZone === countyZone ? local : moment + getZoneMinutes(moment, countyZone) * minute
  const on =
    inCounty >= midnight && inCounty < midnight + dayLength ? date : new Date(inCounty).toISOString().slice(0, 10)
  return { at: new Date(moment), hasTime: true, on }
}

const compact = /^(\d{4})(\d{2})(\d{2})$/
const american =
  /^(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP])\.?M\.?|\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/i
const dotNet = /^\/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\/$/

/**
 * Converts other formats in recorders' files to ISO: YYYYMMDD, M-D-YYYY and MM/DD/YYYY with or without a time of day,
 * and /Date(milliseconds)/. For files and column mappings; returns any other text unchanged.
 */
export function recordedAtToIso(text: string): string {
  const trimmed = text.trim()
  const packed = compact.exec(trimmed)
  if (packed) return `${packed[1]}-${packed[2]}-${packed[3]}`
  const milliseconds = dotNet.exec(trimmed)?.[1]
  if (milliseconds) {
    const moment = new Date(Number(milliseconds))
    return Number.isNaN(moment.getTime()) ? trimmed : moment.toISOString()
  }
  const found = american.exec(trimmed)
  if (!found) return trimmed
  const [, month, , day, year, hour12, minutes12, seconds12, half, hour24, minutes24, seconds24] = found
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  if (hour24) return `${date}T${twoDigits(hour24)}:${minutes24}:${twoDigits(seconds24)}`
  if (!hour12) return date
  if (Number(hour12) < 1 || Number(hour12) > 12) return trimmed
  const hour = (Number(hour12) % 12) + (half?.toUpperCase() === 'P' ? 12 : 0)
  return `${date}T${twoDigits(String(hour))}:${minutes12}:${twoDigits(seconds12)}`
}

const twoDigits = (digits = '0') => digits.padStart(2, '0')

/** Midnight of a day as if the clock were UTC; null if the calendar has no such day or the year is out of range. */
function startOfDay(year: number, month: number, day: number): number | null {
  if (year < 1600 || year > 2199 || month < 1 || month > 12 || day < 1) return null
  if (day > 28 && day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  return Date.UTC(year, month - 1, day)
}

function offsetMinutes(offset: string): number {
  if (/^z$/i.test(offset)) return 0
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || '0')]
  if (hours > 18 || minutes > 59) return Number.NaN
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/**
 * Converts a local time, stored as if it were UTC, to a moment. A time that a clock change skips counts as an hour
 * later, so that it stays after records of earlier that night.
 */
function toMoment(local: number, zone: string): number {
  const offset = getZoneMinutes(local - getZoneMinutes(local, zone) * minute, zone)
  const moment = local - offset * minute
  return local - Math.min(offset, getZoneMinutes(moment, zone)) * minute
}

/** A document cannot have been recorded later than this after we received it. */
const maxAheadMs = dayLength

/** Whether a recorder's clock or date must be wrong: no record has a recording time in the future. */
export const isFarAhead = (at: Date, now: Date): boolean => at.getTime() - now.getTime() > maxAheadMs

const zoneMinutesCache = new Map<string, number>()

/** Minutes ahead of UTC, cached by quarter hour: calling Intl each time would cost more than the rest of an event. */
function getZoneMinutes(moment: number, zone: string): number {
  // Before 1970, zones changed at times that were not full minutes.
  if (moment < 0) return tzOffset(zone, new Date(moment))
  const key = `${Math.floor(moment / quarterHour)} ${zone}`
  let minutes = zoneMinutesCache.get(key)
  if (minutes === undefined) {
    if (zoneMinutesCache.size > 50_000) zoneMinutesCache.clear()
    minutes = tzOffset(zone, new Date(moment))
    zoneMinutesCache.set(key, minutes)
  }
  return minutes
}

import { describe, expect, test } from 'vitest'
import { dayFromWire, dayToWire, formatRecordedAt, formatTime, nameMoment, today } from './dates.ts'

const zone = 'America/Chicago'

describe('times of the county', () => {
  test("shows times in the county's zone, across a clock change", () => {
    expect(formatTime(new Date('2026-11-19T20:05:00Z'), zone)).toBe('11/19/2026 2:05 PM')
    expect(formatTime(new Date('2026-07-19T20:05:00Z'), zone)).toBe('07/19/2026 3:05 PM')
    expect(formatTime(null, zone)).toBe('')
  })

  test('shows only the day of a record without a time of day', () => {
    const event = { recorded_at: new Date('2026-11-19T06:00:00Z'), recorded_on: '2026-11-19' }
    expect(formatRecordedAt({ ...event, recorded_has_time: false }, zone)).toBe('11/19/2026')
    expect(formatRecordedAt({ ...event, recorded_has_time: true }, zone)).toBe('11/19/2026 12:00 AM')
  })

  test("starts a new day at the county's midnight", () => {
    expect(today(zone, new Date('2026-11-20T05:59:00Z'))).toBe('2026-11-19')
    expect(today(zone, new Date('2026-11-20T06:00:00Z'))).toBe('2026-11-20')
  })

  test.each([
    ['2026-11-19T16:42:00Z', { day: 'today', weekday: 'thursday', date: '11/19/2026', time: '10:42 AM' }],
    ['2026-11-19T06:00:00Z', { day: 'today', weekday: 'thursday', date: '11/19/2026', time: '12:00 AM' }],
    ['2026-11-19T05:59:00Z', { day: 'yesterday', weekday: 'wednesday', date: '11/18/2026', time: '11:59 PM' }],
    ['2026-11-13T22:30:00Z', { day: 'earlier', weekday: 'friday', date: '11/13/2026', time: '4:30 PM' }],
    // The database's clock may be a moment ahead.
    ['2026-11-20T06:00:01Z', { day: 'today', weekday: 'friday', date: '11/20/2026', time: '12:00 AM' }],
  ])('names the day of %s', (moment, named) =>
    expect(nameMoment(new Date(moment), zone, new Date('2026-11-20T05:59:59Z'))).toEqual(named),
  )

  test.each([
    ['02/28/2027', '2027-02-28'],
    ['02/29/2027', null],
    ['2/28/2027', null],
    ['', null],
  ])('reads %s on the wire as %s', (text, day) => expect(dayFromWire(text)).toBe(day))

  test('writes dates for the wire', () => {
    expect(dayToWire('2027-02-28')).toBe('02/28/2027')
    expect(dayToWire(null)).toBe('')
  })
})

import { describe, expect, test } from 'vitest'
import { dayFromWire, dayToWire, formatRecordedAt, formatTime, today } from './dates.ts'

const zone = 'America/Chicago'

describe('times of the county', () => {
  test('are shown in its zone, through a change of the clocks', () => {
    expect(formatTime(new Date('2026-11-19T20:05:00Z'), zone)).toBe('11/19/2026 2:05 PM')
    expect(formatTime(new Date('2026-07-19T20:05:00Z'), zone)).toBe('07/19/2026 3:05 PM')
    expect(formatTime(null, zone)).toBe('')
  })

  test('of a record without a time of day show the day alone', () => {
    const event = { recorded_at: new Date('2026-11-19T06:00:00Z'), recorded_on: '2026-11-19' }
    expect(formatRecordedAt({ ...event, recorded_has_time: false }, zone)).toBe('11/19/2026')
    expect(formatRecordedAt({ ...event, recorded_has_time: true }, zone)).toBe('11/19/2026 12:00 AM')
  })

  test('begin a new day at its midnight', () => {
    expect(today(zone, new Date('2026-11-20T05:59:00Z'))).toBe('2026-11-19')
    expect(today(zone, new Date('2026-11-20T06:00:00Z'))).toBe('2026-11-20')
  })

  test.each([
    ['02/28/2027', '2027-02-28'],
    ['02/29/2027', null],
    ['2/28/2027', null],
    ['', null],
  ])('%s on the wire is %s', (text, day) => expect(dayFromWire(text)).toBe(day))

  test('go back to the wire', () => {
    expect(dayToWire('2027-02-28')).toBe('02/28/2027')
    expect(dayToWire(null)).toBe('')
  })
})

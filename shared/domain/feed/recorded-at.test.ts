import { expect, test } from 'vitest'
import { parseRecordedAt, recordedAtToIso } from './recorded-at.ts'

const chicago = { feedZone: 'America/Chicago', countyZone: 'America/Chicago' }
const newYorkFeed = { feedZone: 'America/New_York', countyZone: 'America/Chicago' }

test.each([
  ['2026-08-20', chicago, '2026-08-20T05:00:00.000Z', false, '2026-08-20'],
  ['2026-01-20', chicago, '2026-01-20T06:00:00.000Z', false, '2026-01-20'],
  // A date without a time is the county's day, regardless of the feed's zone.
  ['2026-08-20', newYorkFeed, '2026-08-20T05:00:00.000Z', false, '2026-08-20'],
  ['2026-08-20T14:48:00', chicago, '2026-08-20T19:48:00.000Z', true, '2026-08-20'],
  ['2026-08-20 14:48', chicago, '2026-08-20T19:48:00.000Z', true, '2026-08-20'],
  ['2026-08-20T14:48:00.5', newYorkFeed, '2026-08-20T18:48:00.500Z', true, '2026-08-20'],
  ['2026-08-20T00:30:00', newYorkFeed, '2026-08-20T04:30:00.000Z', true, '2026-08-19'],
  ['2026-08-20T03:00:00Z', chicago, '2026-08-20T03:00:00.000Z', true, '2026-08-19'],
  ['2026-08-20T14:48:00-05:00', chicago, '2026-08-20T19:48:00.000Z', true, '2026-08-20'],
  ['2026-08-20T14:48:00+0530', chicago, '2026-08-20T09:18:00.000Z', true, '2026-08-20'],
  ['2026-08-20T14:48:00-05', chicago, '2026-08-20T19:48:00.000Z', true, '2026-08-20'],
  // In spring the clock skips this half hour; in autumn it shows the next one twice.
  ['2026-03-08T01:59:59', chicago, '2026-03-08T07:59:59.000Z', true, '2026-03-08'],
  ['2026-03-08T02:00:00', chicago, '2026-03-08T08:00:00.000Z', true, '2026-03-08'],
  ['2026-03-08T02:30:00', chicago, '2026-03-08T08:30:00.000Z', true, '2026-03-08'],
  ['2026-03-08T03:30:00', chicago, '2026-03-08T08:30:00.000Z', true, '2026-03-08'],
  ['2026-11-01T01:30:00', chicago, '2026-11-01T06:30:00.000Z', true, '2026-11-01'],
  ['2024-02-29', chicago, '2024-02-29T06:00:00.000Z', false, '2024-02-29'],
  ['1899-05-01', chicago, '1899-05-01T06:00:00.000Z', false, '1899-05-01'],
])('reads %s', (text, zones, at, hasTime, on) => {
  expect(parseRecordedAt(text, zones)).toEqual({ at: new Date(at), hasTime, on })
})

test.each([
  '',
  'yesterday',
  '2026-02-30',
  '2026-13-01',
  '2025-02-29',
  '0000-01-01',
  '12026-01-01',
  '2026-1-5',
  '20260820',
  '08/20/2026',
  '2026-08-20T24:00:00',
  '2026-08-20T14:60',
  '2026-08-20T14:48:00+99:00',
  '2026-08-20T14',
  '2026-08-20x',
])('refuses %j as a date', (text) => {
  expect(parseRecordedAt(text, chicago)).toBeNull()
})

test.each([
  ['20181211', '2018-12-11'],
  ['8-5-2026', '2026-08-05'],
  ['08/20/2026', '2026-08-20'],
  ['08/20/2026 02:48 PM', '2026-08-20T14:48:00'],
  ['08/20/2026 12:30:05 am', '2026-08-20T00:30:05'],
  ['08/20/2026 12:30:00 PM', '2026-08-20T12:30:00'],
  ['8/5/2026 14:48:09', '2026-08-05T14:48:09'],
  ['/Date(1787255280000)/', '2026-08-20T19:48:00.000Z'],
  ['/Date(1787255280000-0500)/', '2026-08-20T19:48:00.000Z'],
  ['2026-08-20', '2026-08-20'],
  [' 2026-08-20T14:48:00Z ', '2026-08-20T14:48:00Z'],
  ['13:30 PM', '13:30 PM'],
  ['08/20/2026 13:30 PM', '08/20/2026 13:30 PM'],
  ['08-20/2026', '08-20/2026'],
])('converts %s to %s', (text, result) => {
  expect(recordedAtToIso(text)).toBe(result)
})

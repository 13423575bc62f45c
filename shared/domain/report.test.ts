import { describe, expect, test } from 'vitest'
import { type ReportInput, reportInput, wholeDay } from '../contract/report.ts'
import { reportProblems, reportWindow } from './report.ts'

const zone = 'America/Chicago'
/** Criteria from '11/20/2026 12:00 AM' and the like. */
function criteria(from: string, to: string): ReportInput {
  const [fromDate = '', fromTime = '', fromAmPm = ''] = from.split(' ')
  const [toDate = '', toTime = '', toAmPm = ''] = to.split(' ')
  const [fromHour = '', fromMinute = ''] = fromTime.split(':')
  const [toHour = '', toMinute = ''] = toTime.split(':')
  return { fromDate, fromHour, fromMinute, fromAmPm, toDate, toHour, toMinute, toAmPm, username: '' }
}

describe('the window of a report', () => {
  test.each([
    ['a day', '11/20/2026 12:00 AM', '11/20/2026 11:59 PM', '2026-11-20T06:00Z', '2026-11-21T06:00Z'],
    ['noon', '07/04/2026 12:00 PM', '07/04/2026 12:15 PM', '2026-07-04T17:00Z', '2026-07-04T17:16Z'],
    ['one minute', '07/04/2026 1:30 PM', '07/04/2026 1:30 PM', '2026-07-04T18:30Z', '2026-07-04T18:31Z'],
    ['a day of 25 hours', '11/01/2026 12:00 AM', '11/01/2026 11:59 PM', '2026-11-01T05:00Z', '2026-11-02T06:00Z'],
    ['an hour that occurs twice', '11/01/2026 1:00 AM', '11/01/2026 1:59 AM', '2026-11-01T06:00Z', '2026-11-01T08:00Z'],
    ['before it', '11/01/2026 12:00 AM', '11/01/2026 12:59 AM', '2026-11-01T05:00Z', '2026-11-01T06:00Z'],
    ['after it', '11/01/2026 2:00 AM', '11/01/2026 2:59 AM', '2026-11-01T08:00Z', '2026-11-01T09:00Z'],
    ['a day of 23 hours', '03/08/2026 12:00 AM', '03/08/2026 11:59 PM', '2026-03-08T06:00Z', '2026-03-09T05:00Z'],
    [
      'from an hour that is skipped',
      '03/08/2026 2:30 AM',
      '03/08/2026 3:15 AM',
      '2026-03-08T08:00Z',
      '2026-03-08T08:16Z',
    ],
    [
      'to an hour that is skipped',
      '03/08/2026 1:00 AM',
      '03/08/2026 2:30 AM',
      '2026-03-08T07:00Z',
      '2026-03-08T08:00Z',
    ],
    ['over both', '03/01/2026 12:00 AM', '12/01/2026 12:00 AM', '2026-03-01T06:00Z', '2026-12-01T06:01Z'],
  ])('%s', (_what, from, to, first, end) => {
    const window = reportWindow(criteria(from, to), zone)
    expect([window.from, window.to]).toEqual([new Date(first), new Date(end)])
  })

  test('covers a day in a zone without clock changes', () => {
    const { from, to } = reportWindow(wholeDay('03/08/2026'), 'Pacific/Honolulu')
    expect([from, to]).toEqual([new Date('2026-03-08T10:00Z'), new Date('2026-03-09T10:00Z')])
  })
})

describe('the criteria that we refuse', () => {
  const tooLong = 'Date range cannot exceed a year.'
  const future = 'Future date entered.'
  test.each<[string, string, string, object]>([
    ['a day', '11/20/2026 12:00 AM', '11/20/2026 11:59 PM', {}],
    ['a future end', '11/20/2026 12:00 AM', '11/22/2026 12:00 AM', { toDate: future }],
    ['a future start and end', '11/23/2026 12:00 AM', '11/22/2026 12:00 AM', { fromDate: future, toDate: future }],
    [
      'a future start and an end that is not a date',
      '11/22/2026 12:00 AM',
      '02/30/2026 12:00 AM',
      { fromDate: future, toDate: 'MM/DD/YYYY' },
    ],
    ['all of today', '11/21/2026 12:00 AM', '11/21/2026 11:59 PM', {}],
    ['366 days', '11/20/2025 12:00 AM', '11/21/2026 11:59 PM', {}],
    ['367 days', '11/19/2025 12:00 AM', '11/21/2026 12:00 AM', { fromDate: tooLong, toDate: tooLong }],
    ['from after to', '11/21/2026 12:00 AM', '11/20/2026 11:59 PM', { fromDate: 'Invalid date/time range.' }],
    [
      'from after to within a day',
      '11/20/2026 1:00 PM',
      '11/20/2026 11:00 AM',
      { fromDate: 'Invalid date/time range.' },
    ],
    ['12 AM is before 1 AM', '11/20/2026 12:00 AM', '11/20/2026 1:00 AM', {}],
    [
      'no day of the calendar',
      '02/30/2026 12:00 AM',
      '13/01/2026 12:00 AM',
      { fromDate: 'MM/DD/YYYY', toDate: 'MM/DD/YYYY' },
    ],
  ])('%s', (_what, from, to, problems) => {
    expect(reportProblems(criteria(from, to), '2026-11-21')).toEqual(problems)
  })

  test.each<[string, Partial<Record<keyof ReportInput, unknown>>, string]>([
    ['no from date', { fromDate: '' }, 'fromDate: Required.'],
    ['no to date', { toDate: ' ' }, 'toDate: Required.'],
    ['a date of another form', { fromDate: '2026-11-20' }, 'fromDate: MM/DD/YYYY'],
    ['an hour of 24', { fromHour: '13' }, 'fromHour: Not valid.'],
    ['a minute that is not offered', { toMinute: '07' }, 'toMinute: Not valid.'],
    ['neither AM nor PM', { toAmPm: '' }, 'toAmPm: Required.'],
  ])('%s', (_what, change, expected) => {
    const { error } = reportInput.safeParse({ ...wholeDay('11/20/2026'), ...change })
    const first = error?.issues[0]
    expect(`${first?.path.join('.')}: ${first?.message}`).toBe(expected)
  })

  test('covers all users if the username is empty', () => {
    expect(reportInput.parse({ ...wholeDay('11/20/2026'), username: undefined }).username).toBe('')
  })
})

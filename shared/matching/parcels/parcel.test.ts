import { describe, expect, it } from 'vitest'
import { feedFormat, isFound, decideMatch, parcel } from '#tests/matching/shorthand.ts'
import { parseRecord } from '../rule/parsed-record.ts'
import type { FeedFormat } from '../text/feed-format.ts'
import { parcelProblem, parseMask, mangledParcelReason } from './parcel.ts'

type Row = [alert: string, recorded: string, matches: boolean, mask?: string, feed?: Partial<FeedFormat>]

const clauses: Record<string, Row[]> = {
  'letters and digits in upper case': [
    ['043a', '043A', true],
    ['430', '43', false],
    ['043-12', '043-12', true],
    ['04312', '043-12', true],
    ['007 00 0 125.00', '007-00-0-125-00', true],
    ['3RD / 4-A / 17-A', '3rd/4a/17a', false],
    ['3RD4A17A', '3RD / 4-A / 17-A', true],
  ],
  'where both have separators, part by part': [
    ['1-212-425', '1-212-425', true],
    ['1-212-425', '1.212.425', true],
    ['1-212-425', '1-2124-25', false],
    ['1-212-425', '1212425', true],
    ['01-212-425', '1-2124-25', false],
    ['0-1212-425', '01-212-425', false],
  ],
  'without a mask, leading zeros of each part do not count': [
    ['0043', '43', true],
    ['43', '0043', true],
    ['1-212-425', '01-212-425', true],
    ['17-3-123-45', '17-03-0123-045', true],
    ['00018102010000', '18102010000', true],
    ['017-03-123', '1703123', true],
    ['1703123', '017-03-123', true],
    ['17-0', '17-00', true],
    ['17-03', '17-30', false],
    ['17-03', '173', false],
    ['17-03', '1-703', false],
    ['1001', '11', false],
    ['A-001', 'A-1', true],
    ['A001', 'A1', false],
  ],
  'without a mask, .0 or .00 at the end does not count': [
    ['18102010000', '18102010000.0', true],
    ['18102010000.00', '18102010000', true],
    ['12-345-6', '12-345-6.00', true],
    ['12-345-6.0', '12-345-6.00', true],
    ['12-345-6', '12-345-6.00 (PART)', true],
    ['12-345-6', '12-345-6.01', false],
    ['12-345-6', '12-345-6.000', false],
    ['12-345-6', '12-345-6-00', false],
    ['12-345-6', '12-345-60', false],
    ['1810201', '18102010', false],
    ['18102010', '1810201.0', false],
    ['17-03-123-045', '17-03-123-045.00', false, '2-2-3-3'],
  ],
  'words next to an id do not count': [
    ...['APN 12-345-6', 'APN: 12-345-6', 'PIN # 12-345-6', '12-345-6 (APN)', 'PIN:12-345-6'].map((text): Row => [
      '12-345-6',
      text,
      true,
    ]),
    ...['PT 12-345-6', 'PT OF 12-345-6', '12-345-6 PT', '12-345-6 (PART)', 'APN 12-345-6 (PT)', 'Pt. 12-345-6'].map(
      (text): Row => ['12-345-6', text, true],
    ),
    ['APN 12-345-6', '12-345-6', true],
    ['12-345-6', 'PT 12-345-7', false],
    ['12-345-6', 'LOT 12-345-6', false],
    ['12-345-6', 'APT 12-345-6', false],
    ['12-345-6', 'PT 4 12-345-6', false],
    ['12-345-6', '12-PT-345-6', false],
    ['PIN', 'PIN', true],
    ['PIN', 'APN', false],
    ['17-03-123-045-0000', 'PIN 17-3-123-45-0', true, '2-2-3-3-4'],
    ['APN 17-03-123-045-0000', '17031230450000', true, '2-2-3-3-4'],
    ['17-03-123-045-0000', 'PT 17-3-123-45-0', false, '2-2-3-3-4'],
  ],
  'with a mask, separated segments are padded on both sides': [
    ['17-3-123-45-0', '17-03-123-045-0000', true, '2-2-3-3-4'],
    ['17-03-123-045-0000', '17 3 123 45 0', true, '2-2-3-3-4'],
    ['17-03-123-045-0000', '17031230450000', true, '2-2-3-3-4'],
    ['17-03-123-045', '17-03-123-045-0000', false, '2-2-3-3-4'],
    ['1-2-3', '01-002-003', true, '2-3-3'],
    ['1-2-3', '12-3-0', false, '2-3-3'],
  ],
  'with a mask, an unseparated id shorter than it is left-padded': [
    ['07-03-123-045-0000', '7031230450000', true, '2-2-3-3-4'],
    ['7031230450000', '07-03-123-045-0000', true, '2-2-3-3-4'],
    ['7031230450000', '07031230450000', true, '2-2-3-3-4'],
    ['70312304500001', '7031230450000', false, '2-2-3-3-4'],
  ],
  'the last part may be left out where the county says so': [
    ['17-03-123-045', '17-03-123-045-0000', true, '2-2-3-3-4?'],
    ['1703123045', '17-03-123-045-0000', true, '2-2-3-3-4?'],
    ['17-03-123-045', '17-03-123-045-1001', false, '2-2-3-3-4?'],
    ['7-3-123-45', '703123045', true, '2-2-3-3-4?'],
  ],
  'an id that fits no mask is compared as written': [
    ['211-29-043', '211-29-043A', false, '3-2-3'],
    ['9-9', '9-9', true, '3-2-3'],
  ],
  'a feed may have lost leading zeros': [
    ['00018102010000', '18102010000', true, '', { losesLeadingZeros: true }],
    ['00-01810-2', '1810-2', false, '', { losesLeadingZeros: true }],
    ['0018-10-2', '18-10-2', true, '', { losesLeadingZeros: true }],
    ['18-10-2', '1810-2', false, '', { losesLeadingZeros: true }],
    ['0017-03', '17-3', true, '', { losesLeadingZeros: true }],
    ['17-03-123-045', '17-3-123-45', true, '', { losesLeadingZeros: true }],
    ['17-03', '017-003', true, '', { losesLeadingZeros: true }],
    ['17-03', '173', false, '', { losesLeadingZeros: true }],
    ['0017-03', '1703', true, '', { losesLeadingZeros: true }],
    ['1-73', '17-3', false, '', { losesLeadingZeros: true }],
    ['00-18-102-010-0001', '181020100001', true, '2-2-3-3-4', { losesLeadingZeros: true }],
    ['00-00-000-123-4567', '1234567', true, '2-2-3-3-4?', { losesLeadingZeros: true }],
  ],
  'several ids in one text are several': [
    ['17-03-124', '17-03-123, 17-03-124', true],
    ['17-03-124', '17-03-123; 17-03-124', true],
    ['17-03-124', '17-03-123 & 17-03-124', true],
    ['17-03-123, 17-03-124', '17-03-123 & 17-03-124', true],
    ['124', '17-03-123, 124', false],
    ['17-03-123', '17-03-123, 124', false],
    ['17-03-123-045-0000', '17-03-123-045-0000, 17-03-123-046-0000', true, '2-2-3-3-4'],
    ['17-03-123-046-0000', '17031230450000 & 17031230460000', true, '2-2-3-3-4'],
    ['17-03-123-045-0000', '17-03-123-045-0000, PART OF LOT 3', true, '2-2-3-3-4'],
    ['18102010000', '0018102010000, 18102010001', true, '', { losesLeadingZeros: true }],
  ],
  'a range is every id between, up to 200, else its ends': [
    ['17-03-124', '17-03-123 THRU 17-03-125', true],
    ['17-03-126', '17-03-123 THRU 17-03-125', false],
    ['17-03-123-045-0002', '17-03-123-045-0001 THRU 17-03-123-045-0003', true, '2-2-3-3-4'],
    ['17-100', '17-1 THRU 17-200', true],
    ['17-100', '17-1 THRU 17-201', false],
    ['17-201', '17-1 THRU 17-201', true],
    ['17-03-124', '17-03-123 THRU 17-04-125', false],
    ['17-3-4', '17-03-003 THRU 17-03-005', true],
    ['17-03-124', 'APN 17-03-123 THRU 17-03-125', true],
  ],
  'without a mask, a dash between two ends that fit is a range too': [
    ['1-2-5', '1-2-3 - 1-2-9', true],
    ['1-2-9', '1-2-3 - 1-2-9', true],
    ['1-2-10', '1-2-3 - 1-2-9', false],
    ['1-3-5', '1-2-3 - 1-2-9', false],
    ['12-345-002', '12-345-001 -003', true],
    ['12-345-004', '12-345-001 -003', false],
    ['12-345-002', '12-345-001/-002', true],
    ['12-345-001', '12-345-001/-002', true],
    ['12-345-002', '12-345-001, -002', true],
    ['12-345-002', '12-345-001/-003', false],
    ['1-2-3-1-2-9', '1-2-3 - 1-2-9', true],
    ['17-03-123', '17 - 03 - 123', true],
    ['17-03', '17 - 03 - 123', false],
    ['127', '125 - 130', false],
    ['125-130', '125 - 130', true],
    ['12-400', '12-345 - 678', false],
    ['12-345-678', '12-345 - 678', true],
    ['17-03-123-045-0002', '17-03-123-045-0001 - 17-03-123-045-0003', false, '2-2-3-3-4'],
  ],
  'no prefix matching': [['1810201', '18102010000', false]],
  'a mangled value matches nothing': [['1.10E+11', '1.10E+11', false]],
}

const rows = Object.entries(clauses).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('parcels', () => {
  it.each(rows)('$clause: $row', ({ row: [alert, recorded, matches, mask = '', feed] }) => {
    const document = { parties: [], parcels: ['#REF!', recorded] }
    const match = decideMatch(parcel(alert), document, feed, parseMask(mask))
    expect(match !== null).toBe(matches)
    if (!matches) return
    expect(match).toMatchObject({ field: 'parcel', fieldIndex: 1, recordRaw: recorded, alertRaw: alert })
    expect(isFound(parcel(alert), document, feed, parseMask(mask))).toBe(true)
  })
})

it('lists the ranges of a record up to a limit', () => {
  const parcels = Array.from({ length: 50 }, (_, i) => `${i + 10}-001 THRU ${i + 10}-200`)
  const read = parseRecord({ parties: [], parcels }, feedFormat({}), null)
  expect(read.parcels.length).toBeLessThan(2_400)
  expect(decideMatch(parcel('10-100'), { parties: [], parcels })).not.toBeNull()
  expect(decideMatch(parcel('59-200'), { parties: [], parcels })).not.toBeNull()
})

describe('parseMask', () => {
  it.each([
    ['2-2-3-3-4', { segments: [2, 2, 3, 3, 4], lastOptional: false }],
    [' 3-2-3? ', { segments: [3, 2, 3], lastOptional: true }],
    ['14', { segments: [14], lastOptional: false }],
    ['', null],
  ])('%s', (text, mask) => expect(parseMask(text)).toEqual(mask))

  it.each(['2-', 'a-b', '2--2', '0-2', '2-?', '14?', '2 2 3'])('refuses %s', (text) => {
    expect(() => parseMask(text)).toThrow(RangeError)
  })
})

describe('parcelProblem', () => {
  it.each([
    ['17-03-123-045-0000', '2-2-3-3-4', null],
    ['17031230450000', '2-2-3-3-4', null],
    ['1703123045', '2-2-3-3-4', null],
    ['17-03-123-045', '2-2-3-3-4', 'Enter the parcel ID in this form: 00-00-000-000-0000.'],
    ['17-03-123-045', '2-2-3-3-4?', null],
    ['17-03-1234-045', '2-2-3-3-4?', 'Enter the parcel ID in this form: 00-00-000-000 or 00-00-000-000-0000.'],
    ['170312304500001', '2-2-3-3-4', 'Enter the parcel ID in this form: 00-00-000-000-0000.'],
    ['anything 12', '', null],
    ['--', '', 'Enter a parcel ID with letters or digits.'],
    ['1.10E+11', '', 'A spreadsheet changed this parcel ID. Enter it the way the county writes it.'],
  ])('%s in %s', (id, mask, problem) => expect(parcelProblem(id, parseMask(mask))).toBe(problem))
})

describe('mangledParcelReason', () => {
  it.each(['1.10E+11', '1,10e+11', ' 2E+10 ', '#REF!', '#N/A', '########', '12-Mar', 'Mar-12', '', ' - '])(
    '%s is mangled',
    (value) => expect(mangledParcelReason(value)).toMatch(/^[A-Z].*\.$/),
  )

  it.each(['18102010000', '12E3', '007 00 0 125.00', '12-03', '3RD / 4-A', '110E11', 'A-1', 'MARCH-2'])(
    '%s is not',
    (value) => expect(mangledParcelReason(value)).toBeNull(),
  )
})

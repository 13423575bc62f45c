import { describe, expect, test } from 'vitest'
import type { SignKind } from '#shared/contract/feed-finding.ts'
import { parseMask } from '#shared/matching/parcels/parcel.ts'
import { defaultFeedFormat, type FeedFormat } from '#shared/matching/public.ts'
import { detectors } from './detectors.ts'
import type { HeldRecord } from './sign.ts'

const givenNames = ['JAMES', 'MARY', 'ROBERT', 'PATRICIA', 'MICHAEL', 'LINDA', 'DAVID', 'BARBARA']
const surnames = ['SMITH', 'JOHNSON', 'WILLIAMS', 'BROWN', 'JONES', 'MILLER', 'DAVIS', 'GARCIA', 'WILSON', 'ANDERSON']
const people = surnames.flatMap((last) => givenNames.map((first) => ({ first, last })))
const lastFirst = people.map(({ first, last }) => `${last} ${first} R`)
const firstLast = people.map(({ first, last }) => `${first} R ${last}`)
const withComma = people.map(({ first, last }) => `${last}, ${first}`)
const companies = people.map(({ last }, i) => `${last} HOLDINGS ${i} LLC`)

const times = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i))
/** Words of that length, all different. */
const word = (length: number, i: number) => `${String.fromCodePoint(65 + (i % 26))}${i}`.padEnd(length, 'X')
/** Names of 10 to 29 characters, equally many of each length. */
const ofAllLengths = times(1_000, (i) => word(10 + (i % 20), i))
/** The same, and longer ones, truncated. */
const cutAt30 = [...ofAllLengths, ...times(200, (i) => word(30, i))]

type Given = { names?: string[]; parcels?: string[]; days?: string[]; format?: Partial<FeedFormat>; mask?: string }

const record: HeldRecord = {
  id: -1,
  document_id: '2026-1',
  recorded_on: '2026-08-20',
  document_url: '',
  parties: [],
  parcels: [],
}

function findSign(kind: SignKind, { names = [], parcels = [], days = [], format = {}, mask = '' }: Given) {
  const records: HeldRecord[] = [
    ...names.map((name, id) => ({ ...record, id, parties: [{ name }] })),
    ...days.map((day, id) => ({ ...record, id, document_id: `2026-${id}`, recorded_on: day })),
    { ...record, parcels },
  ]
  return detectors[kind]({
    records,
    format: { ...defaultFeedFormat, ...format },
    mask: parseMask(mask),
    today: '2026-08-20',
  })
}

function detect(kind: SignKind, given: Given) {
  const sign = findSign(kind, given)
  return sign && { change: sign.change, found: sign.found.length, of: sign.of }
}

describe('an order that the settings do not state', () => {
  test.each<[string, Given, object | null]>([
    ['last name first', { names: lastFirst }, { change: { nameOrder: 'LAST_FIRST' }, found: 80, of: 80 }],
    ['first name first', { names: firstLast }, { change: { nameOrder: 'FIRST_LAST' }, found: 80, of: 80 }],
    [
      'companies and names with a comma show nothing',
      { names: [...companies, ...withComma, ...lastFirst] },
      { change: { nameOrder: 'LAST_FIRST' }, found: 80, of: 80 },
    ],
    [
      'a few of the other order',
      { names: [...lastFirst, ...firstLast.slice(0, 3)] },
      expect.objectContaining({ of: 83 }),
    ],
    ['both orders', { names: [...lastFirst, ...firstLast] }, null],
    ['a tenth in the other order', { names: [...lastFirst, ...firstLast.slice(0, 8)] }, null],
    ['too few names', { names: lastFirst.slice(0, 49) }, null],
    ['one name many times', { names: times(500, () => 'SMITH JOHN R') }, null],
    ['only names with a comma', { names: withComma }, null],
    ['stated', { names: lastFirst, format: { nameOrder: 'FIRST_LAST' } }, null],
    ['no records', {}, null],
  ])('%s', (_what, given, expected) => {
    expect(detect('nameOrder', given)).toEqual(expected)
  })
})

describe('two spaces between joint names', () => {
  const joint = lastFirst.slice(0, 40).map((name, i) => `${name}  ${lastFirst[i + 1]}`)
  const columns = people.map(({ first, last }) => `${last.padEnd(12)}${first}`)
  test.each<[string, Given, object | null]>([
    ['joint names', { names: joint }, { change: { doubleSpaceSplits: true }, found: 40, of: 40 }],
    ['three spaces', { names: joint.map((name) => name.replace('  ', '   ')) }, expect.objectContaining({ found: 40 })],
    ['joint names among columns', { names: [...joint, ...columns.slice(0, 20)] }, expect.objectContaining({ of: 60 })],
    ['columns of a fixed width', { names: columns }, null],
    ['more columns than joint names', { names: [...joint, ...columns.slice(0, 40)] }, null],
    ['an address behind the name', { names: lastFirst.map((name) => `${name}  12 OAK ST`) }, null],
    ['spaces around a name', { names: lastFirst.map((name) => `  ${name}   `) }, null],
    ['too few', { names: joint.slice(0, 19) }, null],
    ['stated', { names: joint, format: { doubleSpaceSplits: true } }, null],
  ])('%s', (_what, given, expected) => {
    expect(detect('doubleSpaces', given)).toEqual(expected)
  })
})

describe('the length of names', () => {
  const at30 = { change: { nameWidth: 30 }, found: 200, of: 1_200 }
  test.each<[string, Given, object | null]>([
    ['cut, and not stated', { names: cutAt30 }, at30],
    ['cut where it is stated', { names: cutAt30, format: { nameWidth: 30 } }, null],
    ['no name reaches the stated length', { names: cutAt30, format: { nameWidth: 40 } }, at30],
    ['longer than the stated length', { names: cutAt30, format: { nameWidth: 25 } }, at30],
    [
      'not cut, but a length is stated',
      { names: ofAllLengths, format: { nameWidth: 20 } },
      { change: { nameWidth: null }, found: 450, of: 1_000 },
    ],
    ['not cut', { names: ofAllLengths }, null],
    ['too few names', { names: cutAt30.slice(-900) }, null],
    ['one long name many times', { names: [...ofAllLengths, ...times(300, () => word(60, 1))] }, null],
  ])('%s', (_what, given, expected) => {
    expect(detect('nameWidth', given)).toEqual(expected)
  })
})

describe('lost zeros', () => {
  const full = times(90, (i) => `1${String(i).padStart(11, '0')}`)
  const short = times(10, (i) => `2${String(i).padStart(10, '0')}`)
  const manyFull = times(300, (i) => `1${String(i).padStart(11, '0')}`)
  const lost = (found: number, of: number) => ({ change: { losesLeadingZeros: true }, found, of })
  test.each<[string, Given, object | null]>([
    ['shorter than the mask', { parcels: [...full, ...short], mask: '2-3-2-5' }, lost(10, 100)],
    ['the last part optional', { parcels: short, mask: '2-3-2-5-3?' }, lost(10, 10)],
    [
      'one of a thousand',
      { parcels: [...times(999, (i) => `1${String(i).padStart(11, '0')}`), ...short.slice(0, 1)], mask: '2-3-2-5' },
      null,
    ],
    ['written with hyphens', { parcels: times(50, (i) => `1-2-3-${i}`), mask: '2-3-2-5' }, null],
    ['letters in the id', { parcels: times(50, (i) => `R${i}`), mask: '2-3-2-5' }, null],
    ['stated', { parcels: short, mask: '2-3-2-5', format: { losesLeadingZeros: true } }, null],
    ['without a mask', { parcels: [...manyFull, ...short] }, lost(10, 310)],
    ['without a mask, too few', { parcels: [...full, ...short] }, null],
    ['without a mask, with zeros', { parcels: [...manyFull, ...short, '000000000001'] }, null],
    ['running numbers', { parcels: times(5_000, (i) => String(i + 1)) }, null],
    ['a spreadsheet’s ids', { parcels: ['1.10E+11', '#REF!', '12-MAY'], mask: '2-3-2-5' }, null],
  ])('%s', (_what, given, expected) => {
    expect(detect('leadingZeros', given)).toEqual(expected)
  })
})

describe('parcel ids', () => {
  const good = times(20, (i) => `01-002-03-${String(i).padStart(5, '0')}`)
  test.each<[SignKind, string, Given, object | null]>([
    [
      'parcelMask',
      'longer than the mask',
      { parcels: [...good, '123-4', '99-999-9', 'X-1'], mask: '2-3-2-5' },
      { change: null, found: 3, of: 23 },
    ],
    [
      'parcelMask',
      'two slips of the pen',
      { parcels: [...good, '123-4', '99-999-9'], mask: '2-3-2-5' },
      { change: null, found: 2, of: 22 },
    ],
    ['parcelMask', 'all fit', { parcels: good, mask: '2-3-2-5' }, null],
    [
      'parcelMask',
      'several that fit',
      { parcels: times(5, (i) => `01-002-03-0000${i}, 01-002-03-1000${i}`), mask: '2-3-2-5' },
      null,
    ],
    ['parcelMask', 'no mask', { parcels: ['123-4', '99-999-9', 'X-1'] }, null],
    [
      'parcelMask',
      'zeros lost, as stated',
      { parcels: ['1', '2', '3'], mask: '2-3-2-5', format: { losesLeadingZeros: true } },
      null,
    ],
    [
      'severalParcels',
      'several in one text',
      { parcels: [...good, ...times(3, (i) => `01-002-03-0000${i} & 01-002-03-1000${i}`)], mask: '2-3-2-5' },
      { change: null, found: 3, of: 23 },
    ],
    ['severalParcels', 'one in each', { parcels: good, mask: '2-3-2-5' }, null],
    [
      'parcelRange',
      'a range of 300',
      { parcels: [...good, '01-002-03-00001 THRU 01-002-03-00300'], mask: '2-3-2-5' },
      { change: null, found: 1, of: 21 },
    ],
    [
      'parcelRange',
      'a range of 20',
      { parcels: [...good, '01-002-03-00001 THRU 01-002-03-00020'], mask: '2-3-2-5' },
      null,
    ],
  ])('%s: %s', (kind, _what, given, expected) => {
    expect(detect(kind, given)).toEqual(expected)
  })
})

describe('counts of parcel ids, before and after', () => {
  const range = '01-002-03-00001 THRU 01-002-03-00300'
  test.each<[SignKind, string, Given, object]>([
    [
      'severalParcels',
      'ids that are read in the fields',
      {
        parcels: [
          '01-002-03-00001 & 01-002-03-00002',
          '01-002-03-00003, 01-002-03-00004; 01-002-03-00005',
          '01-002-03-00010 THRU 01-002-03-00029',
        ],
        mask: '2-3-2-5',
      },
      { effects: [{ measure: 'ids', before: 3, after: 25 }] },
    ],
    ['parcelRange', 'ids of a range', { parcels: [range] }, { effects: [{ measure: 'ids', before: 2, after: 300 }] }],
    [
      'parcelRange',
      'ends that differ before their last part',
      { parcels: [range, '01-002-03-00001 THRU 01-009-03-00300'] },
      { effects: undefined },
    ],
    [
      'parcelRange',
      'more ids than we count',
      { parcels: ['01-002-03-00001 THRU 01-002-03-15000', '01-002-04-00001 THRU 01-002-04-15000'] },
      { effects: undefined },
    ],
    [
      'parcelMask',
      'the last part left out',
      { parcels: ['01-002-03', '01-002-04', '01-002-05', '123-4'], mask: '2-3-2-5' },
      { mask: '2-3-2-5?', effects: [{ measure: 'misfits', before: 4, after: 1 }] },
    ],
    [
      'parcelMask',
      'a part more',
      { parcels: ['01-002-03-00001-7', '01-002-03-00002-12', '01-002-03-00003-1'], mask: '2-3-2-5' },
      { mask: '2-3-2-5-2?', effects: [{ measure: 'misfits', before: 3, after: 0 }] },
    ],
    [
      'parcelMask',
      'nothing in common',
      { parcels: ['123-4', '99-999-9', 'X-1', '01-002-03'], mask: '2-3-2-5' },
      { mask: undefined, effects: undefined },
    ],
    [
      'parcelMask',
      'the last part optional already',
      { parcels: ['1-2', '1-3', '1-4'], mask: '2-3-2-5?' },
      { mask: undefined, effects: undefined },
    ],
  ])('%s: %s', (kind, _what, given, expected) => {
    const sign = findSign(kind, given)
    expect({ mask: sign?.mask, effects: sign?.effects }).toMatchObject(expected)
  })
})

test('lists records dated after tomorrow, newest first', () => {
  const days = ['2027-08-20', '2026-08-21', '2026-08-22', '1999-01-01']
  expect(findSign('futureDates', { days })).toEqual({
    kind: 'futureDates',
    change: null,
    found: ['2026-0, 08/20/2027', '2026-2, 08/22/2026'],
    of: 5,
  })
  expect(findSign('futureDates', { days: days.slice(1, 2) })).toBeNull()
})

import { expect, test } from 'vitest'
import { noProperties, type RecordProperties } from '#shared/contract/record-property.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { listPropertyRows } from './property-rows.ts'

const elm = makeProperty('17-1', '12 Elm Street', 'LOT 1', 'Alder Falls 55810')
const bare = makeProperty('17-2')
const parcels = { first: ['17-1', '17-2 & 17-3'], more: 1 }

test.each<[string, Partial<RecordProperties>, string[]]>([
  ['none', {}, ['parcel: 17-1', 'parcel: 17-2 & 17-3', 'more: 1']],
  [
    'a single property in parts',
    { properties: [elm] },
    ['property: 12 Elm Street, Alder Falls 55810', 'parcel: 17-1', 'legal: LOT 1'],
  ],
  ['a single property with what we know of it', { properties: [bare] }, ['parcel: 17-2']],
  [
    'several properties, each in one row',
    {
      properties: [bare, elm, makeProperty('17-3', '', 'LOT 3')],
      moreProperties: 2,
      commonLegalDescription: 'LOTS 1-5',
    },
    [
      'parcel: 17-2',
      'parcel: 17-1 · 12 Elm Street, Alder Falls 55810 · LOT 1',
      'parcel: 17-3 · LOT 3',
      'more: 2',
      'legal: LOTS 1-5',
    ],
  ],
  [
    'the parcels of several that are only numbers',
    { properties: [bare, makeProperty('17-3')], commonLegalDescription: 'LOTS 1-5' },
    ['parcel: 17-1', 'parcel: 17-2 & 17-3', 'more: 1', 'legal: LOTS 1-5'],
  ],
  [
    'the legal description alone',
    { commonLegalDescription: 'LOT 9' },
    ['parcel: 17-1', 'parcel: 17-2 & 17-3', 'more: 1', 'legal: LOT 9'],
  ],
])('names properties: %s', (_what, change, expected) => {
  const rows = listPropertyRows({ ...noProperties, ...change }, parcels)
  expect(rows.map((row) => `${row.label}: ${row.label === 'more' ? row.count : row.value}`)).toEqual(expected)
})

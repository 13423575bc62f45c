import { describe, expect, test } from 'vitest'
import { suffixes } from '#shared/text/suffixes.ts'
import { addressWords, normalizeAddress } from './address-words.ts'

// cspell:ignore Rosefield Strt Avn Avnue Circl Trce Rosefeld hiwy CSAH
describe('reads all usual forms of an address as the same address', () => {
  const same: [normalized: string, ...forms: string[]][] = [
    ['12 ELM ST', '12 Elm Street', '12 elm st.', '12  ELM  STRT', '0012 Elm St'],
    [
      '12 N MAIN ST # 3',
      '12 North Main Street #3',
      '12 N. Main St., Apt 3',
      '12 N Main St Unit 3',
      '12 No Main St Ste 3',
    ],
    ['12 N MAIN ST # 3', '12 N MAIN ST APT#3', '12 N Main St Apartment 3', '12 N Main St 3'],
    ['12 N MAIN ST # 3', '12 N Main St No. 3', '12 N Main St # 003', '12 N Main St APT3', '12 n main st suite no 3'],
    ['12 ST CLAIR AVE', '12 Saint Clair Avenue', '12 St. Clair Av', '12 St Clair Avnue'],
    ['5 NE 5TH ST', '5 N.E. Fifth Street', '5 Northeast 5th St'],
    ['500 COUNTY RD 12', '500 County Road 12', '500 CR 12', '500 Co. Rd. 12', '500 CR12', '500 CNTY RD 12'],
    ['500 COUNTY RD KK', '500 County Road KK', '500 Co Rd KK'],
    ['HWY 61', 'Highway 61', 'Hwy 61', 'HWY61', 'Hiwy 61'],
    ['US HWY 52', 'US-52', 'US 52', 'U.S. Highway 52', 'US Route 52', 'US52'],
    ['STATE HWY 5', 'SR 5', 'State Road 5', 'ST HWY 5', 'State Rte 5'],
    ['INTERSTATE 94', 'I-94', 'I 94', 'Interstate 94', 'Interstate Hwy 94'],
    ['12 1/2 ELM ST', '12 1/2 Elm St', '12½ Elm Street', '12-1/2 Elm St'],
    ['12-14 ELM ST', '12-14 Elm St', '12 - 14 Elm Street', '12–14 Elm St'],
    ['12A ELM ST', '12A Elm St', '12-A Elm St', '12a elm street'],
    ['30 BIRCH LN # A 101', '30 Birch Lane Bldg A Unit 101', '30 Birch Ln Unit A-101', '30 Birch Ln #A 101'],
    ['7 OAK CT # 2', '7 Oak Court 2nd Floor', '7 Oak Ct Fl 2'],
    ['40 FRNT ST', '40 Front Street', '40 FRONT ST'],
    ['8 OBRIEN RD', "8 O'Brien Road", '8 O’BRIEN RD'],
    ['9 CAFE WAY', '9 Café Way'],
    ['N64W23760 MAIN ST', 'N64 W23760 Main Street', 'N64W23760 MAIN ST'],
  ]
  test.each(same.flatMap(([normalized, ...forms]) => forms.map((form) => [form, normalized])))(
    '%s',
    (form, normalized) => expect(normalizeAddress(form)).toBe(normalized),
  )
})

test.each([
  ['12 Elm St', '123 Elm St'],
  ['12 N Main St', '12 S Main St'],
  ['12 Elm St', '12 Elm Ave'],
  ['12 Main St Apt 3', '12 Main St Apt 31'],
  ['12 Elm St', '12 1/2 Elm St'],
  ['12 Elm St', '12A Elm St'],
  ['County Road 12', 'Highway 12'],
  ['5 5th St', '5 6th St'],
])('keeps %s apart from %s', (one, other) => expect(normalizeAddress(one)).not.toBe(normalizeAddress(other)))

test('has one standard form of every suffix, from each of its forms', () => {
  for (const [standard, forms] of Object.entries(suffixes))
    for (const form of [standard, ...forms.split(' ').filter(Boolean)])
      expect(normalizeAddress(`12 Quarry ${form}`)).toBe(`12 QUARRY ${standard}`)
})

describe('the words that find a property', () => {
  const cases: [address: string, words: Partial<NonNullable<ReturnType<typeof addressWords>>>][] = [
    [
      '12 ELM ST',
      { numbers: ['12'], units: [], place: ['ELM', 'ST', 'ROSEFIELD', '55012'], houseNumber: 12, placeLength: 22 },
    ],
    ['12-14 ELM ST', { numbers: ['12-14', '12', '13', '14'], houseNumber: 12 }],
    ['1214-16 ELM ST', { numbers: ['1214-16', '1214', '1215', '1216'] }],
    ['31-12 ELM ST', { numbers: ['31-12'], houseNumber: 31 }],
    ['12-9999 ELM ST', { numbers: ['12-9999', '12', '9999'] }],
    ['12 & 14 ELM ST', { numbers: ['12', '14'], place: ['ELM', 'ST', 'ROSEFIELD', '55012'] }],
    ['12/14 ELM ST', { numbers: ['12', '14'] }],
    ['12 1/2 ELM ST', { numbers: ['12', '1/2'] }],
    ['12A ELM ST', { numbers: ['12A', '12'], units: ['A'] }],
    ['12 ELM ST UNIT A', { numbers: ['12', '12A'], units: ['A'] }],
    ['12 ELM ST APT 3B', { numbers: ['12'], units: ['3B', '3', 'B'] }],
    ['12 ELM ST BLDG A UNIT 101', { units: ['A', '101', 'A101'] }],
    ['US HIGHWAY 52', { numbers: [], place: ['US', 'HWY', '52', 'ROSEFIELD', '55012', 'RTE'], houseNumber: null }],
    ['ELM ST', { numbers: [], place: ['ELM', 'ST', 'ROSEFIELD', '55012'], houseNumber: null }],
    ['LOT 5 ELM ST', { units: ['5'], place: ['ELM', 'ST', 'ROSEFIELD', '55012'] }],
    ['99999999999 ELM ST', { numbers: [], houseNumber: null }],
  ]
  test.each(cases)('%s', (address, words) => {
    expect(addressWords({ address, city: 'Rosefield', zip: '55012-1234' })).toMatchObject(words)
  })

  test.each(['', '   ', '.,-', 'PO BOX 12', 'P.O. Box 12', 'P O BOX 12 ROSEFIELD', 'Post Office Box 4', 'POB 4'])(
    'finds no words in %j',
    (address) => expect(addressWords({ address, city: 'Rosefield', zip: '55012' })).toBeNull(),
  )

  test('include its zip in any form', () => {
    const zips = ['55012', '55012-1234', '550121234', ' 55012 '].map(
      (zip) => addressWords({ address: '1 Elm', zip })?.place,
    )
    for (const zip of zips) expect(zip).toEqual(['ELM', '55012'])
  })
})

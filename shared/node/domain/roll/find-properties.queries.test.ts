import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { useRoll } from '#tests/helpers/roll.ts'
import { findProperties } from './find-properties.queries.ts'

// cspell:ignore rosefield stre Avanue Evergren Washngton Evegreen Maain Saitn ington gren birchlane countyroad elmm
/** Address, city and zip in a made-up county; the parcel id is the number of the line. */
const addresses: [address: string, city?: string, zip?: string][] = [
  ['12 ELM ST', 'ROSEFIELD', '55012'],
  ['123 ELM ST', 'ROSEFIELD', '55012'],
  ['12 ELMWOOD AVE', 'ROSEFIELD', '55012'],
  ['44 ELM ST', 'ROSEFIELD', '12345'],
  ['20 N MAIN ST APT 3', 'ROSEFIELD', '55012'],
  ['20 N MAIN ST APT 31', 'ROSEFIELD', '55012'],
  ['20 NORTH MAIN STREET UNIT 4', 'ROSEFIELD', '55012'],
  ['20 S MAIN ST', 'ROSEFIELD', '55012'],
  ['12-14 OAK CT', 'ROSEFIELD', '55012'],
  ['16 1/2 OAK CT', 'ROSEFIELD', '55012'],
  ['16 OAK CT', 'ROSEFIELD', '55012'],
  ['18A OAK CT', 'ROSEFIELD', '55012'],
  ['500 COUNTY ROAD 12', 'ST CLAIR', '55080-1234'],
  ['510 CO RD 120', 'SAINT CLAIR', '55080'],
  ['7 HWY 61', 'ST CLAIR', '55080'],
  ['9 US HIGHWAY 52', 'ST CLAIR', '55080'],
  ['1 WASHINGTON BLVD', 'ST CLAIR', '55080'],
  ['2 WASHINGTON BOULEVARD', 'ST CLAIR', '55080'],
  ['3 EVERGREEN TER', 'ST CLAIR', '55080'],
  ['77 THE ESPLANADE', 'ST CLAIR', '55080'],
  ['5 5TH AVE', 'ST CLAIR', '55080'],
  ['PO BOX 12', 'ST CLAIR', '55080'],
  ['', 'ST CLAIR', '55080'],
  ['ELM ST', 'ROSEFIELD', '55012'],
  ['6 MINNESOTA AVE', 'ST CLAIR', '55080'],
  ['30 BIRCH LN BLDG A UNIT 101', 'ST CLAIR', '55080'],
  ['40 FRONT ST', 'ST CLAIR', '55080'],
]

let connection: Connection
beforeAll(async () => {
  connection = await connectTestDatabase()
  await useRoll(
    connection.db,
    addresses.map(([address, city = '', zip = ''], n) => ({
      parcelId: `P-${n}`,
      address,
      city,
      zip,
      ownerName: 'ROE JANE',
    })),
  )
})
afterAll(() => connection.end())
const find = async (text: string) =>
  (await findProperties(connection.db, text)).properties.map((found) => found.address)

describe('finds', () => {
  const elm = ['12 ELM ST']
  const unit3 = ['20 N MAIN ST APT 3', '20 N MAIN ST APT 31']
  const cases: [text: string, addresses: string[]][] = [
    ['12 elm', ['12 ELM ST', '12 ELMWOOD AVE']],
    ['12 Elm Street', elm],
    ['12 elm stre', elm],
    ['12 elm str.', elm],
    ['12 ELM ST, ROSEFIELD, MN 55012', elm],
    ['12 elm st rosefield minnesota', elm],
    ['12 elm st rosefield mn', elm],
    ['12 elm st 55012-9999', elm],
    ['elm 12', ['12 ELM ST', '12 ELMWOOD AVE', '44 ELM ST']],
    ['the 12 elm st', ['12 ELM ST', '44 ELM ST']],
    ['12 the elm st', elm],
    ['123 elm', ['123 ELM ST']],
    ['44 elm 123', ['44 ELM ST']],
    ['North Main Street #3', unit3],
    ['N Main St Apt 3', unit3],
    ['n. main st. unit 3', unit3],
    ['20 N Main Apt3', unit3],
    ['n main', [...unit3, '20 NORTH MAIN STREET UNIT 4']],
    ['14 oak ct', ['12-14 OAK CT']],
    ['12 elm ave', ['12 ELMWOOD AVE']],
    ['20 north main no 3', unit3],
    ['20 main 31', ['20 N MAIN ST APT 31']],
    ['20 nor main unit 4', ['20 NORTH MAIN STREET UNIT 4']],
    ['20 so main', ['20 S MAIN ST']],
    ['12 oak', ['12-14 OAK CT']],
    ['13 oak', ['12-14 OAK CT']],
    ['14 Oak Court', ['12-14 OAK CT']],
    ['12-14 oak', ['12-14 OAK CT']],
    ['14-16 oak', ['16 OAK CT', '12-14 OAK CT', '16 1/2 OAK CT']],
    ['16 oak', ['16 OAK CT', '16 1/2 OAK CT']],
    ['16 1/2 oak', ['16 1/2 OAK CT']],
    ['16½ oak', ['16 1/2 OAK CT']],
    ['18a oak', ['18A OAK CT']],
    ['18 oak apt a', ['18A OAK CT']],
    ['500 County Road 12', ['500 COUNTY ROAD 12']],
    ['500 CR 12', ['500 COUNTY ROAD 12']],
    ['co. rd. 12', ['500 COUNTY ROAD 12', '510 CO RD 120']],
    ['county road 12 saint clair', ['500 COUNTY ROAD 12', '510 CO RD 120']],
    ['highway 61', ['7 HWY 61']],
    ['hwy 61', ['7 HWY 61']],
    ['US-52', ['9 US HIGHWAY 52']],
    ['us 52', ['9 US HIGHWAY 52']],
    ['washngton bl', ['1 WASHINGTON BLVD', '2 WASHINGTON BOULEVARD']],
    ['evergren terrace', ['3 EVERGREEN TER']],
    ['Evegreen', ['3 EVERGREEN TER']],
    ['5 fifth avenue', ['5 5TH AVE']],
    ['5th avanue', ['5 5TH AVE']],
    ['the esplanade', ['77 THE ESPLANADE']],
    ['77 esplanade', ['77 THE ESPLANADE']],
    ['6 minnesota', ['6 MINNESOTA AVE']],
    ['30 birch a-101', ['30 BIRCH LN BLDG A UNIT 101']],
    ['30 birch unit a101', ['30 BIRCH LN BLDG A UNIT 101']],
    ['40 front', ['40 FRONT ST']],
    ['40 fro', ['40 FRONT ST']],
    ['elm st', ['ELM ST', '44 ELM ST', '12 ELM ST', '123 ELM ST']],
    // Two words written as one.
    ['3 ever green', ['3 EVERGREEN TER']],
    ['2 wash ington blvd', ['2 WASHINGTON BOULEVARD']],
    ['3 ever gren', ['3 EVERGREEN TER']],
    // One word written as two.
    ['30 birchlane unit a101', ['30 BIRCH LN BLDG A UNIT 101']],
    ['500 countyroad 12', ['500 COUNTY ROAD 12']],
    // The number of its parcel, typed into the box for an address.
    ['P-26', ['40 FRONT ST']],
    [' p26 ', ['40 FRONT ST']],
  ]
  test.each(cases)('%s', async (text, expected) => {
    const found = await find(text)
    // Addresses of the same length may swap: only the first one matters there.
    expect(found.slice(0, expected.length).toSorted()).toEqual(expected.toSorted())
    expect(found[0]).toBe(expected[0])
    expect(found).toHaveLength(expected.length)
  })
})

test('finds the building of an apartment that the roll lacks as a near match, never another apartment', async () => {
  const building = { properties: [{ address: '12 ELM ST' }], more: false, near: true }
  expect(await findProperties(connection.db, '12 elm st apt 9')).toMatchObject(building)
  expect(await findProperties(connection.db, '12 elmm street rose field #9')).toMatchObject({ properties: [] })
  expect(await findProperties(connection.db, '12 elm street rose field #9')).toMatchObject(building)
  const others = ['20 n main st apt 3', '20 n main st apt 9', '13 elm st apt 9', '9 nowhere lane apt 2', 'elm st apt 9']
  for (const text of others) expect([text, (await findProperties(connection.db, text)).near]).toEqual([text, undefined])
  expect(await find('20 n main st apt 9')).toEqual([])
})

test('finds nothing for texts that are not addresses, no matter how long', async () => {
  const texts = [
    '',
    '  ',
    '12',
    ' 1 ',
    '###',
    'PO Box 12',
    'p.o. box 12',
    'post office box 12 St Clair',
    'zzzz',
    '12 zzzz',
    '%%%%',
    '____',
    String.raw`\%`,
    "'; drop table parcel; --",
    'word '.repeat(500),
    'x'.repeat(10_000),
    'elm '.repeat(2500),
    '9'.repeat(300),
    '\u0001\u0002\u0003',
  ]
  for (const text of texts) expect([text.slice(0, 20), await find(text)]).toEqual([text.slice(0, 20), []])
})

describe('an address that exists in nine towns', () => {
  const towns = ['ASHDALE', 'BIRCHTON', 'CEDAR', 'DELL', 'EAST LYNN', 'FAIRHAVEN', 'GLENN', 'HOLLY', 'IRONWOOD']
  beforeAll(async () => {
    // Two parcels in each town, those of one town far apart in the file.
    const lines = ['1', '2'].flatMap((part) =>
      towns.map((city, n) => ({ parcelId: `${city}-${part}`, address: '12 MAIN ST', city, zip: `5581${n}` })),
    )
    await useRoll(connection.db, lines)
  })

  test('is found in the town and zip that were typed', async () => {
    expect(await findProperties(connection.db, '12 Main Street Ironwood 55818-0012')).toMatchObject({
      properties: [{ parcelId: 'IRONWOOD-1' }, { parcelId: 'IRONWOOD-2' }],
      more: false,
    })
  })

  test('is listed town by town, so that only the last town can have more parcels than the answer', async () => {
    const { properties, more } = await findProperties(connection.db, '12 main st')
    expect(properties.map(({ city }) => city)).toEqual(towns.slice(0, 4).flatMap((town) => [town, town]))
    expect(more).toBe(true)
  })
})

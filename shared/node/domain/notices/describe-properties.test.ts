import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Match } from '#shared/contract/match.ts'
import { noProperties } from '#shared/contract/record-property.ts'
import type { Connection } from '#shared/node/platform/database/client.ts'
import { connectTestDatabase } from '#tests/helpers/database.ts'
import { makeProperty } from '#tests/helpers/properties.ts'
import { describeOwnProperties, describeProperties, maxProperties, type RecordParcels } from './describe-properties.ts'

const record = (change: Partial<RecordParcels> = {}): RecordParcels => ({
  parcels: ['17-03-123-045'],
  situsAddresses: null,
  legalDescription: '',
  ...change,
})
const met = (recordRaw: string, alertRaw: string, field: Match['field'] = 'parcel') => ({ field, recordRaw, alertRaw })
const addresses = ({ properties }: ReturnType<typeof describeOwnProperties>) =>
  properties.map(({ parcelId, address }) => [parcelId, address].filter(Boolean).join(' '))

describe('from the record itself', () => {
  test.each<[string, Partial<RecordParcels>, string[], number]>([
    ['no parcels', { parcels: [] }, [], 0],
    ['a parcel', {}, ['17-03-123-045'], 0],
    ['its address', { situsAddresses: { '17-03-123-045': '12 ELM ST' } }, ['17-03-123-045 12 Elm Street'], 0],
    ['no address of another', { situsAddresses: { '17-03': '12 ELM ST' } }, ['17-03-123-045'], 0],
    ['no member of every object', { parcels: ['constructor 1'], situsAddresses: {} }, ['constructor 1'], 0],
    ['two in one text', { parcels: ['17-1, 17-2'] }, ['17-1', '17-2'], 0],
    [
      'the address of the first of two',
      { parcels: ['17-1, 17-2'], situsAddresses: { '17-1, 17-2': '12 Elm' } },
      ['17-1 12 Elm', '17-2 12 Elm'],
      0,
    ],
    ['a parcel twice, with and without its zeros', { parcels: ['017-1', '17-1', '17 1'] }, ['017-1'], 0],
    ['a range', { parcels: ['17-1 THRU 17-17'] }, ['17-1', '17-2', '17-3', '17-4', '17-5'], 12],
    ['a range too long to list', { parcels: ['17-1 THRU 17-900', '18-1'] }, ['17-1 THRU 17-900', '18-1'], 0],
    [
      'a thousand ranges, which are not all expanded',
      { parcels: Array.from({ length: 1_000 }, (_, n) => `17-${n + 1}-1 THRU 17-${n + 1}-200`) },
      ['17-1-1', '17-1-2', '17-1-3', '17-1-4', '17-1-5'],
      2_985,
    ],
    ['parcels that a spreadsheet mangled', { parcels: ['1.10E+11', '17-1'] }, ['17-1'], 0],
    ['signs that turn a line', { parcels: ['17\u202E-1'] }, ['17 -1'], 0],
  ])('%s', (_name, change, named, more) => {
    const described = describeOwnProperties(record(change))
    expect(addresses(described)).toEqual(named)
    expect(described.moreProperties).toBe(more)
  })

  const many = Array.from({ length: 17 }, (_, n) => `17-${100 + n}`)
  test.each<[string, string[], RecordParcels['matches'], string[]]>([
    ['none', many, [], many.slice(0, maxProperties)],
    ['the last', many, [met('17-116', '17-116')], ['17-116', '17-100', '17-101', '17-102', '17-103']],
    [
      'two',
      many,
      [met('17-110', '17110'), met('17-105', '17-105')],
      ['17-110', '17-105', '17-100', '17-101', '17-102'],
    ],
    ['a name', many, [met('17-116', 'Wren Ash', 'party')], many.slice(0, maxProperties)],
    ['a parcel that a revision removed', many, [met('18-1', '18-1')], many.slice(0, maxProperties)],
    [
      'a parcel within a range',
      ['17-1 THRU 17-17'],
      [met('17-1 THRU 17-17', '17-9')],
      ['17-9', '17-1', '17-2', '17-3', '17-4'],
    ],
  ])('lists parcels that matched first: %s', (_name, parcels, matches, named) => {
    const described = describeOwnProperties(record({ parcels, ...(matches && { matches }) }))
    expect(addresses(described)).toEqual(named)
    expect(described.moreProperties).toBe(12)
  })

  test('gives the legal description of a single parcel, shortened', () => {
    const legal = (parcels: string[], legalDescription: string) =>
      describeOwnProperties(record({ parcels, legalDescription })).properties.map((item) => item.legalDescription)
    expect(legal(['17-1'], 'LOT 4\n BLK 2')).toEqual(['LOT 4 BLK 2'])
    expect(legal(['17-1', '17-2'], 'LOT 4')).toEqual(['', ''])
    const common = (parcels: string[]) =>
      describeOwnProperties(record({ parcels, legalDescription: 'LOT 4\n BLK 2' })).commonLegalDescription
    expect([common([]), common(['17-1']), common(['17-1', '17-2'])]).toEqual(['LOT 4 BLK 2', '', 'LOT 4 BLK 2'])
    const [long = ''] = legal(['17-1'], 'LOT 4 '.repeat(4_000))
    expect(long.length).toBeLessThanOrEqual(301)
    expect(long).toMatch(/ LOT 4…$|LOT…$/)
  })
})

describe('from the roll', () => {
  let connection: Connection
  beforeAll(async () => {
    connection = await connectTestDatabase()
  })
  afterAll(() => connection.end())

  const addRoll = async (state: string, mask: string, parcels: [string, string, string, string][]) => {
    const { rows } = await connection.pool.query<{ id: number }>(
      `insert into roll (state, parcel_mask) values ('loading', $1) returning id`,
      [mask],
    )
    await connection.pool.query('select prepare_roll($1)', [rows[0]?.id])
    for (const [index, [id, key, address, legal]] of parcels.entries())
      await connection.pool.query(
        `insert into parcel (roll_id, line, parcel_id, parcel_key, address, legal_description, city, zip, owner_name)
         values ($1, $2, $3, $4, $5, $6, 'ALDER FALLS', '55810', 'ASH WREN')`,
        [rows[0]?.id, index + 2, id, key, address, legal],
      )
    await connection.pool.query('update roll set state = $2 where id = $1', [rows[0]?.id, state])
  }
  beforeEach(async () => {
    await connection.pool.query(`update roll set state = 'former'`)
  })
  const describeAll = (...records: RecordParcels[]) => describeProperties(connection.db, records)

  test('lists only the parcels without a roll', async () => {
    expect(await describeAll(record())).toEqual([{ ...noProperties, properties: [makeProperty('17-03-123-045')] }])
  })

  test('ignores a roll that is not in use', async () => {
    await addRoll('former', '', [['17-03-123-045', '1703123045', '12 ELM ST', '']])
    expect(addresses((await describeAll(record()))[0]!)).toEqual(['17-03-123-045'])
  })

  const inFalls = 'Alder Falls 55810'
  test('gives each record its own properties, and never an owner', async () => {
    await addRoll('current', '2-2-3-3', [
      ['17-03-123-045', '1703123045', '412 LARKSPUR LN', 'LOT 4 BLK 2'],
      ['17-03-123-046', '1703123046', '414 LARKSPUR LN', 'LOT 5 BLK 2'],
    ])
    const described = await describeAll(
      record(),
      record({ parcels: [] }),
      record({ situsAddresses: { '17-03-123-045': '12 Elm St' }, legalDescription: 'LOT 9' }),
      record({ parcels: ['17-03-123-045 & 17-03-123-046', '99-99-999-999'], legalDescription: 'LOTS 4-5' }),
      record({ parcels: ['17-03-123-045'], matches: [met('17-03-123-045', '1703123045')] }),
      record({ situsAddresses: { '17-03-123-045': '412 Larkspur Ln' } }),
    )
    expect(described.map(({ properties }) => properties)).toEqual([
      [makeProperty('17-03-123-045', '412 Larkspur Lane', 'LOT 4 BLK 2', inFalls)],
      [],
      [makeProperty('17-03-123-045', '12 Elm Street', 'LOT 9')],
      [
        makeProperty('17-03-123-045', '412 Larkspur Lane', 'LOT 4 BLK 2', inFalls),
        makeProperty('17-03-123-046', '414 Larkspur Lane', 'LOT 5 BLK 2', inFalls),
        makeProperty('99-99-999-999'),
      ],
      [makeProperty('17-03-123-045', '412 Larkspur Lane', 'LOT 4 BLK 2', inFalls)],
      [makeProperty('17-03-123-045', '412 Larkspur Lane', 'LOT 4 BLK 2', inFalls)],
    ])
    expect(JSON.stringify(described)).not.toContain('ASH')
  })
})

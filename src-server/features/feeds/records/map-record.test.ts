import { describe, expect, test } from 'vitest'
import { feedMappingSchema } from '#shared/contract/feed-mapping.ts'
import { mapRecord } from './map-record.ts'
import { noSheetLimits, parseCsv } from './parse-csv.ts'

async function readSheet(...rows: string[]) {
  const sheet = ['documentIdentifier,recordedAt,name,parcel,situsAddress,restricted', ...rows].join('\n')
  const items = await parseCsv(sheet, { limits: noSheetLimits })
  return items.map(({ value }) => value)
}

describe('a sheet without a mapping', () => {
  test.each<[string, string[], unknown[]]>([
    ['no address', ['1,2026-08-20,,17-1,,'], ['17-1']],
    ['an address', ['1,2026-08-20,,17-1,12 ELM ST,'], [{ id: '17-1', situsAddress: '12 ELM ST' }]],
    ['an address without a parcel', ['1,2026-08-20,MARLOWE TESSA,,12 ELM ST,'], []],
    [
      'each with its own',
      ['1,2026-08-20,,17-1,12 ELM ST,', '1,2026-08-20,,17-2,,', '1,2026-08-20,,17-3,14 ELM ST,'],
      [{ id: '17-1', situsAddress: '12 ELM ST' }, '17-2', { id: '17-3', situsAddress: '14 ELM ST' }],
    ],
    [
      'a parcel again, with the address in one row',
      ['1,2026-08-20,,17-1,,', '1,2026-08-20,,17-1,12 ELM ST,', '1,2026-08-20,,17-1,,'],
      [{ id: '17-1', situsAddress: '12 ELM ST' }],
    ],
    [
      'a parcel with two addresses: the last counts',
      ['1,2026-08-20,,17-1,12 ELM ST,', '1,2026-08-20,,17-1,14 ELM ST,'],
      [{ id: '17-1', situsAddress: '14 ELM ST' }],
    ],
  ])('parcels with %s', async (_name, rows, parcels) => {
    expect(await readSheet(...rows)).toMatchObject([{ parcels }])
  })

  test.each<[string[], unknown]>([
    [[''], undefined],
    [['true'], true],
    [[' Yes '], true],
    [['Y'], true],
    [['1'], true],
    [['FALSE'], false],
    [['no'], false],
    [['n'], false],
    [['0'], false],
    [['', 'y', ''], true],
    [['y', 'n'], true],
    [['n', 'n'], false],
    [['sealed'], 'sealed'],
    [['y', 'sealed', 'y'], 'sealed'],
  ])('rows that say %j give restricted', async (words, restricted) => {
    const [event] = await readSheet(...words.map((word) => `1,2026-08-20,,17-1,,${word}`))
    expect(event).toHaveProperty('parcels', ['17-1'])
    expect((event as { restricted?: unknown }).restricted).toEqual(restricted)
  })
})

describe('a mapping', () => {
  const mapping = feedMappingSchema.parse({
    documentIdentifier: 'DOC',
    recordedAt: 'REC',
    restricted: 'SEALED',
    parcels: ['PIN', ['APN', 'OTHER']],
    situsAddresses: ['SITUS', ['ADDR', 'STREET']],
  })
  test.each<[string, Record<string, unknown>, unknown[]]>([
    [
      'both',
      { PIN: '17-1', SITUS: '12 ELM ST', APN: '', OTHER: '17-2', STREET: '14 ELM ST' },
      [
        { id: '17-1', situsAddress: '12 ELM ST' },
        { id: '17-2', situsAddress: '14 ELM ST' },
      ],
    ],
    ['no addresses', { PIN: 171, APN: '17-2' }, ['171', '17-2']],
    [
      'lists, by place',
      { PIN: ['17-1', '', '17-3'], SITUS: ['', '13 ELM ST', '14 ELM ST'] },
      ['17-1', { id: '17-3', situsAddress: '14 ELM ST' }],
    ],
    [
      'more parcels than addresses',
      { PIN: ['17-1', '17-2'], SITUS: '12 ELM ST' },
      [{ id: '17-1', situsAddress: '12 ELM ST' }, '17-2'],
    ],
  ])('parcels with %s', (_name, record, parcels) => {
    expect(mapRecord({ DOC: '1', REC: '2026-08-20', ...record }, mapping).parcels).toEqual(parcels)
  })

  test.each([
    [undefined, undefined],
    ['Y', true],
    [1, true],
    [true, true],
    [false, false],
    ['', undefined],
    [null, null],
    ['SEALED BY COURT', 'SEALED BY COURT'],
  ])('restricted as %j is read as %j', (given, restricted) => {
    expect(mapRecord({ DOC: '1', REC: '2026-08-20', SEALED: given }, mapping).restricted).toEqual(restricted)
  })
})

import { expect, test } from 'vitest'
import { defaultFeedFormat } from '#shared/matching/public.ts'
import type { FileDocument } from './read-documents.ts'
import { measureResold } from './resold.ts'
import { gradeAtSale, listResales, maySell } from './same-owners.ts'

const sale = (recordedOn: string, parcel: string, grantor: string, grantee: string): FileDocument => ({
  recordedOn,
  parcels: [parcel],
  parties: [
    { role: 'GRANTOR', name: grantor },
    { role: 'GRANTEE', name: grantee },
  ],
})

test('pairs each buyer with the sellers of the next sale, in the order of the days', () => {
  const documents = [
    sale('20190201', '17', 'MARSH,PETER & HELEN', 'OKAFOR,ADA'),
    sale('20180201', '17', 'HARBOR LEDGER LLC', 'MARSH,PETER Q & HELEN'),
    sale('20180301', '18', 'HARBOR LEDGER LLC', 'PRATT,ANN'),
  ]
  expect(listResales(documents)).toEqual([
    {
      boughtRow: 2,
      soldRow: 1,
      owner: { first: 'PETER', middles: ['Q'], last: 'MARSH' },
      sellers: ['MARSH,PETER & HELEN'],
    },
    {
      boughtRow: 2,
      soldRow: 1,
      owner: { first: 'HELEN', middles: [], last: 'MARSH' },
      sellers: ['MARSH,PETER & HELEN'],
    },
  ])
})

test.each<[seller: string, common: 'both' | 'one' | 'none', found: boolean]>([
  ['MARSH,PETER', 'both', true],
  ['MARSH,PETRE', 'both', false],
  ['MARSH,HELEN', 'one', false],
  ['OKAFOR,ADA', 'none', false],
])('Peter Q Marsh among %s', (seller, common, found) => {
  const documents = [sale('20180201', '17', 'X', 'MARSH,PETER Q'), sale('20190201', '17', seller, 'Y')]
  const [resale] = listResales(documents)
  expect(resale && maySell(resale)).toBe(common)
  expect(resale && gradeAtSale(resale, documents, defaultFeedFormat, 'defaults')).toBe(found ? 'CERTAIN' : null)
})

test('owners of a made county are found again, most of them for certain, and each once', () => {
  const { defaults, owners, CERTAIN, LIKELY, POSSIBLE } = measureResold('census list', 'comma', 400)
  expect(owners).toBe(400)
  expect(CERTAIN).toBeGreaterThan(370)
  expect(CERTAIN + LIKELY + POSSIBLE).toBeGreaterThan(defaults)
  expect(CERTAIN + LIKELY + POSSIBLE).toBeLessThanOrEqual(owners)
})

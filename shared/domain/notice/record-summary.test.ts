import { expect, test } from 'vitest'
import type { Party } from '#shared/contract/party.ts'
import { type NamedParty, listParcels, listParties, getUnlistedRole } from './record-summary.ts'

test.each<[string, Party, NamedParty]>([
  ['who gave', { role: 'GRANTOR', name: 'DALE ORRIN' }, { role: 'from', ownRole: '', name: 'DALE ORRIN' }],
  ['who got', { role: 'grantees', businessName: 'CJK FOODS' }, { role: 'to', ownRole: '', name: 'CJK FOODS' }],
  ['no role', { firstName: 'ORRIN', lastName: 'DALE' }, { role: 'name', ownRole: '', name: 'ORRIN DALE' }],
  [
    'a role of the record',
    { role: 'TRUSTEE', firstName: 'ORRIN', middleName: 'B', lastName: 'DALE', suffix: 'JR' },
    { role: null, ownRole: 'Trustee', name: 'ORRIN B DALE JR' },
  ],
  ['signs that turn a line', { name: 'DALE\u202E\nORRIN' }, { role: 'name', ownRole: '', name: 'DALE ORRIN' }],
])('names a party: %s', (_what, party, named) => {
  expect(listParties([party])).toEqual({ first: [named], more: 0 })
})

test('leaves out a party without a name', () => {
  expect(listParties([{ role: 'GRANTOR', name: ' ' }])).toEqual({ first: [], more: 0 })
})

test.each([
  [12, 12, 0],
  [13, 11, 2],
  [300, 11, 289],
])('of %i parties or parcels, lists %i and counts %i more', (all, first, more) => {
  const parties = Array.from({ length: all }, (_, n) => ({ name: `PARTY ${n}` }))
  const parcels = parties.map(({ name }) => name)
  for (const list of [listParties(parties), listParcels(parcels)])
    expect([list.first.length, list.more]).toEqual([first, more])
})

const thirteen: Party[] = [
  { role: 'GRANTOR', name: ' ' },
  ...Array.from({ length: 10 }, (_, n) => ({ role: 'GRANTOR', name: `SELLER ${n}` })),
  ...Array.from({ length: 3 }, (_, n) => ({ role: 'GRANTEE', name: `BUYER ${n}` })),
]
const met = { field: 'party', fieldIndex: 12, role: 'GRANTEE', recordRaw: 'BUYER 1' } as const
const trustee = thirteen.with(12, { role: 'TRUSTEE', name: 'BUYER 1' })
/** As after a revision of the record: fewer names before the one that matched, or more. */
const others = ['A', 'B', 'C'].map((name) => ({ role: 'GRANTEE', name: `OTHER ${name}` }))
const fewer = [...thirteen.slice(4), ...others]
const more = [...others, ...thirteen]
test.each<[string, Party[], Parameters<typeof getUnlistedRole>[1], ReturnType<typeof getUnlistedRole>]>([
  ['the first that has no row', thirteen, met, { role: 'to', ownRole: '' }],
  ['a role of the record', trustee, { ...met, role: 'TRUSTEE' }, { role: null, ownRole: 'Trustee' }],
  ['no role, where the record has none', thirteen, { ...met, role: '' }, null],
  ['no role, where it is blank', thirteen, { ...met, role: ' ' }, null],
  ['no role, where the row of the name shows it', thirteen, { ...met, fieldIndex: 11, recordRaw: 'BUYER 0' }, null],
  ['no role, where all names have rows', thirteen.slice(0, 13), met, null],
  ['of where a revision has it now', more, met, { role: 'to', ownRole: '' }],
  ['no role, where a revision gave the name a row', fewer, met, null],
  ['no role, where a revision removed the name', thirteen.with(12, { role: 'GRANTEE', name: 'BUYER 9' }), met, null],
  ['no role, where a revision changed it', trustee, met, null],
  ['no role for a parcel', thirteen, { ...met, field: 'parcel' }, null],
])('the role shown with the reason: %s', (_what, parties, match, role) => {
  expect(getUnlistedRole(parties, match)).toEqual(role)
})

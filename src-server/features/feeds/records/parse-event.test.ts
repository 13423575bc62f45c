import { expect, test } from 'vitest'
import { parseEvent } from './parse-event.ts'

const deed = (changes: object = {}) => ({
  documentIdentifier: '2026-1',
  documentType: 'WD',
  recordedAt: '2026-08-20T14:48:00Z',
  legalDescription: 'LOT 3',
  parties: [{ role: 'GRANTOR', name: 'MARLOWE, TESSA' }],
  parcels: ['17-2', '17-1'],
  ...changes,
})
const parse = (changes: object = {}) => parseEvent(deed(changes), { id: 1, timeZone: null }, 'America/Chicago')
const hash = (changes: object = {}) => parse(changes).row?.content_hash
const addressed = (id: string, situsAddress?: string | null) => ({ id, situsAddress })

/** The hash that earlier builds stored: another one would make every record that is sent again a revision. */
const knownHash = '8d8d2611c8b9f0ca70eba254a86cf3a20ce869aee1a34f1a223b0b52611b97e5'

test.each<[string, object]>([
  ['texts', {}],
  ['in another order', { parcels: ['17-1', '17-2'] }],
  ['objects without addresses', { parcels: [{ id: '17-1' }, addressed('17-2')] }],
  ['texts and objects', { parcels: ['17-1', { id: ' 17-2 ' }] }],
  ['empty addresses', { parcels: [addressed('17-1', ' '), addressed('17-2', null)] }],
  ['an empty object', { parcels: ['17-1', '17-2', {}] }],
  ['not restricted', { restricted: false }],
])('the same content has the hash that it always had: %s', (_name, changes) => {
  expect(hash(changes)).toBe(knownHash)
})

test('different content has another hash', () => {
  const contents = [
    {},
    { restricted: true },
    { parcels: ['17-2', addressed('17-1', '12 ELM ST')] },
    { parcels: ['17-1', addressed('17-2', '12 ELM ST')] },
    { parcels: ['17-2', addressed('17-1', '14 ELM ST')] },
    { parcels: ['17-2', addressed('17-1', '12 ELM ST')], restricted: true },
    { parcels: [addressed('17-2', '14 ELM ST'), addressed('17-1', '12 ELM ST')] },
    { parcels: ['17-2', '17-1', 'restricted'] },
    { parcels: ['17-2', '17-1', 'situsAddress', '12 ELM ST'] },
  ]
  expect(new Set(contents.map(hash)).size).toBe(contents.length)
  // The order of a list does not count.
  const one = addressed('17-1', '12 ELM ST')
  const other = addressed('17-2', '14 ELM ST')
  expect(hash({ parcels: [one, other] })).toBe(hash({ parcels: [other, one] }))
})

test.each<[string, unknown[], Record<string, string> | null]>([
  ['none', ['17-1'], null],
  ['a space around it', [addressed(' 17-1 ', ' 12 ELM ST ')], { '17-1': '12 ELM ST' }],
  ['one of two', ['17-2', addressed('17-1', '12 ELM ST')], { '17-1': '12 ELM ST' }],
  ['two of one parcel', [addressed('17-1', '12 ELM ST'), addressed('17-1', '14 ELM ST')], { '17-1': '14 ELM ST' }],
  ['repeated without it', [addressed('17-1', '12 ELM ST'), '17-1'], { '17-1': '12 ELM ST' }],
  ['no parcel', ['17-1', addressed('', '12 ELM ST')], null],
  ['a text of two ids', [addressed('17-1, 17-2', '12 ELM ST')], { '17-1, 17-2': '12 ELM ST' }],
])('reads street addresses: %s', (_name, parcels, addresses) => {
  expect(parse({ parcels }).row?.situs_addresses).toEqual(addresses)
})

test("a parcel whose id is the name of an object's built-in property is a parcel like others", () => {
  const { row } = parse({ parcels: [addressed('__proto__', '12 ELM ST'), 'constructor'] })
  expect(row?.parcels).toEqual(['__proto__', 'constructor'])
  expect(JSON.stringify(row?.situs_addresses)).toBe('{"__proto__":"12 ELM ST"}')
})

test.each([
  [undefined, false],
  [false, false],
  [true, true],
])('stores restricted %s as %s', (restricted, stored) => {
  expect(parse({ restricted }).row?.restricted).toBe(stored)
})

const forms = 'must be text, or an object with id and situsAddress'
test.each<[string, object, string]>([
  ['a number', { parcels: [17] }, `parcels[0] ${forms}`],
  ['a list', { parcels: [['17-1']] }, `parcels[0] ${forms}`],
  ['an id that is a number', { parcels: ['17-1', { id: 17 }] }, 'parcels[1].id must be text'],
  [
    'an address that is a number',
    { parcels: [{ id: '17', situsAddress: 12 }] },
    'parcels[0].situsAddress must be text',
  ],
  [
    'another key',
    { parcels: [{ id: '17', address: '12 ELM ST' }] },
    'parcels[0].address is not a field of an event; put additional data in extra',
  ],
  [
    'a long address',
    { parcels: [{ id: '17', situsAddress: 'A'.repeat(201) }] },
    'parcels[0].situsAddress is longer than 200 characters',
  ],
  ['a long id', { parcels: [{ id: 'A'.repeat(101) }] }, 'parcels[0].id is longer than 100 characters'],
  ['a long text', { parcels: ['A'.repeat(101)] }, 'parcels[0] is longer than 100 characters'],
  [
    'a NUL',
    { parcels: [{ id: '17', situsAddress: '12\0' }] },
    'parcels[0].situsAddress contains an invalid character (NUL or an unpaired surrogate)',
  ],
  ['restricted as text', { restricted: 'true' }, 'restricted must be true or false'],
  ['restricted as null', { restricted: null }, 'restricted must be true or false'],
  ['restricted as a number', { restricted: 1 }, 'restricted must be true or false'],
])('refuses %s', (_name, changes, problem) => {
  expect(parse(changes).problems).toEqual([problem])
})

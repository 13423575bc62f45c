import { expect, test } from 'vitest'
import { saysRestricted, toRestrictedText } from './restricted-item.ts'

const item = (value: unknown, more: object = {}) => ({ index: 0, value, ...more })

test.each([
  ['says so', item({ restricted: true }), true],
  ['says something that is no flag', item({ restricted: 'QZ' }), true],
  ['says so in another spelling', item({ Restricted: true, documentIdentifier: '1' }), true],
  ['says so under a name of its own', item({ isRestricted: 'Y' }), true],
  ['says a number', item({ restricted: 0 }), true],
  ['says it is not', item({ restricted: false }), false],
  ['says nothing', item({ documentIdentifier: '1' }), false],
  ['leaves it empty', item({ restricted: null }), false],
  ['cannot be read and mentions it', item(undefined, { sent: '{"restricted": tru' }), true],
  ['cannot be read', item(undefined, { sent: '{"documentIdentifier": ' }), false],
  ['is a list that mentions it', item([{ restricted: true }]), true],
])('says whether an item is restricted that %s', (_what, given, expected) => {
  expect(saysRestricted(given)).toBe(expected)
})

test.each([
  [
    'number, type and day',
    item({ documentType: 'QCD', recordedAt: '2026-11-19T13:37:00', legalDescription: 'QZ', restricted: true }),
    { documentIdentifier: '2026-1', documentType: 'QCD', recordedAt: '2026-11-19', restricted: true },
  ],
  [
    'no field that is not what it should be',
    item({ documentType: ['QZ'], recordedAt: 'QZ', restricted: true }),
    { documentIdentifier: '2026-1', restricted: true },
  ],
  [
    'the number alone of rows whose columns may be shifted',
    item({ documentType: 'QZ', recordedAt: '2026-11-19' }, { problem: 'a row has more cells than the header' }),
    { documentIdentifier: '2026-1', restricted: true },
  ],
])('shows of a restricted item: %s', (_what, given, expected) => {
  expect(JSON.parse(toRestrictedText(given, '2026-1'))).toEqual(expected)
})

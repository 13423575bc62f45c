import { describe, expect, it } from 'vitest'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { fill, hostilePatterns } from '#tests/fixtures/names/hostile-names.ts'
import { business, decideMatch, feedFormat, parcel, person, record } from '#tests/matching/shorthand.ts'
import type { PartyKind } from '../text/feed-format.ts'
import { alertKeys, decide } from './decide.ts'
import { parseAlert } from './parsed-alert.ts'
import { classifyParties, parseRecord, recordKeys, recordPrefixes } from './parsed-record.ts'

/** Input that no index should have and some do: read or counted as unreadable, never thrown at. */
const lengths = [50, 205, 500, 1_000, 4_000]

describe('long and repeated names', () => {
  it.each(hostilePatterns)('%j is read or counted as unreadable', (pattern) => {
    for (const length of lengths) {
      for (const feed of [feedFormat({}), feedFormat({ nameWidth: length, doubleSpaceSplits: true })]) {
        const name = fill(pattern, length)
        const read = parseRecord({ parties: [{ name }, { businessName: name }], parcels: [name] }, feed, null)
        const keys = recordKeys(read)
        expect(keys.length).toBeLessThan(3_000)
        for (const key of keys) expect(key).toMatch(/^[a-z]+0?:[\p{L}\p{N} ]+$/u)
        for (const prefix of recordPrefixes(read)) expect(prefix).toMatch(/^[\p{L}\p{N}]+$/u)
        expect(classifyParties(read)).toHaveLength(2)
        for (const criteria of [business(name), person(`${name} | ${name}`)]) {
          const alert = parseAlert(criteria, null)
          expect(alertKeys(alert).length).toBeLessThan(3_000)
          decide(alert, read)
        }
      }
    }
  })

  it('a long company name still matches its alert', () => {
    const name = `${fill('ALDER HOLDINGS OF THE NORTH ', 480).trim()} LLC`
    expect(decideMatch(business(name.replace(' LLC', '')), record(name))).not.toBeNull()
  })

  it('a name far down a long list is found', () => {
    const list = Array.from({ length: 20 }, (_, i) => `BRAND${'ABCDEFGHIJKLMNOPQRST'[i]}, THESSALY`).join(' & ')
    expect(decideMatch(person('Thessaly | Brandt'), record(list))).not.toBeNull()
  })
})

describe('finds names without content, or with a person after all', () => {
  it.each<[string, PartyKind]>([
    ['TRUSTEE', 'unreadable'],
    ['CO-TRUSTEES', 'unreadable'],
    ['ET AL', 'unreadable'],
    ['L/E', 'unreadable'],
    ['A/K/A', 'unreadable'],
    ['U/A/D', 'unreadable'],
    ['DATED 5/5/99', 'unreadable'],
    ['ATTN', 'unreadable'],
    ['%', 'unreadable'],
    ['& / ;', 'unreadable'],
    ['JR', 'unreadable'],
    ['LLC', 'unreadable'],
    ['TRUST', 'unreadable'],
    ['REVOCABLE LIVING TRUST', 'unreadable'],
    ['THE TRUST', 'unreadable'],
    ['12345', 'unreadable'],
    ['12 34', 'unreadable'],
    ['山田太郎', 'unreadable'],
    ['山田 太郎', 'person'],
    ['محمد علي', 'person'],
    ['TRUSTEE, TRACY', 'person'],
    ['TRUST, MARY', 'trust'],
    ['ALDER LLC', 'business'],
    ['ALDER TRUST', 'trust'],
  ])('%s: %s', (name, kind) => {
    const read = parseRecord(record(name), feedFormat({}), null)
    expect(classifyParties(read)).toEqual([{ raw: name, kind }])
    recordKeys(read)
  })

  it.each<[string, ReturnType<typeof person>]>([
    ['UTA, WOUTER', person('Wouter | Uta')],
    ['山田 太郎', person('太郎 | 山田')],
    ['12345', business('12345')],
    ['山田太郎', business('山田太郎')],
    ['LLC', business('LLC')],
    ['محمد علي', { ...person('محمد | علي'), variants: noMatchOptions }],
  ])('%s is found', (name, criteria) => expect(decideMatch(criteria, record(name))).not.toBeNull())
})

const families = ['MARSH', 'OKAFOR', 'HALE', 'DELANEY', 'WENTZ']
const givenNames = ['PETER', 'HELEN', 'JOHN', 'MARY', 'ANDREW', 'KRISTA', 'WAYNE', 'LUCILLE', 'BRIAN', 'TANYA']
const trustees = givenNames.map((given, i) => ({ given, family: families[Math.floor(i / 2)] ?? '' }))
const couples = families.map((family, i) => `${family}, ${givenNames[2 * i]} & ${givenNames[2 * i + 1]}`)
const trustName = `${families.join('-')} FAMILY TRUST`
const write = (separator: string, mark = '') =>
  trustees.map(({ given, family }) => `${family}, ${given}${mark}`).join(separator)

describe('trusts with ten trustees of five families', () => {
  it.each([
    `${write(' & ')} TRUSTEES OF THE ${trustName}`,
    `${write(' / ', ' TR')} / ${trustName}`,
    `${write('; ')}; ${trustName}`,
    `${couples.join(' & ')} TRUSTEES ${trustName}`,
    `${couples.join('; ')} CO-TRUSTEES; ${trustName}`,
    couples.map((couple, i) => `${couple} TRUSTEES OF THE ${families[i]} FAMILY TRUST`).join(' & '),
  ])('%s', (name) => {
    for (const nameOrder of [null, 'LAST_FIRST'] as const) {
      const read = parseRecord(record(name), feedFormat({ nameOrder }), null)
      const [party] = read.parties
      expect(party?.people).toHaveLength(trustees.length)
      expect(party?.businesses.length).toBeLessThan(100)
      expect(recordKeys(read).length).toBeLessThan(200)
      for (const { given, family } of trustees) {
        expect(decideMatch(person(`${given} | ${family}`), record(name), { nameOrder })).not.toBeNull()
        // No trustee takes a name of the family before or after.
        const others = families.filter((other) => other !== family)
        for (const other of others)
          expect(decideMatch(person(`${given} | ${other}`), record(name), { nameOrder })).toBeNull()
      }
    }
  })

  it('their trust is found by its own name', () => {
    const name = `${write('; ')}; ${trustName}`
    expect(decideMatch(business(trustName), record(name))).not.toBeNull()
    expect(decideMatch(business('Marsh Family Trust'), record(name))).toBeNull()
  })
})

/** As long as a feed may send. */
const parcelLength = 100
const listed = (separator: string) =>
  Array.from({ length: 9 }, (_, i) => `12-345-00${i + 1}`)
    .join(separator)
    .slice(0, parcelLength)

describe('parcels that no county writes', () => {
  it.each([
    fill('0', parcelLength),
    fill('0-', parcelLength),
    fill('00.', parcelLength),
    fill('1.00 ', parcelLength),
    fill('1 - ', parcelLength),
    fill('1 -1 ', parcelLength),
    fill('/-1', parcelLength),
    fill('- ', parcelLength),
    fill('APN ', parcelLength),
    fill('PT OF ', parcelLength),
    fill('(PART) ', parcelLength),
    fill('12 THRU ', parcelLength),
    `12-001 - 12-200, 13-001 - 13-200, 14-001 - 14-200`,
    `12-000000001 - 12-999999999`,
    `${fill('9', 40)} - ${fill('9', 40)}`,
    ' ',
    '-',
    '.00',
    'APN',
    'PT',
    '(PART)',
    'APN PIN PT (PART)',
    '12-345 (PART',
    listed(', '),
    listed('/'),
    listed(' - '),
  ])('%j', (text) => {
    const many = { parties: [], parcels: Array.from({ length: 1_000 }, () => text) }
    for (const mask of [null, { segments: [2, 3, 3], lastOptional: true }]) {
      for (const losesLeadingZeros of [false, true]) {
        const read = parseRecord(many, feedFormat({ losesLeadingZeros }), mask)
        // The ids of all ranges together are limited to 2,000; of further ranges only the ends and the text count.
        expect(read.parcels.length).toBeLessThan(2_000 + 10 * many.parcels.length)
        const keys = recordKeys(read)
        expect(keys.length).toBeLessThan(600)
        for (const key of keys) expect(key).toMatch(/^parcel:[A-Z0-9]+$/)
        decide(parseAlert(parcel(text), mask), read)
      }
      expect(alertKeys(parseAlert(parcel(text), mask)).length).toBeLessThan(5)
    }
  })

  it('a thousand ranges are listed up to a limit, and the ends of each are read', () => {
    const parcels = Array.from({ length: 1_000 }, (_, i) => `${i + 1000}-001 - ${i + 1000}-200`)
    const read = parseRecord({ parties: [], parcels }, feedFormat({}), null)
    expect(read.parcels.length).toBeLessThan(2_000 + 3 * parcels.length)
    expect(recordKeys(read).length).toBeLessThan(2 * (2_000 + 3 * parcels.length))
    expect(decideMatch(parcel('1000-100'), { parties: [], parcels })).not.toBeNull()
    expect(decideMatch(parcel('1999-200'), { parties: [], parcels })).not.toBeNull()
  })
})

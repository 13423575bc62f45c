import { describe, expect, it } from 'vitest'
import { noMatchOptions } from '#shared/contract/alert.ts'
import { fill, hostilePatterns } from '#tests/fixtures/names/hostile-names.ts'
import { business, decideMatch, feedFormat, person, record } from '#tests/matching/shorthand.ts'
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

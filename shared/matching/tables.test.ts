import { describe, expect, it } from 'vitest'
import { normalize } from './normalize.ts'
import { legalFormsByLastWord } from '#shared/matching/tables/legal-forms.ts'
import { nicknamesFor } from '#shared/matching/tables/nicknames.ts'
import { numberWords, joinTenAndUnit } from '#shared/matching/tables/numbers.ts'
import { standardAbbreviations } from './tables/standard-abbreviations.ts'
import { stateCodes } from '#shared/matching/tables/states.ts'

describe('the tables', () => {
  it('stop at the short word: none is replaced in turn', () => {
    for (const short of [...standardAbbreviations.values(), ...stateCodes.values(), ...numberWords.values()]) {
      expect([standardAbbreviations.has(short), stateCodes.has(short), numberWords.has(short)]).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  it('leave out state codes that are words or legal forms', () => {
    const codes = [...stateCodes.values()]
    for (const word of 'IN ME OR OK HI OH DE LA AL ID MA PA CO MD'.split(' ')) expect(codes).not.toContain(word)
    expect(new Set(codes).size).toBe(codes.length)
    // Fifty states and the District, without the fourteen.
    expect(codes).toHaveLength(51 - 14)
  })

  it.each([
    ['ONE', '1'],
    ['NINETEEN', '19'],
    ['NINETY', '90'],
    ['HUNDRED', '100'],
    ['FIRST', '1ST'],
    ['SECOND', '2ND'],
    ['THIRD', '3RD'],
    ['ELEVENTH', '11TH'],
    ['TWENTIETH', '20TH'],
  ])('%s is %s', (word, figure) => expect(numberWords.get(word)).toBe(figure))

  it('put a ten and a unit together', () => {
    expect(joinTenAndUnit(20, { value: 1, ordinal: false })).toBe('21')
    expect(joinTenAndUnit(40, { value: 2, ordinal: true })).toBe('42ND')
  })

  it('have nicknames both ways, normalized, and none of itself', () => {
    for (const name of ['ROBERT', 'BOB', 'ELIZABETH', 'BETTE', 'FRANCISCO', 'PACO']) {
      for (const other of nicknamesFor(name)) {
        expect(normalize(other)).toBe(other)
        expect(nicknamesFor(other).has(name)).toBe(true)
        expect(other).not.toBe(name)
      }
    }
    expect(nicknamesFor('BOB').has('ROBERT')).toBe(true)
    expect(nicknamesFor('ROBERT').has('BILL')).toBe(false)
    expect(nicknamesFor('XYZ').size).toBe(0)
  })

  it('strip the longest spelling of a legal form first', () => {
    expect(legalFormsByLastWord.get('COMPANY')?.[0]?.words.length).toBeGreaterThan(3)
    expect(legalFormsByLastWord.get('LLC')?.[0]?.name).toBe('LLC')
  })
})

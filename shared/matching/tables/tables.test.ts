import { describe, expect, it } from 'vitest'
import { normalize } from '../text/normalize.ts'
import { businessPhrases, businessWords } from './business-words.ts'
import { legalFormsByLastWord } from './legal-forms.ts'
import { nicknamesFor } from './nicknames.ts'
import { romanFigures, romanLetters, romanNames, numberWords, joinTenAndUnit } from './numbers.ts'
import { standardAbbreviations } from './standard-abbreviations.ts'
import { stateCodes, stateNames } from './states.ts'

describe('the tables', () => {
  it('stop at the short word: none is replaced in turn, and no word by two tables', () => {
    const tables = [standardAbbreviations, businessWords, businessPhrases, stateCodes, numberWords, romanFigures]
    for (const short of tables.flatMap((table) => [...table.values()])) {
      expect(tables.filter((table) => table.has(short))).toEqual([])
    }
    for (const long of tables.flatMap((table) => [...table.keys()])) {
      expect(tables.filter((table) => table.has(long))).toHaveLength(1)
    }
  })

  it('abbreviate phrases whose last word is written short', () => {
    for (const phrase of businessPhrases.keys()) {
      const words = phrase.split(' ')
      expect(words.length).toBeGreaterThan(1)
      expect(words.length).toBeLessThan(4)
      expect([standardAbbreviations.has(words.at(-1) ?? ''), normalize(phrase)]).toEqual([false, phrase])
    }
  })

  it('have roman figures from one to twenty, and name every state once', () => {
    expect([...romanFigures.values()]).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 1)))
    for (const roman of [...romanLetters, ...romanNames]) expect(romanFigures.has(roman)).toBe(true)
    expect(new Set(stateNames).size).toBe(51)
    expect(stateNames).toHaveLength(51)
  })

  it('keep what companies may differ in', () => {
    for (const [one, other] of [
      ['HOLDING', 'HOLDINGS'],
      ['SERVICE', 'SERVICES'],
      ['INVESTMENT', 'INVESTORS'],
      ['DEVELOPMENT', 'DEVELOPERS'],
      ['PROPERTY', 'REALTY'],
      ['MANAGEMENT', 'MANAGERS'],
    ] as const) {
      expect(businessWords.get(one) ?? one).not.toBe(businessWords.get(other) ?? other)
    }
    for (const long of businessWords.keys()) expect(normalize(long)).toBe(long)
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

import { describe, expect, it } from 'vitest'
import { normalize } from '#shared/matching/normalize.ts'
import { givenNameShare, surnameShare } from './census.ts'
import { absentNames, ambiguousNames, droppedWords, neverNames, titleNames } from './dropped-words.ts'
import { nicknamesFor } from './nicknames.ts'
import { fullGivenNames, isShortGivenName } from './short-given-names.ts'

const shorts = 'WM ROBT CHAS THOS GEO JAS JOS JNO EDW FREDK RICHD SAML BENJ DANL MARGT ELIZ CATH'.split(' ')

describe('given names written short', () => {
  it.each(shorts)('%s stands for census names and not for another short form', (short) => {
    const full = fullGivenNames(short)
    expect(full.length).toBeGreaterThan(0)
    for (const name of full) {
      expect(normalize(name)).toBe(name)
      expect(isShortGivenName(name)).toBe(false)
      expect(name.startsWith(short[0] ?? '')).toBe(true)
    }
    expect(givenNameShare(full[0] ?? '')).toBeGreaterThan(0)
  })

  it('holds no nickname: those are an opt-in', () => {
    for (const nickname of ['BILL', 'BOB', 'JON', 'SAM', 'RICH', 'PHIL', 'JOSH']) {
      expect(isShortGivenName(nickname)).toBe(false)
      expect(fullGivenNames(nickname)).toEqual([])
    }
    expect(nicknamesFor('WILLIAM').has('WM')).toBe(false)
  })
})

describe('dropped words', () => {
  it('drops at once only what the census knows as no name', () => {
    for (const word of neverNames) {
      expect(droppedWords.has(word)).toBe(true)
      expect(surnameShare(word) + givenNameShare(word)).toBe(0)
    }
  })

  it('has the words that are read both ways among them', () => {
    for (const word of [...absentNames, ...ambiguousNames]) {
      expect(droppedWords.has(word)).toBe(true)
      expect(neverNames.has(word)).toBe(false)
    }
    for (const title of titleNames) expect(ambiguousNames.has(title)).toBe(true)
  })
})

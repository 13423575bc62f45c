import { describe, expect, it } from 'vitest'
import { normalize } from '../text/normalize.ts'
import { givenNameShare, surnameShare } from './census.ts'
import { absentNames, ambiguousNames, droppedWords, neverNames, titleNames } from './dropped-words.ts'
import { nicknamesFor } from './nicknames.ts'
import { fullGivenNames, isShortGivenName, shortGivenNames } from './short-given-names.ts'

/** The short forms that the county requires. */
const promised = 'WM ROBT CHAS THOS GEO JAS JOS JNO EDW FREDK RICHD SAML BENJ DANL MARGT ELIZ CATH'.split(' ')

/** Too rare for the census of 1990. */
const tooRare = new Set(['ARCHIBALD', 'BARTHOLOMEW'])

/** The letters of the short form are in the name in the same order; JNO, with its N, is how clerks wrote John. */
const isWrittenShort = (short: string, name: string) => new RegExp(`^${[...short].join('.*')}`).test(name)

describe('abbreviated given names', () => {
  it('include every promised one', () => expect(promised.filter((short) => !isShortGivenName(short))).toEqual([]))

  it.each(shortGivenNames)('%s is short for census names and not for another short form', (short) => {
    const full = fullGivenNames(short)
    expect(full.length).toBeGreaterThan(0)
    for (const name of full) {
      expect(normalize(name)).toBe(name)
      expect(isShortGivenName(name)).toBe(false)
      expect(name.length).toBeGreaterThan(short.length)
    }
    const [first = ''] = full
    expect(isWrittenShort(short, first) || short === 'JNO').toBe(true)
    expect(givenNameShare(first) > 0 || tooRare.has(first)).toBe(true)
  })

  it('include no nickname: those have a match option', () => {
    for (const nickname of ['BILL', 'BOB', 'JON', 'SAM', 'RICH', 'PHIL', 'JOSH']) {
      expect(isShortGivenName(nickname)).toBe(false)
      expect(fullGivenNames(nickname)).toEqual([])
    }
    expect(nicknamesFor('WILLIAM').has('WM')).toBe(false)
  })
})

describe('dropped words', () => {
  it('drops unconditionally only words that the census does not know as names', () => {
    for (const word of neverNames) {
      expect(droppedWords.has(word)).toBe(true)
      expect(surnameShare(word) + givenNameShare(word)).toBe(0)
    }
  })

  it('include the words that are read both ways', () => {
    for (const word of [...absentNames, ...ambiguousNames]) {
      expect(droppedWords.has(word)).toBe(true)
      expect(neverNames.has(word)).toBe(false)
    }
    for (const title of titleNames) expect(ambiguousNames.has(title)).toBe(true)
  })
})

import { describe, expect, it, test } from 'vitest'
import { decideMatch, person, record } from '#tests/matching/shorthand.ts'
import { parseNamePart } from '../people/name-parts.ts'
import { normalize } from '../text/normalize.ts'
import { givenNameShare, surnameShare } from './census.ts'
import { dottedAbbreviations } from './dotted-abbreviations.ts'
import { organizationWords, tradeWords } from './organization-words.ts'
import { particles, surnameParticles, trailingParticles } from './particles.ts'
import { trustWords, wordsAfterTrustCompany } from './trust-words.ts'

test.each(
  Object.entries({ dottedAbbreviations, organizationWords, tradeWords, particles, trustWords, wordsAfterTrustCompany }),
)('%s are single words as the rule writes them', (_name, words) => {
  expect([...words].filter((word) => normalize(word) !== word || word.includes(' '))).toEqual([])
})

test('lists as trade words only those that by the census are hardly any person’s name, and no organization words', () => {
  expect([...tradeWords].filter((word) => surnameShare(word) + givenNameShare(word) > 0)).toEqual(['GRILL'])
  expect(surnameShare('GRILL')).toBeLessThan(0.000_02)
  expect([...tradeWords].filter((word) => organizationWords.has(word))).toEqual([])
})

describe('particles', () => {
  test('that may do more are particles', () => {
    for (const list of [surnameParticles, trailingParticles])
      expect([...list].filter((word) => !particles.has(word))).toEqual([])
  })

  it.each([...particles].filter((word) => !['DE', 'AL'].includes(word)))(
    '%s belongs to the word after it',
    (particle) => {
      const written = record(`${particle} BRANDVOLD, THESSALY`)
      expect(decideMatch(person(`Thessaly | ${particle} Brandvold`), written)).not.toBeNull()
      expect(decideMatch(person(`Thessaly | ${particle}Brandvold`), written)).not.toBeNull()
      expect(decideMatch(person('Thessaly | Brandvold'), written)).toBeNull()
    },
  )
})

describe('trust words', () => {
  it('name no trust by themselves, and none keeps a tail from being one', () => {
    expect([...trustWords].filter((word) => wordsAfterTrustCompany.has(word))).toEqual(['AND'])
  })
})

describe('abbreviations with a period', () => {
  it('leave a period after any other word to be a comma', () =>
    expect(parseNamePart('BRANDVOLD.THESSALY')).toMatchObject({ surname: ['BRANDVOLD'], words: ['THESSALY'] }))

  it.each([...dottedAbbreviations])('%s. before a name is no surname', (short) =>
    expect(parseNamePart(`${short}.BRANDVOLD`).surname).toBeNull(),
  )
})

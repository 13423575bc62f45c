import { describe, expect, it } from 'vitest'
import { notMeCauses } from '#shared/contract/not-me-cause.ts'
import { decideMatch, person, business, parcel, record } from '#tests/matching/shorthand.ts'
import { findNotMeCause, type StoredReason } from './not-me-cause.ts'
import { earlierSentences, sentences } from './reason.ts'

const plain: StoredReason = { field: 'party', variant: null, byInitialOnly: false, otherLegalForm: false, sentence: '' }

describe('the cause of a match', () => {
  it.each([...Object.values(sentences), ...Object.keys(earlierSentences)])(
    'is known from the words: %s',
    (sentence) => {
      // The earlier sentence about a parcel is recognized by its field.
      const field = earlierSentences[sentence] === 'sameParcel' ? 'parcel' : 'party'
      const cause = findNotMeCause({ ...plain, field, sentence })
      expect(notMeCauses).toContain(cause)
      expect(cause).not.toBe('unknown')
    },
  )

  it.each(Object.values(sentences).filter((sentence) => sentence.includes('former last name')))(
    'is known from what 0.1.0 said in place of: %s',
    (sentence) => {
      const stored = sentence.replace('former last name', 'earlier surname')
      expect(findNotMeCause({ ...plain, sentence: stored })).toBe('formerName')
    },
  )

  it('is unknown for words that the rule never used', () => {
    expect(findNotMeCause({ ...plain, sentence: 'The names rhyme.' })).toBe('unknown')
  })

  it.each([
    [person('John | Smith'), 'SMITH JOHN', 'fullName'],
    [person('John | Smith'), 'SMITH J', 'byInitial'],
    [person('John Rick Alan | Smith'), 'SMITH JOHN RICK OTTO', 'otherMiddleName'],
    [person('Wayne | Lanier'), 'LANIER, H WAYNE', 'otherFirstName'],
    [person('Ana | Garcia'), 'GARCIA-LOPEZ ANA', 'halfSurname'],
    [person('Ana | Garcia'), 'GARCIA-LOPEZ, A', 'byInitial'],
    [person('Robert | Lee', { nicknames: true }), 'LEE BOB', 'nickname'],
    [person('John | Harlow', { typingSlips: true }), 'HARLWO JOHN', 'typingSlip'],
    [person('Mary | Harlow', { formerName: true }), 'JONES, MARY HARLOW', 'formerName'],
    [person('Mary | Jones | Harlow'), 'HARLOW, MARY', 'formerName'],
    [person('John | Smith', { soundAlikes: true }), 'SMITH JON', 'soundAlike'],
    [business('CJK Foods'), 'CJK FOODS', 'sameBusiness'],
    [business('CJK Foods LLC'), 'CJK FOODS INC', 'otherForm'],
    [business('Harbor Foods', { allWords: true }), 'HARBOR VIEW FOODS', 'allWords'],
  ])('%j and %s: %s', (criteria, name, cause) => {
    const match = decideMatch(criteria, record(name))
    expect(match && findNotMeCause(match)).toBe(cause)
  })

  it('is the parcel of a parcel alert', () => {
    const match = decideMatch(parcel('17-03-123-045'), { parties: [], parcels: ['17-03-123-045'] })
    expect(match && findNotMeCause(match)).toBe('parcel')
  })
})

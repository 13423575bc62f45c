import { describe, expect, test } from 'vitest'
import type { MatchOptions } from '#shared/contract/alert.ts'
import { decideMatch, person, record } from '#tests/matching/shorthand.ts'
import { findNotMeCause } from './not-me-cause.ts'
import { likelySentence } from './reason.ts'

/** How a match describes names that are abbreviated, contradict in a middle name, or are half of a double one. */
const cases: [
  name: string,
  variants: Partial<MatchOptions>,
  recorded: string,
  sentence: string | null,
  marked: string,
][] = [
  [
    'William | Alder',
    {},
    'ALDER, WM Q',
    'The last name is the same. The record writes the first name short.',
    'ALDER WM',
  ],
  [
    'Wm | Alder',
    {},
    'ALDER, WILLIAM',
    'The last name is the same. Your alert writes the first name short.',
    'ALDER WILLIAM',
  ],
  ['Wm | Alder', {}, 'ALDER, WM', 'First and last name are the same.', 'ALDER WM'],
  ['John | Alder', {}, 'ALDER, JNO', 'The last name is the same. The record writes the first name short.', 'ALDER JNO'],
  [
    'John | Alder',
    {},
    'ALDER-REED, JNO',
    'One part of the last name is the same. The first name is the same, written short.',
    'ALDER JNO',
  ],
  [
    'John | Alder-Reed',
    {},
    'REED-ALDER, JNO',
    'The last name has the same parts, in another order. The first name is the same, written short.',
    'REED ALDER JNO',
  ],
  [
    'Zed Robert | Alder',
    {},
    'ALDER, ZED ROBT',
    'First and last name are the same. A middle name is the same, written short.',
    'ALDER ZED ROBT',
  ],
  [
    'Mary | Smith | Jones',
    {},
    'JONES, MARY',
    'The first name is the same. The last name is your former last name.',
    'JONES MARY',
  ],
  [
    'Robert | Smith | Jones',
    {},
    'JONES, ROBT',
    'The last name is your former last name. The first name is the same, written short.',
    'JONES ROBT',
  ],
  // A contradicting middle name is mentioned, however the rest of the name matched.
  [
    'Mary Ann Ruth | Smith',
    {},
    'SMITH, MARY ANN PAULA',
    'First and last name are the same. One middle name is the same, another is not.',
    'SMITH MARY ANN',
  ],
  [
    'Mary Ann Ruth | Smith | Jones',
    {},
    'JONES, MARY ANN PAULA',
    'The first name is the same. The last name is your former last name. One middle name is the same, another is not.',
    'JONES MARY ANN',
  ],
  [
    'Mary Ann Ruth | Jones',
    {},
    'JONES-ALDER, MARY A PAULA',
    'The first name and one part of the last name are the same. One middle initial matches. Another middle name does not.',
    'JONES MARY A',
  ],
  [
    'Mary Robert Ruth | Jones',
    {},
    'JONES, MARY ROBT PAULA',
    'First and last name are the same. One middle name matches, another does not.',
    'JONES MARY ROBT',
  ],
  [
    'Robert Ann Ruth | Jones',
    { nicknames: true },
    'JONES, BOB ANN PAULA',
    'The last name matches. The first names are forms of one name. One middle name is the same, another is not.',
    'JONES BOB ANN',
  ],
  [
    'John Paul | Alder',
    {},
    'ALDERJOHNPAUL',
    'The whole name is the same, apart from spaces and order.',
    'ALDERJOHNPAUL',
  ],
  [
    'John | Alder-Reed',
    {},
    'ALDERJOHN',
    'The name in the record is part of your name, apart from spaces and order.',
    'ALDERJOHN',
  ],
  // WM is spelled like no name but itself.
  ['Willian | Alder', { typingSlips: true, soundAlikes: true }, 'ALDER, WM', null, ''],
  [
    'Willian | Alder',
    { typingSlips: true },
    'ALDER, WILLIAM',
    'The last name matches. The first names are spelled almost the same.',
    'ALDER WILLIAM',
  ],
  // The other half of a double last name is marked anywhere in the name.
  [
    'Ana | Garcia Lopez',
    {},
    'LOPEZ, ANA GARCIA',
    'The first name and one part of the last name are the same.',
    'LOPEZ ANA GARCIA',
  ],
  ['Ana | Souza', {}, 'DE SOUZA, ANA', 'The first name and one part of the last name are the same.', 'SOUZA ANA'],
  ['Ana | De Souza', {}, 'SOUZA, ANA', 'The first name and one part of the last name are the same.', 'SOUZA ANA'],
]

describe('the explanation', () => {
  test.each(cases)('of %s %j and %s: %s', (name, variants, recorded, sentence, marked) => {
    const match = decideMatch(person(name, variants), record(recorded))
    expect(match?.sentence.replace(` ${likelySentence}`, '') ?? null).toBe(sentence)
    const words = (match?.marks ?? []).map(([start, end]) => recorded.slice(start, end)).join(' ')
    expect(words.replaceAll(/[^A-Z]+/g, ' ')).toBe(marked)
  })

  test.each(
    cases.filter(([, , , sentence]) => sentence?.match(/middle (name|initial) (is the same|matches)[,.] another/i)),
  )('a contradicting middle name is the cause, or the match option: %s %j and %s', (name, variants, recorded) => {
    const match = decideMatch(person(name, variants), record(recorded))
    expect(match && findNotMeCause(match)).toBe(variants.nicknames ? 'nickname' : 'otherMiddleName')
  })
})

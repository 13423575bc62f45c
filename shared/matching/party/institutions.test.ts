import { describe, expect, it } from 'vitest'
import { business, decideMatch, feedFormat, isFound, record } from '#tests/matching/shorthand.ts'
import { parseRecord } from '../rule/parsed-record.ts'
import type { FeedFormat } from '../text/feed-format.ts'

/** Who is read in names that end in CHURCH, SCHOOL and the like: 'GIVEN MIDDLE SURNAME', in any order. */
const readPeople = (name: string, feed: Partial<FeedFormat>) => {
  const { parties } = parseRecord(record(name), feedFormat(feed), null)
  const people = parties.flatMap((party) => party.people)
  return [...new Set(people.map((one) => `${one.givenWords.join(' ')} ${one.surname.key}`))]
}

const churches = [
  'GRACE BIBLE CHURCH',
  'FIRST BAPTIST CHURCH',
  'BETHEL TEMPLE',
  'TRINITY CHURCH',
  'CALVARY CHAPEL',
  'SHILOH MISSIONARY BAPTIST CHURCH',
  'JOHN MARSH MINISTRIES',
  'HELEN MARSH SCHOOL',
  'ELM GROVE MOSQUE',
  'BETH OKAFOR SYNAGOGUE',
  'MARSH MEMORIAL CHAPEL',
  'ST PETER CHURCH',
  'ST MARY AND ST JOHN CHURCH',
  'ST PETER & PAUL CHURCH',
  'HOPE CHRISTIAN CHURCH',
  'GRACE CHRISTIAN SCHOOL',
  'BETHEL A M E CHURCH',
  'SANTA MARIA CHURCH',
  'HOLY GHOST & FIRE MINISTRIES',
  'GRACE BIBLE CHURCH, TRUSTEES',
  'RIVERTON UNIVERSITY, CHURCH',
  'SHILOH TEMPLE',
  'BETHEL TEMPLE ET AL',
  'FIRST BAPTIST CHURCH ET AL',
  'ST MARK CHURCH & ST PAUL CHURCH',
]

const people: [name: string, person: string][] = [
  ['TEMPLE, SHIRLEY', 'SHIRLEY TEMPLE'],
  ['SHIRLEY TEMPLE', 'SHIRLEY TEMPLE'],
  ['TEMPLE SHIRLEY', 'SHIRLEY TEMPLE'],
  ['SHIRLEY ANN TEMPLE', 'SHIRLEY ANN TEMPLE'],
  ['SHIRLEY A TEMPLE', 'SHIRLEY A TEMPLE'],
  ['H WAYNE CHURCH', 'H WAYNE CHURCH'],
  ['KWAME J TEMPLE', 'KWAME J TEMPLE'],
  ['CHURCH, ANN', 'ANN CHURCH'],
  ['ANN CHURCH', 'ANN CHURCH'],
  ['CHAPEL, THESSALY', 'THESSALY CHAPEL'],
  ['PETER CHAPEL', 'PETER CHAPEL'],
  ['MARSH, ANN CHURCH', 'ANN CHURCH MARSH'],
  ['MARSH, TEMPLE', 'TEMPLE MARSH'],
  ['SCHOOL, PETER', 'PETER SCHOOL'],
  ['SHIRLEY TEMPLE TRUSTEE', 'SHIRLEY TEMPLE'],
  ['ANN CHURCH FAMILY TRUST', 'ANN CHURCH'],
  ['ESTATE OF ANN CHURCH', 'ANN CHURCH'],
  ['HELEN MARSH AKA HELEN CHURCH', 'HELEN CHURCH'],
  ['HELEN MARSH NEE CHURCH', 'HELEN CHURCH'],
  ['MARSH, PETER & ANN CHURCH', 'ANN CHURCH'],
  ['PETER AND ANN CHURCH', 'PETER CHURCH'],
  ['MARSH, PETER & GRACE BIBLE CHURCH', 'PETER MARSH'],
  ['PETER MARSH & GRACE BIBLE CHURCH', 'PETER MARSH'],
  ['MARSH, PETER / GRACE BIBLE CHURCH', 'PETER MARSH'],
  ['MARSH, PETER & HELEN & GRACE BIBLE CHURCH', 'HELEN MARSH'],
  ['GRACE CHURCH', 'GRACE CHURCH'],
  // A given name that no list has, where other words show a person.
  ['KWAME TEMPLE FAMILY TRUST', 'KWAME TEMPLE'],
  ['ESTATE OF KWAME TEMPLE', 'KWAME TEMPLE'],
  ['KWAME TEMPLE, A SINGLE MAN', 'KWAME TEMPLE'],
  ['KWAME TEMPLE AND AMA TEMPLE', 'AMA TEMPLE'],
  ['MARSH, PETER & KWAME TEMPLE', 'KWAME TEMPLE'],
  ['KWAME TEMPLE AND AMA TEMPLE, HUSBAND AND WIFE', 'KWAME TEMPLE'],
]

describe('churches and schools', () => {
  it.each(churches)('%s is a business only', (name) => {
    for (const nameOrder of [null, 'LAST_FIRST', 'FIRST_LAST'] as const)
      expect(readPeople(name, { nameOrder })).toEqual([])
    expect(decideMatch(business(name), record(name))).not.toBeNull()
    expect(isFound(business(name), record(name))).toBe(true)
    expect(parseRecord(record(name), feedFormat({}), null).parties[0]?.kind).toBe('business')
  })

  it.each(people)('%s names %s', (name, person) => {
    expect(readPeople(name, {})).toContain(person)
  })

  it('a maiden name at the end is one where last names come first', () => {
    expect(readPeople('JOHNSON MARY CHURCH', { nameOrder: 'LAST_FIRST' })).toEqual(['MARY CHURCH JOHNSON'])
    expect(readPeople('JOHNSON MARY CHURCH', { nameOrder: 'FIRST_LAST' })).toEqual([])
  })
})

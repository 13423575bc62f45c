import { describe, expect, test } from 'vitest'
import { readFindQueries } from './find-query.ts'

const words = (text: string) => readFindQueries(text).map((query) => query.words.map(({ typed }) => typed))

// cspell:ignore Rosefield avanue stree
describe('reads', () => {
  const cases: [text: string, numbers: string[], words: string[][]][] = [
    ['12 elm', ['12'], [['ELM']]],
    ['12', [], []],
    ['120', [], [['120']]],
    ['12-14 elm', ['12-14', '12', '13', '14'], [['ELM']]],
    ['12a elm', ['12A'], [['ELM']]],
    ['12 Elm St, Rosefield, MN 55012', ['12'], [['ELM', 'ST', 'ROSEFIELD', '55012']]],
    ['12 Elm St, Rosefield, mn', ['12'], [['ELM', 'ST', 'ROSEFIELD']]],
    [
      '12 elm mn 55012',
      ['12'],
      [
        ['ELM', 'MN', '55012'],
        ['ELM', '55012'],
      ],
    ],
    ['12 Elm Ct', ['12'], [['ELM', 'CT'], ['ELM']]],
    ['mn 55012', [], [['MN', '55012'], ['55012']]],
    [
      '12 elm st new york',
      ['12'],
      [
        ['ELM', 'ST', 'NEW', 'YORK'],
        ['ELM', 'ST'],
      ],
    ],
    ['12 elm 55012-1234', ['12'], [['ELM', '55012']]],
    [
      'the elm at 5th',
      [],
      [
        ['THE', 'ELM', 'AT', '5TH'],
        ['ELM', '5TH'],
      ],
    ],
    ['minnesota', [], [['MINNESOTA']]],
    ['12 elm apt 3', ['12'], [['ELM', '3']]],
    ['elm elm', [], [['ELM']]],
    ['po box 12', [], []],
  ]
  test.each(cases)('%s', (text, numbers, expected) => {
    expect(words(text)).toEqual(expected)
    expect(readFindQueries(text)[0]?.numbers ?? []).toEqual(numbers)
  })
})

test('reads no text with more or longer words than an address has', () => {
  expect(readFindQueries('elm '.repeat(21))).toEqual([])
  expect(readFindQueries('e'.repeat(61))).toEqual([])
})

test('knows the meanings, the beginnings and the typing slips of a word', () => {
  const [query] = readFindQueries('12 stree avanue')
  const [street, avenue] = query?.words ?? []
  expect(street).toMatchObject({ typed: 'STREE', exact: 'STREE', begun: ['ST', 'STS'] })
  expect(avenue?.slips).toContain('AVE')
  const [short] = readFindQueries('12 elm')[0]?.words ?? []
  expect(short?.slips).toBeNull()
})

import { array, assert, property, stringMatching, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { Marks } from '#shared/contract/marks.ts'
import { cutAtMarks, toMarkedLine } from './marked-text.ts'
import { toSingleLine } from './single-line.ts'

const show = (recordRaw: string, marks?: Marks | null) => {
  const line = toMarkedLine({ recordRaw, marks })
  return cutAtMarks(line.recordRaw, line.marks)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('')
}

test.each<[what: string, text: string, marks: Marks | null | undefined, shown: string]>([
  [
    'two words',
    'SMITH, JOHN R',
    [
      [0, 5],
      [7, 11],
    ],
    '[SMITH], [JOHN] R',
  ],
  ['all of the text', 'SMITH JOHN', [[0, 10]], '[SMITH JOHN]'],
  ['a match stored before there were marks', 'SMITH JOHN', undefined, 'SMITH JOHN'],
  ['the same as JSON has it', 'SMITH JOHN', null, 'SMITH JOHN'],
  [
    'a text with a line break and spaces before it',
    '  DOE\r\nJANE /  SMITH, JOHN',
    [[15, 20]],
    'DOE JANE / [SMITH], JOHN',
  ],
  [
    'a text with a hidden direction',
    'ROE\u202E, MARY',
    [
      [0, 3],
      [6, 10],
    ],
    '[ROE] , [MARY]',
  ],
  ['letters beyond the first plane', '\u{1F600}  JOHN', [[4, 8]], '\u{1F600} [JOHN]'],
  [
    'marks that do not fit',
    'DOE',
    [
      [2, 1],
      [0, 3],
      [1, 2],
      [3, 9],
    ],
    '[DOE]',
  ],
])('marks %s', (_what, text, marks, shown) => expect(show(text, marks)).toBe(shown))

test('cuts any text into pieces that add up to it, and marks the same word on one line', () => {
  const gap = stringMatching(/^[ \t\n\u202e,&]{0,5}$/)
  assert(
    property(gap, array(tuple(stringMatching(/^[A-Z]{1,6}$/), gap), { maxLength: 6 }), (before, words) => {
      let text = before
      const marks: Marks = words.map(([word, after]) => {
        const start = text.length
        text += word + after
        return [start, start + word.length]
      })
      const line = toMarkedLine({ recordRaw: text, marks })
      expect(line.recordRaw).toBe(toSingleLine(text))
      expect(
        cutAtMarks(line.recordRaw, line.marks)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(line.recordRaw)
      expect(line.marks.map(([start, end]) => line.recordRaw.slice(start, end))).toEqual(words.map(([word]) => word))
    }),
  )
})

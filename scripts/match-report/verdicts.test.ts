import { expect, test } from 'vitest'
import { compareVerdicts, formatVerdicts, parseVerdicts } from './verdicts.ts'

const verdicts = new Map([
  [1, 'found defaults'],
  [2, 'found defaults'],
  [3, 'no'],
  [4, 'found defaults'],
  [6, 'person, found close'],
])

test('keeps verdicts in ranges of rows and reads them back', () => {
  expect(formatVerdicts(verdicts)).toBe('found defaults:\n1-2 4\nno:\n3\nperson, found close:\n6\n')
  expect(parseVerdicts(formatVerdicts(verdicts))).toEqual(new Map([...verdicts].toSorted(([a], [b]) => a - b)))
})

test('many rows go to several lines and back', () => {
  const many = new Map(Array.from({ length: 500 }, (_, i): [number, string] => [i * 3, i % 2 === 0 ? 'yes' : 'no']))
  expect(
    formatVerdicts(many)
      .split('\n')
      .every((line) => line.length <= 120),
  ).toBe(true)
  expect(parseVerdicts(formatVerdicts(many)).size).toBe(500)
})

test('names each changed row, and no row that only one run had', () => {
  const after = new Map([...verdicts, [3, 'found close'], [9, 'no']] as [number, string][])
  after.delete(1)
  expect(compareVerdicts(verdicts, after)).toEqual(['row 3: no → found close'])
})

import { expect, test } from 'vitest'
import { createRowSplitter, detectDelimiter, type SheetRow } from './split-rows.ts'

/** Splits a text in pieces of every length, which must give the same rows. */
function splitInPieces(text: string, length: number): SheetRow[] {
  const splitter = createRowSplitter()
  const rows: SheetRow[] = []
  for (let start = 0; start < text.length; start += length)
    rows.push(...splitter.push(text.slice(start, start + length)))
  return [...rows, ...splitter.end()]
}
const cells = (...lines: [number, string[]][]): SheetRow[] => lines.map(([line, row]) => ({ line, cells: row }))

test.each<[string, string, SheetRow[]]>([
  ['plain lines', 'A,B\n1,2\n', cells([1, ['A', 'B']], [2, ['1', '2']])],
  ['lines of Windows', 'A,B\r\n1,2\r\n', cells([1, ['A', 'B']], [2, ['1', '2']])],
  ['lines of old Macs', 'A,B\r1,2\r', cells([1, ['A', 'B']], [2, ['1', '2']])],
  ['a last line without an end', 'A,B\n1,2', cells([1, ['A', 'B']], [2, ['1', '2']])],
  ['a byte order mark', '\uFEFFA,B\n1,2', cells([1, ['A', 'B']], [2, ['1', '2']])],
  ['empty lines, which count', '\nA,B\n\n1,2', cells([2, ['A', 'B']], [4, ['1', '2']])],
  ['quotes around a delimiter', 'A,B\n"1,5","say ""hi"""', cells([1, ['A', 'B']], [2, ['1,5', 'say "hi"']])],
  ['spaces around quotes', 'A,B\n "1,5" , "2"', cells([1, ['A', 'B']], [2, ['1,5', '2']])],
  ['a quote in a bare cell', 'A,B\n1,LOT 3 "A"', cells([1, ['A', 'B']], [2, ['1', 'LOT 3 "A"']])],
  ['text behind a closing quote', 'A,B\n1,"A" LOT', cells([1, ['A', 'B']], [2, ['1', '"A" LOT']])],
  ['a line break in quotes', 'A,B\n1,"LOT\n3"\n4,5', cells([1, ['A', 'B']], [2, ['1', 'LOT\n3']], [4, ['4', '5']])],
  [
    'a quote that is never closed',
    'A,B\n1,"LOT\n2,"OAK"\n3,4',
    [{ line: 1, cells: ['A', 'B'] }, { line: 2, fault: 'openQuote' }, ...cells([3, ['2', 'OAK']], [4, ['3', '4']])],
  ],
  [
    'a quote that nothing follows',
    'A,B\n1,"LOT\n2,3',
    [{ line: 1, cells: ['A', 'B'] }, { line: 2, fault: 'openQuote' }, ...cells([3, ['2', '3']])],
  ],
  ['tabs', 'A\tB\n1\t2', cells([1, ['A', 'B']], [2, ['1', '2']])],
  ['semicolons', 'A;B;C,D\n1;2;3', cells([1, ['A', 'B', 'C,D']], [2, ['1', '2', '3']])],
  ['nothing', '', []],
])('splits %s', (_, text, rows) => {
  for (const length of [1, 2, 3, 7, 1_000]) expect(splitInPieces(text, length)).toEqual(rows)
})

test('continues after a quote that is open for too many lines', () => {
  const later = Array.from({ length: 300 }, (_, index) => `${index},x`)
  const rows = splitInPieces(['A,B', '1,"LOT', ...later].join('\n'), 1_000)
  expect(rows).toHaveLength(302)
  expect(rows.slice(1, 3)).toEqual([
    { line: 2, fault: 'openQuote' },
    { line: 3, cells: ['0', 'x'] },
  ])
})

test('loses only a line that is too long', () => {
  expect(splitInPieces(`A,B\n${'x'.repeat(60_000)}\n1,2`, 5_000)).toEqual([
    { line: 1, cells: ['A', 'B'] },
    { line: 2, fault: 'rowTooLong' },
    { line: 3, cells: ['1', '2'] },
  ])
})

test.each(['', '  '])('ends early at too many empty lines (%j)', (blank) => {
  const splitter = createRowSplitter()
  const lines = `${blank}\n`.repeat(9_000)
  splitter.push(`A,B\n${lines}1,2\n${lines}`)
  expect(() => splitter.push(lines)).toThrow('thousands of empty lines after line 9,002')
})

test.each([
  ['PARCEL_ID,ADDRESS', ','],
  ['PARCEL_ID|ADDRESS', '|'],
  ['PARCEL_ID', ','],
])('finds the delimiter of %s', (header, delimiter) => {
  expect(detectDelimiter(header)).toBe(delimiter)
})

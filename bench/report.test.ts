import { expect, test } from 'vitest'
import { tableRows } from './report.ts'
import { type Line, meetsFloor } from './support/benchmark.ts'
import { measureInterleaved, median } from './support/measure.ts'

const line = (given: Partial<Line>): Line => ({
  what: 'ours ÷ limit',
  unit: 'records/s',
  ours: 50,
  limit: 100,
  ratio: 0.5,
  floor: 0.4,
  aim: 0.7,
  better: 'higher',
  ...given,
})

test.each<[string, Partial<Line>]>([
  ['floor met', {}],
  ['floor met', { ratio: 0.4 }],
  ['BELOW THE FLOOR', { ratio: 0.39 }],
  ['aim met', { ratio: 0.7 }],
  ['aim met', { ratio: 1, floor: 1.3, aim: 1.1, better: 'lower' }],
  ['floor met', { ratio: 1.2, floor: 1.3, aim: 1.1, better: 'lower' }],
  ['BELOW THE FLOOR', { ratio: 1.31, floor: 1.3, aim: 1.1, better: 'lower' }],
  ['for information', { ratio: 0.01, floor: null, aim: null }],
  ['aim met', { ratio: 1.5, floor: null, aim: 1.5, better: 'lower' }],
  ['aim missed', { ratio: 1.6, floor: null, aim: 1.5, better: 'lower' }],
  ['BELOW THE FLOOR', { ours: Infinity, ratio: Infinity, floor: 60, aim: 15, better: 'lower' }],
])('%s: %o', (verdict, given) => {
  const [row] = tableRows([{ number: 1, title: '', result: { lines: [line(given)], faults: [], notes: [] } }])
  expect(row?.at(-1)).toBe(verdict)
})

test('shows a text in place of a figure that was not reached', () => {
  const given = line({ ours: 12.3, limit: Infinity, ratio: 12.3, shown: { limit: '> 60 s', ratio: '–' } })
  const [row] = tableRows([{ number: 11, title: '', result: { lines: [given], faults: [], notes: [] } }])
  expect(row?.slice(3, 6)).toEqual(['12.3', '> 60 s', '–'])
})

test.each<[boolean, number, Partial<Line>]>([
  [false, 1, { ratio: 0.39 }],
  [true, 0.8, { ratio: 0.33 }],
  [false, 0.8, { ratio: 0.31 }],
  [false, 1, { ratio: 1.5, floor: 1.3, better: 'lower' }],
  [true, 0.8, { ratio: 1.6, floor: 1.3, better: 'lower' }],
  [false, 0.8, { ratio: 1.7, floor: 1.3, better: 'lower' }],
  [true, 1, { ratio: 9, floor: null, better: 'lower' }],
])('meets its floor: %j, with slack %d: %o', (meets, slack, given) => {
  expect(meetsFloor(line(given), slack)).toBe(meets)
})

test.each<[number[], number]>([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
])('the median of %o', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('alternates the two sides, and which one goes first', async () => {
  const order: string[] = []
  const side = (name: string, figure: number) => async (run: number) => {
    order.push(name + run)
    return figure + run
  }
  const sides = await measureInterleaved(3, side('ours', 10), side('limit', 100))
  expect(order).toEqual(['ours0', 'limit0', 'limit1', 'ours1', 'ours2', 'limit2'])
  expect(sides).toEqual({ ours: 11, limit: 101, ratio: 11 / 101 })
})

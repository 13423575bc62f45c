import { expect, test } from 'vitest'
import type { Line } from './benchmark.ts'
import { tableRows } from './report.ts'
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
])('%s: %o', (verdict, given) => {
  const [row] = tableRows([{ number: 1, title: '', result: { lines: [line(given)], faults: [], notes: [] } }])
  expect(row?.at(-1)).toBe(verdict)
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

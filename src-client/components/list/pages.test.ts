import { describe, expect, it } from 'vitest'
import { clampPage, hasJumps, pageCount, pageNumbers, rowRange } from './pages.ts'

const through = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

it.each([
  [0, 1],
  [1, 1],
  [10, 1],
  [11, 2],
  [3124, 313],
])('%i rows fill %i pages', (total, pages) => {
  expect(pageCount(total)).toBe(pages)
})

it.each([
  [0, 5, 1],
  [-3, 5, 1],
  [9, 5, 5],
  [Number.NaN, 5, 1],
  [2.7, 5, 2],
])('page %d of %i is page %i', (page, pages, nearest) => {
  expect(clampPage(page, pages)).toBe(nearest)
})

describe('pageNumbers', () => {
  it.each([
    [1, 3, through(1, 3)],
    [1, 313, through(1, 10)],
    [15, 313, through(11, 20)],
    [313, 313, through(304, 313)],
    [12, 12, through(3, 12)],
  ])('around page %i of %i', (page, pages, shown) => {
    expect(pageNumbers(page, pages)).toEqual(shown)
  })
})

it('jumps by ten only above thirty pages', () => {
  expect([30, 31].map(hasJumps)).toEqual([false, true])
})

it.each([
  [1, 0, { from: 0, to: 0, total: 0 }],
  [1, 7, { from: 1, to: 7, total: 7 }],
  [3, 24, { from: 21, to: 24, total: 24 }],
  [9, 24, { from: 21, to: 24, total: 24 }],
])('page %i of %i rows', (page, total, range) => {
  expect(rowRange(page, total)).toEqual(range)
})

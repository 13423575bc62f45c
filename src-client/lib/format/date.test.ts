import { expect, it } from 'vitest'
import { formatDate } from './date.ts'

it.each([
  ['1/2/2026', '01/02/2026'],
  ['01-02-2026', '01/02/2026'],
  ['1.2.2026', '01/02/2026'],
  ['01022026', '01/02/2026'],
  [' 11/20/2026 ', '11/20/2026'],
  ['1/2/26', '1/2/26'],
  ['tomorrow', 'tomorrow'],
])('reads %j as %j', (typed, shown) => {
  expect(formatDate(typed)).toBe(shown)
})

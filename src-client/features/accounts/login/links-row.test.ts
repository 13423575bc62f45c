import { expect, it } from 'vitest'
import { linkColumns } from './links-row.tsx'

it.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [6, 6],
  [7, 4],
  [8, 4],
  [9, 5],
  [12, 6],
])('%i links: %i side by side', (links, columns) => {
  expect(linkColumns(links)).toBe(columns)
})

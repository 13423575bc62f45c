import { expect, test } from 'vitest'
import { readLookupFilters } from './lookup-filters.tsx'

test.each([
  ['7', 7],
  ['', undefined],
  ['0', undefined],
  ['-4', undefined],
  ['1.5', undefined],
  ['1e300', undefined],
  ['seven', undefined],
])('a list at an address with user=%s shows only the rows of user %s', (text, user) => {
  expect(readLookupFilters(new URLSearchParams({ user: text }))).toEqual({ user, email: undefined, phone: undefined })
})

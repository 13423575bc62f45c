import { expect, it } from 'vitest'
import { updateQuery } from './use-query-params.ts'

it.each([
  ['', {}, ''],
  ['show=alerts', { page: '2' }, '?show=alerts&page=2'],
  ['show=alerts&page=2', { find: 'Ann & Bob', page: '' }, '?show=alerts&find=Ann+%26+Bob'],
  ['alert=12', { alert: '' }, ''],
])('%j with %j is %j', (search, changes, query) => {
  expect(updateQuery(search, changes)).toBe(query)
})

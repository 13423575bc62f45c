import { expect, test } from 'vitest'
import { alertStatuses } from '#shared/contract/alert.ts'
import { readStatus } from './use-list-filter.ts'

test.each([
  ['status=I', 'I'],
  ['status=nonsense', 'ALL'],
  ['status=toString', 'ALL'],
  ['', 'ALL'],
])('a list at ?%s has the status %s', (search, status) => {
  expect(readStatus(new URLSearchParams(search), alertStatuses)).toBe(status)
})

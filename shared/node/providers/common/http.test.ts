import { expect, test } from 'vitest'
import { parseRetryAfter } from './http.ts'

test.each([
  ['7', 7000],
  ['0', 0],
  ['999999999', 86_400_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', undefined],
  ['soon', undefined],
])('reads Retry-After %j as %s ms', (value, ms) => {
  expect(parseRetryAfter({ 'retry-after': value }, Date.parse('2026-11-20T12:00:00Z'))).toBe(ms)
})

test.each([-2, 2])('counts a Retry-After with a date from the date of the answer, whatever our clock says', (days) => {
  const headers = { 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT', date: 'Fri, 20 Nov 2026 12:00:00 GMT' }
  expect(parseRetryAfter(headers, Date.parse('2026-11-20T12:00:00Z') + days * 86_400_000)).toBe(30_000)
})

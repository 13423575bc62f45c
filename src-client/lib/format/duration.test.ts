import { expect, it } from 'vitest'
import { formatDuration } from './duration.ts'

it.each([
  [0, '0 s'],
  [-1, '0 s'],
  [0.12, '0.1 s'],
  [7, '7 s'],
  [9.96, '10 s'],
  [24.4, '24 s'],
  [59.6, '1 min'],
  [90, '2 min'],
  [3600, '1 h'],
  [19 * 3600, '19 h'],
  [24 * 3600, '24 h'],
  [3 * 24 * 3600, '3 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'

it.each([
  [0, '0 B'],
  [512, '512 B'],
  [48 * 1024 * 1024, '48 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [1023 * 1024, '1 MB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

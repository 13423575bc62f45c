import { expect, test } from 'vitest'
import { locks } from './locks.ts'

test('gives every rule its own lock: a migration must not hold up the audit chain', () => {
  const keys = Object.values(locks)
  expect(new Set(keys).size).toBe(keys.length)
})

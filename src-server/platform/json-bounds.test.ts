import { expect, test } from 'vitest'
import { findBrokenBound, type JsonBounds } from './json-bounds.ts'

test.each<[string, JsonBounds, ReturnType<typeof findBrokenBound>]>([
  ['[[[]]]', { depth: 3 }, null],
  ['[[[]]]', { depth: 2 }, 'depth'],
  ['[][][]', { depth: 1 }, null],
  ['[[[', { depth: 2 }, 'depth'],
  ['"[[[\\"[[["', { depth: 0 }, null],
  ['{"a":1,"b":2}', { depth: 1, parts: 4 }, null],
  ['{"a":1,"b":2}', { depth: 1, parts: 3 }, 'parts'],
  [']]]]', { depth: 1 }, null],
  ['', { depth: 0 }, null],
])('%s within %o: %s', (json, bounds, broken) => {
  expect(findBrokenBound(json, bounds)).toBe(broken)
})

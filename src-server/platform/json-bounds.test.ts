import { expect, test } from 'vitest'
import { brokenBound, type JsonBounds } from './json-bounds.ts'

test.each<[string, JsonBounds, ReturnType<typeof brokenBound>]>([
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
  expect(brokenBound(json, bounds)).toBe(broken)
})

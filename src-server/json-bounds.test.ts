import { expect, test } from 'vitest'
import { brokenBound, type JsonBounds } from './json-bounds.ts'

test.each<[string, JsonBounds, ReturnType<typeof brokenBound>]>([
  ['[[[]]]', { depth: 3 }, null],
  ['[[[]]]', { depth: 2 }, 'depth'],
  ['[][][]', { depth: 1 }, null],
  ['[[[', { depth: 2 }, 'depth'],
  ['"[[[\\"[[["', { depth: 0 }, null],
  ['{"a":[1,{"b":2}]}', { depth: 3, brackets: 3 }, null],
  ['{"a":[1,{"b":2}]}', { depth: 3, brackets: 2 }, 'brackets'],
  ['[1,2,3]', { depth: 1, members: 3 }, null],
  ['[1,2,3,4]', { depth: 1, members: 3 }, 'members'],
  ['[[1,2],[3,4],[5,6]]', { depth: 2, members: 3 }, null],
  ['{"a":1,"b":2}', { depth: 1, members: 1 }, 'members'],
  ['["a,b,c",","]', { depth: 1, members: 2 }, null],
  ['{"a":1,"b":2}', { depth: 1, parts: 4 }, null],
  ['{"a":1,"b":2}', { depth: 1, parts: 3 }, 'parts'],
  [']]]]', { depth: 1 }, null],
  ['', { depth: 0 }, null],
])('%s within %o: %s', (json, bounds, broken) => {
  expect(brokenBound(json, bounds)).toBe(broken)
})

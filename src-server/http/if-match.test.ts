import { expect, test } from 'vitest'
import { etagOf, versionOf } from './if-match.ts'

test.each([
  [undefined, undefined],
  ['*', undefined],
  [etagOf(7), 7],
  ['W/"7"', 7],
  [' "12" ', 12],
])('If-Match %s is version %s', (header, version) => {
  expect(versionOf(header)).toBe(version)
})

test.each(['7', '"x"', '"1", "2"', '""', '"99999999999"'])('If-Match %s is none of ours', (header) => {
  expect(() => versionOf(header)).toThrow('the ETag of an earlier answer')
})

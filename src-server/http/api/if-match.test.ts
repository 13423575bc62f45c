import { expect, test } from 'vitest'
import { toEtag, parseIfMatch } from './if-match.ts'

test.each([
  [undefined, undefined],
  ['*', undefined],
  [toEtag(7), 7],
  ['W/"7"', 7],
  [' "12" ', 12],
])('If-Match %s is version %s', (header, version) => {
  expect(parseIfMatch(header)).toBe(version)
})

test.each(['7', '"x"', '"1", "2"', '""', '"99999999999"'])('If-Match %s is not a version of ours', (header) => {
  expect(() => parseIfMatch(header)).toThrow('the ETag of an earlier answer')
})

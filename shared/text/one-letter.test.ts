import { expect, test } from 'vitest'
import { isOneLetterOff } from './one-letter.ts'

// cspell:disable
test.each([
  ['ORCHARD', 'ORCHRD', true],
  ['ORCHRD', 'ORCHARD', true],
  ['ORCHARD', 'ORCHERD', true],
  ['ORCHARD', 'ORCAHRD', true],
  ['ORCHARD', 'ROCHARD', true],
  ['ORCHARD', 'ORCHARDS', true],
  ['ORCHARD', 'XORCHARD', true],
  ['ORCHARD', 'ORCHARD', false],
  ['ORCHARD', 'ORCHERDS', false],
  ['ORCHARD', 'ROCHADR', false],
  ['ORCHARD', 'ORCHA', false],
  ['ORCHARD', '', false],
])('compares %s with %s: %s', (one, other, isOff) => expect(isOneLetterOff(one, other)).toBe(isOff))

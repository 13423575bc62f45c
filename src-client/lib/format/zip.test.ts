import { expect, it } from 'vitest'
import { formatZip } from './zip.ts'

it.each([
  ['55401', '55401'],
  [' 554 01 ', '55401'],
  ['55401-1234', '55401'],
  ['554011234', '55401'],
  ['5540l', '5540'],
  ['554012', '55401'],
  ['MN 55401', '55401'],
  ['none', ''],
])('reads %j as %j', (typed, shown) => {
  expect(formatZip(typed)).toBe(shown)
})

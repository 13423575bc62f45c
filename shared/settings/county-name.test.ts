import { expect, test } from 'vitest'
import { nameInSentence } from './county-name.ts'
import { settingsGroups } from './groups.ts'

test.each([
  ['Alder County', 'Alder County'],
  [settingsGroups.common.initial.countyName, 'the county'],
  ['', 'the county'],
])('writes a county named %j as %j in a sentence', (county, expected) => {
  expect(nameInSentence(county, 'the county')).toBe(expected)
})

import { describe, expect, test } from 'vitest'
import type { Criteria } from '#shared/contract/alert.ts'
import { person } from '#tests/matching/shorthand.ts'
import { expectedRecordsAYear } from './expected-records.ts'

const expected = (name: string) => {
  const criteria: Criteria = person(name)
  if (criteria.alertType !== 'NAME') throw new Error('It is a person.')
  return expectedRecordsAYear(criteria)
}

describe('by the census, in a county of 100,000 recordings', () => {
  test.each([
    ['a common name', 'John | Smith', 25, 250],
    ['a common given name with a rare surname', 'John | Brandvold', 0.005, 6],
    ['two rare names', 'Thessaly | Brandvold', 0, 1],
    ['a name in another script', 'Анна | Иванова', 0, 1],
  ])('%s', (_what, name, least, most) => {
    expect(expected(name)).toBeGreaterThanOrEqual(least)
    expect(expected(name)).toBeLessThan(most)
  })

  test('a double surname is as common as its more common half, a former last name as the more common of the two', () => {
    expect(expected('John | Brandvold-Smith')).toBe(expected('John | Smith'))
    expect(expected('John | Brandvold | Smith')).toBe(expected('John | Smith'))
  })
})

import { describe, expect, it } from 'vitest'
import {
  isGivenNameFirst,
  namesOrganization,
  isOnlySurname,
  isRatherGivenName,
  isRatherSurname,
} from './name-likelihood.ts'

describe('the census about a word', () => {
  it.each([
    ['JOHN', true, false],
    ['SMITH', false, true],
    ['DEV', true, false],
    ['QWXYZ', false, false],
  ])('%s is more likely a given name: %j, more likely a surname: %j', (word, given, surname) => {
    expect(isRatherGivenName(word)).toBe(given)
    expect(isRatherSurname(word)).toBe(surname)
  })

  it('knows surnames that are no given names', () => {
    expect(isOnlySurname('SMITH')).toBe(true)
    expect(['OKAFOR', 'LEE', 'ZELDA'].some(isOnlySurname)).toBe(false)
  })

  it.each([
    ['JOHN', 'SMITH', true],
    ['SMITH', 'JOHN', false],
    ['HALVERSEN', 'MAY', false],
    ['LOWELL', 'THOMAS', false],
    ['QWXYZ', 'QWXYA', null],
  ])('%s %s: the given name is first: %j', (first, last, isFirst) =>
    expect(isGivenNameFirst(first, last)).toBe(isFirst),
  )

  it('knows words of organizations that are not names of people', () => {
    expect(
      ['INVESTMENTS', 'PROPERTIES', 'ASSOCIATES', 'PLUMBING'].every((word) => namesOrganization(['ELM', word])),
    ).toBe(true)
    expect(['CHURCH', 'IRA', 'JOHN'].some((word) => namesOrganization(['ELM', word]))).toBe(false)
    expect(namesOrganization(['ELM', 'HOMES', 'PARK'])).toBe(true)
    expect(namesOrganization(['JOHN', 'HOMES'])).toBe(false)
  })
})

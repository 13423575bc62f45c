import { describe, expect, it } from 'vitest'
import {
  isGivenNameFirst,
  isHardlySurname,
  isOnlyGivenName,
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

  it.each([
    ['OKAFOR', false, false],
    ['SMITH', true, false],
    ['LEE', false, false],
    ['ZELDA', false, true],
  ])('%s is only a surname: %j, only a given name: %j', (word, surname, given) => {
    expect(isOnlySurname(word)).toBe(surname)
    expect(isOnlyGivenName(word)).toBe(given)
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

  it('distinguishes second given names from surnames', () => {
    expect(['ANN', 'MARIE'].every(isHardlySurname)).toBe(true)
    expect(['JAMES', 'THOMAS', 'LEE', 'QWXYZ'].some(isHardlySurname)).toBe(false)
  })

  it('knows words of organizations that are not names of people', () => {
    expect(
      ['INVESTMENTS', 'PROPERTIES', 'ASSOCIATES', 'PLUMBING'].every((word) => namesOrganization(['ELM', word])),
    ).toBe(true)
    expect(['CHURCH', 'IRA', 'JOHN'].some((word) => namesOrganization(['ELM', word]))).toBe(false)
    expect(namesOrganization(['ELM', 'HOMES', 'PARK'])).toBe(true)
    expect(namesOrganization(['JOHN', 'HOMES'])).toBe(false)
  })
})

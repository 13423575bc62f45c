import { describe, expect, it } from 'vitest'
import { normalize } from '../text/normalize.ts'
import { givenNameShare, surnameShare } from './census.ts'
import { femaleGivenNames } from './census/female-given-names.ts'
import { maleGivenNames } from './census/male-given-names.ts'
import { surnames } from './census/surnames.ts'

const lists = { femaleGivenNames, maleGivenNames, surnames }

describe('the census lists', () => {
  it.each([
    ['femaleGivenNames', 4_275],
    ['maleGivenNames', 1_219],
    ['surnames', 20_000],
  ] as const)('%s has %d names, normalized, most common first', (list, count) => {
    const words = lists[list].trim().split(/\s+/)
    const names = words.filter((word) => !/^\d+$/.test(word))
    const figures = words.filter((word) => /^\d+$/.test(word)).map(Number)
    expect(names).toHaveLength(count)
    expect(new Set(names).size).toBe(count)
    expect(names.filter((name) => normalize(name) !== name)).toEqual([])
    expect(figures.every((figure, i) => i === 0 || figure <= (figures[i - 1] ?? 0))).toBe(true)
  })

  it.each([
    ['SMITH', 0.01006],
    ['LEE', 0.0022],
    ['OKAFORSON', 0],
    ['', 0],
  ])('%j is the surname of %d of all people', (name, share) => expect(surnameShare(name)).toBeCloseTo(share, 8))

  it.each([
    ['MARY', 0.01319],
    ['JAMES', 0.01664],
    ['SMITH', 0],
    ['', 0],
  ])('%j is the given name of %d of all people', (name, share) => expect(givenNameShare(name)).toBeCloseTo(share, 5))

  it('gives every name of a list a share above zero', () => {
    const last = surnames.trim().split(/\s+/).at(-1) ?? ''
    expect(surnameShare(last)).toBeGreaterThan(0)
    expect(surnameShare(last)).toBeLessThan(0.000_005)
  })
})

import { expect, test } from 'vitest'
import { trySpoiledBusinesses, trySpoiledNames } from './spoiled-names.ts'

test('keys find every match of 50,000 spoiled names, and the rule sees through what it promises', () => {
  for (const { tried, matched, notFound, notMatched } of [trySpoiledNames(40_000), trySpoiledBusinesses(10_000)]) {
    expect(notFound).toEqual([])
    expect(notMatched.slice(0, 50)).toEqual([])
    expect(matched).toBeGreaterThan(tried / 3)
  }
})

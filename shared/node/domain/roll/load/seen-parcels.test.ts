import { expect, test } from 'vitest'
import { parseMask } from '#shared/matching/parcels/parcel.ts'
import { createDuplicateFinder } from './find-duplicates.ts'
import { createSeenParcels } from './seen-parcels.ts'

test('finds the first line of a known text, and no line of any other', () => {
  const seen = createSeenParcels()
  const count = 200_000
  const toText = (place: number) => String(place * 7919).padStart(13, '0')
  let wrong = 0
  for (let place = 0; place < count; place += 1) {
    if (seen.find(toText(place)) !== undefined) wrong += 1
    seen.add(toText(place), place + 2)
    seen.add(toText(place), 1)
  }
  for (let place = 0; place < count; place += 1) if (seen.find(toText(place)) !== place + 2) wrong += 1
  expect(wrong).toBe(0)
})

test.each<[string, string, string, boolean]>([
  ['', '17-03-123', '17-03-123', true],
  ['', '17-03-123', '1703123', true],
  ['', '1703123', '17 03 123', true],
  ['', '1-23', '12-3', false],
  ['', '17-03-123', '17-03-124', false],
  ['', '017', '17', false],
  ['2-2-3', '17-3-123', '17-03-123', true],
  ['2-2-3', '1703123', '17.03.123', true],
  ['2-2-3', 'A-17', 'A-18', false],
])('by the mask %s, compares %s and %s as the same parcel: %s', (mask, first, second, same) => {
  const findDuplicate = createDuplicateFinder(parseMask(mask))
  expect(findDuplicate(first, 5)).toBeUndefined()
  expect(findDuplicate(second, 9)).toBe(same ? 5 : undefined)
})

import { describe, expect, it } from 'vitest'
import { parseMask } from './parcel.ts'
import { findParcelPieces, fitsMask, maxRangeIds, splitParcels } from './split-parcels.ts'

/** Several ids in one text, without a mask and with one. */
const countyMask = '2-2-3-3-4'

describe('splitParcels', () => {
  it.each<[raw: string, mask: string, ids: string[]]>([
    ['17-03-123', '', ['17-03-123']],
    ['17-03-123, 17-03-124', '', ['17-03-123', '17-03-124']],
    ['17-03-123,17-03-124', '', ['17-03-123', '17-03-124']],
    ['17-03-123; 17-03-124', '', ['17-03-123', '17-03-124']],
    ['17-03-123 & 17-03-124', '', ['17-03-123', '17-03-124']],
    ['17-03-123 and 17-03-124', '', ['17-03-123', '17-03-124']],
    ['17-03-123,\n17-03-124 ;', '', ['17-03-123', '17-03-124']],
    ['17-03-123, 17-03-124 & 17-03-200', '', ['17-03-123', '17-03-124', '17-03-200']],
    ['1703123, 1703124', '', ['1703123', '1703124']],
    // Not as many parts as the first.
    ['17-03-123, 124', '', ['17-03-123, 124']],
    ['12, BLOCK 4', '', ['12, BLOCK 4']],
    ['17-03-123, 17-03-124, PART', '', ['17-03-123, 17-03-124, PART']],
    ['1,234,567', '', ['1,234,567']],
    ['SANDY 12', '', ['SANDY 12']],
    ['12A & B', '', ['12A & B']],
    ['3RD / 4-A / 17-A', '', ['3RD / 4-A / 17-A']],
    ['17-03-123, 1.10E+11', '', ['17-03-123, 1.10E+11']],
    ['', '', ['']],
    [' , & ', '', [' , & ']],
    // With a mask.
    ['17-03-123-045-0000, 17-03-123-046-0000', countyMask, ['17-03-123-045-0000', '17-03-123-046-0000']],
    ['17-3-123-45-0; 17031230460000', countyMask, ['17-3-123-45-0', '17031230460000']],
    ['7031230450000 & 7031230460000', countyMask, ['7031230450000', '7031230460000']],
    ['17-03-123-045-0000, PART OF LOT 3', countyMask, ['17-03-123-045-0000', '17-03-123-045-0000, PART OF LOT 3']],
    ['17-03-123-045-0000, 046', countyMask, ['17-03-123-045-0000', '17-03-123-045-0000, 046']],
    ['LOT 3, LOT 4', countyMask, ['LOT 3, LOT 4']],
    ['17-03-123-045, 17-03-123-046-1001', '2-2-3-3-4?', ['17-03-123-045', '17-03-123-046-1001']],
    ['12, 13', '7', ['12', '13']],
  ])('%j with mask %j', (raw, mask, ids) => {
    expect(splitParcels(raw, parseMask(mask))).toEqual({ ids, problem: null })
  })

  it.each<[raw: string, mask: string, ids: string[]]>([
    ['17-03-123 THRU 17-03-126', '', ['17-03-123', '17-03-124', '17-03-125', '17-03-126']],
    ['17-03-009 through 17-03-011', '', ['17-03-009', '17-03-010', '17-03-011']],
    ['17-9 to 17-11', '', ['17-9', '17-10', '17-11']],
    ['17-A8 THRU 17-A10', '', ['17-A8', '17-A9', '17-A10']],
    ['17-03-123 THRU 125', '', ['17-03-123', '17-03-124', '17-03-125']],
    ['1703123 THRU 1703125', '', ['1703123', '1703124', '1703125']],
    ['123456789012345678 THRU 123456789012345679', '', ['123456789012345678', '123456789012345679']],
    ['17-03-123 THRU 17-03-123', '', ['17-03-123']],
    ['17-01, 17-03 THRU 17-05 & 18-01', '', ['17-01', '17-03', '17-04', '17-05', '18-01']],
    ['17-3-123-45-1 THRU 17-03-123-045-0003', countyMask, range('17-03-123-045-', 1, 3, 4)],
    ['17031230450001 THRU 17031230450003', countyMask, range('17-03-123-045-', 1, 3, 4)],
    ['17-03-123-045 THRU 17-03-123-047', '2-2-3-3-4?', range('17-03-123-', 45, 47, 3)],
    ['17-03-123-045-0000 THRU 17-03-123-047-0000', '2-2-3-3-4?', range('17-03-123-', 45, 47, 3)],
    ['17-1 THRU 17-200', '', range('17-', 1, 200, 1)],
  ])('%j with mask %j is every id between', (raw, mask, ids) => {
    expect(splitParcels(raw, parseMask(mask))).toEqual({ ids, problem: null })
  })

  it.each<[raw: string, mask: string, ids: string[]]>([
    ['17-1 THRU 17-201', '', ['17-1', '17-201']],
    ['17-03-123 THRU 17-04-125', '', ['17-03-123', '17-04-125']],
    ['17-03-125 THRU 17-03-123', '', ['17-03-125', '17-03-123']],
    ['17-A1 THRU 17-B3', '', ['17-A1', '17-B3']],
    ['17-A THRU 17-C', '', ['17-A', '17-C']],
    ['17-03-123-045-0000 THRU 17-03-123-047-0000', countyMask, ['17-03-123-045-0000', '17-03-123-047-0000']],
  ])('%j with mask %j is its ends, and a problem', (raw, mask, ids) => {
    expect(splitParcels(raw, parseMask(mask))).toEqual({ ids, problem: 'rangeTooLong' })
  })

  it('limits all ranges of a text together', () => {
    const { ids, problem } = splitParcels('1-001 THRU 1-150, 2-001 THRU 2-150', null)
    expect(ids).toEqual([...range('1-', 1, 150, 3), '2-001', '2-150'])
    expect(ids.length).toBeLessThanOrEqual(maxRangeIds + 2)
    expect(problem).toBe('rangeTooLong')
  })

  it('says where each id is in the text', () => {
    const raw = ' 17-01 , 17-03 THRU 17-04'
    expect(findParcelPieces(raw, null).pieces.map(({ id, start, end }) => [id, raw.slice(start, end)])).toEqual([
      ['17-01', '17-01'],
      ['17-03', '17-03 THRU 17-04'],
      ['17-04', '17-03 THRU 17-04'],
    ])
  })
})

describe('fitsMask', () => {
  it.each<[raw: string, mask: string, fits: boolean]>([
    ['17-03-123-045-0000', countyMask, true],
    ['17-03-123-045-0000, 17-03-123-046-0000', countyMask, true],
    ['17-03-123-045-0001 THRU 17-03-123-045-0003', countyMask, true],
    ['17-03-123-045', countyMask, false],
    ['17-03-123-045', '2-2-3-3-4?', true],
    ['17-03-123-045-0000, PART', countyMask, false],
    ['LOT 3', countyMask, false],
    ['170312304500001', countyMask, false],
    ['anything 12', '', true],
    [' - ', '', false],
  ])('%j with mask %j: %j', (raw, mask, fits) => expect(fitsMask(raw, parseMask(mask))).toBe(fits))
})

/** The ids of a range, with the last part padded to `width`. */
function range(head: string, from: number, to: number, width: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => head + String(from + i).padStart(width, '0'))
}

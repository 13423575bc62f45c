import { describe, expect, it } from 'vitest'
import { business, decideMatch, isFound, record } from '#tests/matching/shorthand.ts'

/** A year within a trust's name, with invented names. */
type Row = [alert: string, name: string, matches: boolean]

const clauses: Record<string, Row[]> = {
  'a year may be left out on either side': [
    ['Marsh Family Trust', 'MARSH 2019 FAMILY TRUST', true],
    ['Marsh 2019 Family Trust', 'MARSH FAMILY TRUST', true],
    ['The 2019 Marsh Family Trust', 'MARSH FAM TR', true],
    ['Marsh Family Trust', '2019 MARSH FAMILY TRUST', true],
    ['Marsh Family 2019 Trust', 'MARSH FAMILY TRUST, HELEN MARSH TRUSTEE', true],
    ['Marsh Family Trust 2019', 'MARSH FAMILY TRUST', true],
    ['Marsh Family Trust of 2019', 'MARSH FAMILY TRUST', true],
    ['Helen Marsh Trust', 'MARSH, HELEN 2019 TRUST', true],
    ['Marsh 2019 Family Trust', 'MARSH 2019 FAMILY TRUST', true],
    ['Marsh 2019 Family Trust', 'MARSH FAMILY TRUST 2019', true],
    ['Marsh 2019 Family Trust', 'MARSH FAMILY TRUST AGREEMENT OF 2019', true],
    ['Marsh Family Trust', 'OKAFOR, PETER / MARSH 2019 FAMILY TRUST', true],
  ],
  'two years differ': [
    ['Marsh 2019 Family Trust', 'MARSH 2020 FAMILY TRUST', false],
    ['Marsh 2019 Family Trust', 'MARSH FAMILY TRUST 2020', false],
    ['Marsh 2019 Family Trust', 'MARSH FAMILY TRUST AGREEMENT OF 2020', false],
    ['Marsh 2019 Family Trust', 'MARSH FAMILY TRUST DATED 5/5/2020', false],
    ['Marsh Family Trust dated May 5, 2020', 'MARSH 2019 FAMILY TRUST', false],
    ['Marsh Family Trust dated May 5, 2019', 'MARSH 2019 FAMILY TRUST', true],
  ],
  'never down to nothing but trust words': [
    ['Family Trust', '2019 FAMILY TRUST', false],
    ['2019 Family Trust', 'FAMILY TRUST', false],
    ['2019 Revocable Living Trust', 'REVOCABLE LIVING TRUST', false],
    ['2019 Family Trust', 'THE 2019 FAMILY TRUST', true],
  ],
  'a year and nothing else, in a name of a trust alone': [
    ['Marsh Family Trust', 'MARSH 1019 FAMILY TRUST', false],
    ['Marsh Family Trust', 'MARSH 19 FAMILY TRUST', false],
    ['Harbor Trust 1', 'HARBOR TRUST 2006-1', false],
    ['Harbor Orchards', 'HARBOR 2019 ORCHARDS', false],
    ['Harbor Orchards LLC', 'HARBOR 2019 ORCHARDS LLC', false],
    ['Marsh Trust Company', 'MARSH 2019 TRUST COMPANY', false],
    ['Worth Street Land Trust', '1950 WORTH STREET LAND TRUST', false],
    ['1950 Worth Street Land Trust', 'WORTH ST LAND TRUST', false],
    ['Marsh Family Trust', 'MARSH 2019 TRUST', false],
  ],
}

const rows = Object.entries(clauses).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('years of trusts', () => {
  it.each(rows)('$clause: $row', ({ row: [alert, name, matches] }) => {
    expect(decideMatch(business(alert), record(name)) !== null).toBe(matches)
    if (matches) expect(isFound(business(alert), record(name))).toBe(true)
  })

  it.each([
    ['Marsh Family Trust', 'MARSH 2019 FAMILY TRUST', 'The main words of the name are the same, apart from a year.'],
    ['Marsh 2019 Family Trust', 'MARSH FAMILY TRUST', 'The main words of the name are the same, apart from a year.'],
    ['Marsh 2019 Family Trust', 'MARSH 2019 FAMILY TRUST', 'The name is the same.'],
    ['Marsh Family Trust', 'MARSH FAMILY TRUST 2019', 'The name is the same. The record adds words after it.'],
  ])('%s in %s: %s', (alert, name, sentence) => {
    expect(decideMatch(business(alert), record(name))?.sentence).toBe(sentence)
  })

  it('marks the name without its year', () => {
    const match = decideMatch(business('Marsh Family Trust'), record('OKAFOR, PETER / MARSH 2019 FAMILY TRUST'))
    expect(match?.marks?.map(([from, to]) => match.recordRaw.slice(from, to))).toEqual(['MARSH', 'FAMILY TRUST'])
  })
})

import { describe, expect, it } from 'vitest'
import { business, decideMatch, isFound, person, record } from '#tests/matching/shorthand.ts'

/** Companies next to owners, with invented names. */
type Row = [alert: string, name: string, matches: boolean]

const companies: Record<string, Row[]> = {
  'a company that is named only after a care-of mark is no party': [
    ['Harbor Ledger', 'MARSH, PETER % HARBOR LEDGER LLC', false],
    ['Harbor Ledger LLC', 'MARSH, PETER C/O HARBOR LEDGER LLC', false],
    ['Harbor Ledger', 'ALDER HOLDINGS LLC ATTN HARBOR LEDGER', false],
    ['Harbor Ledger', 'ALDER HOLDINGS LLC ATTENTION: HARBOR LEDGER INC', false],
    ['Harbor Ledger', 'MARSH, PETER C/O HELEN OKAFOR & HARBOR LEDGER LLC', false],
    ['Harbor Ledger', 'MARSH, PETER C/O HARBOR BANK FBO HARBOR LEDGER LLC', false],
    ['Marsh Family Trust', 'OKAFOR, HELEN % MARSH FAMILY TRUST', false],
    ['Alder Holdings', 'ALDER HOLDINGS LLC % HARBOR LEDGER LLC', true],
    ['Harbor Ledger', 'HARBOR LEDGER LLC % HARBOR LEDGER LLC', true],
    ['Harbor Ledger', 'MARSH, PETER / HARBOR LEDGER LLC C/O HELEN OKAFOR', true],
    ['Harbor Ledger', 'MARSH, PETER DBA HARBOR LEDGER % HELEN OKAFOR', true],
  ],
  'nothing precedes the mark': [
    ['Harbor Ledger', '% HARBOR LEDGER LLC', true],
    ['Harbor Ledger', 'C/O HARBOR LEDGER LLC', true],
    ['Harbor Ledger', 'ATTN: HARBOR LEDGER', true],
  ],
  'after & a single word with a legal form is no company of its own': [
    ['Sons', 'MARSH, JOHN & SONS LLC', false],
    ['Sons LLC', 'MARSH JOHN & SONS LLC', false],
    ['Hale LLC', 'MARSH, PETER & HALE LLC', false],
    ['Hale', 'MARSH & HALE LLP', false],
    ['Hale', 'MARSH, OKAFOR & HALE LLP', false],
    ['Holdings', 'MARSH, PETER & HOLDINGS LLC', false],
    ['Zenith', 'ALDERGATE & ZENITH LLC', false],
    ['Marsh & Hale', 'MARSH & HALE LLP', true],
    ['Marsh, Peter & Hale LLC', 'MARSH, PETER & HALE LLC', true],
    ['Hale LLC', 'MARSH, PETER / HALE LLC', true],
    ['Hale Orchards', 'MARSH, PETER & HALE ORCHARDS LLC', true],
    ['Hale', 'HALE LLC & MARSH ORCHARDS LLC', true],
    ['Aldergate', 'MARSH, PETER & ALDERGATE LLC', true],
    ['Aldergate', 'MARSH, PETER & HELEN & ALDERGATE LLC', true],
    ['S Orchards', 'B & S ORCHARDS LLC', true],
  ],
}

const rows = Object.entries(companies).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('companies', () => {
  it.each(rows)('$clause: $row', ({ row: [alert, name, matches] }) => {
    expect(decideMatch(business(alert), record(name)) !== null).toBe(matches)
    if (matches) expect(isFound(business(alert), record(name))).toBe(true)
  })

  it('words of an address are not searched for all words of an alert', () => {
    const alert = business('Harbor Ledger', { allWords: true })
    expect(decideMatch(alert, record('MARSH, PETER % GREATER HARBOR LEDGER LLC'))).toBeNull()
    expect(decideMatch(alert, record('GREATER HARBOR LEDGER LLC % PETER MARSH'))).not.toBeNull()
  })

  it('an address that the width of a feed cuts is no name cut short', () => {
    const names = ['MARSH, PETER % HARBOR LEDG', 'MARSH, PETER / HARBOR LEDG']
    const found = names.map((name) => decideMatch(business('Harbor Ledger'), record(name), { nameWidth: name.length }))
    expect(found.map((match) => match !== null)).toEqual([false, true])
  })
})

describe('owners before a company', () => {
  it.each<Row>([
    ['Mary | Smith', 'SMITH, JOHN & MARY & ACME LLC', true],
    ['John | Smith', 'SMITH, JOHN & MARY & ACME LLC', true],
    ['Mary | Smith', 'SMITH, JOHN & MARY & ACME HOLDINGS LLC', true],
    ['Mary Ann | Smith', 'SMITH, JOHN & MARY ANN & ACME HOLDINGS LLC', true],
    ['Mary | Smith', 'SMITH, JOHN Q & MARY A & ACME HOLDINGS INC', true],
    ['Thessaly | Smith', 'SMITH, JOHN & THESSALY & ACME HOLDINGS LLC', true],
    ['Mary | Smith', 'SMITH, JOHN & MARY & BAKER & HALE LLP', true],
    ['Mary | Okafor', 'SMITH, JOHN & MARY OKAFOR & ACME HOLDINGS LLC', true],
    ['Mary | Delaney', 'SMITH, JOHN & MARY A DELANEY & ACME HOLDINGS LLC', true],
    ['Mary | Delaney', 'SMITH, JOHN & MARY A DELANEY & ACME LLC', true],
    ['Mary | Delaney', 'SMITH, JOHN & MARY A DELANEY & SONS LLC', false],
    ['Mary | Delaney', 'MARY A DELANEY & ACME HOLDINGS LLC', false],
    ['Mary | Plumbing', 'SMITH, JOHN & MARY PLUMBING & ACME HOLDINGS LLC', false],
    ['Mary | Smith', 'SMITH, JOHN & MARY & SONS LLC', false],
    ['Mary | Smith', 'SMITH, JOHN & MARY & HALE LLC', false],
    ['Baker | Smith', 'SMITH, JOHN & BAKER & HALE LLP', false],
    ['Baker | Smith', 'SMITH, JOHN & BAKER & ACME HOLDINGS LLC', false],
    ['Plumbing | Smith', 'SMITH, JOHN & PLUMBING & HEATING LLC', false],
    ['Mary | Acme', 'SMITH, JOHN & MARY & ACME LLC', false],
    ['Mary | Smith', 'SMITH HOLDINGS, LLC & MARY & ACME HOLDINGS LLC', false],
    ['Mary | Smith', 'SMITH & MARY & ACME HOLDINGS LLC', false],
  ])('%s in %s: %s', (alert, name, matches) => {
    expect(decideMatch(person(alert), record(name)) !== null).toBe(matches)
    if (matches) expect(isFound(person(alert), record(name))).toBe(true)
  })
})

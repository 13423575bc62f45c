import { describe, expect, it } from 'vitest'
import { business, decideMatch, isFound, record } from '#tests/matching/shorthand.ts'

/** Trailing phrases of trusts and legal forms, with invented names. */
type Row = [alert: string, name: string, matches: boolean]

const clauses: Record<string, Row[]> = {
  'what follows TRUST is a tail, on the record alone': [
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST AGREEMENT', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAM TR AGREEMENT', true],
    ['Brandvold Family Trust', 'THE BRANDVOLD FAMILY TRUST, SHARE B', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST 2004', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST OF 2004', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST DATED SEPTEM', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST DAT', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST U/A/D 5/5/99 & AMENDED', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST (THESSALY R BRANDVOLD TRUSTEE)', true],
    ['Brandvold Family Trust', 'BRANDVOLD FAMILY TRUST, ELM BANK NA TRUSTEE', true],
    ['Thessaly Brandvold Trust', 'BRANDVOLD, THESSALY TRUST AGREEMENT', true],
    ['Brandvold Family Trust Agreement', 'BRANDVOLD FAMILY TRUST AGREEMENT', true],
    ['Brandvold Family Trust Agreement', 'BRANDVOLD FAMILY TRUST', false],
    ['Brandvold Family Trust Share A', 'BRANDVOLD FAMILY TRUST SHARE B', false],
    ['Brandvold Trust', 'BRANDVOLD FAMILY TRUST AGREEMENT', false],
    ['Brandvold', 'BRANDVOLD FAMILY TRUST AGREEMENT', false],
  ],
  'never down to nothing but trust words': [
    ['Living Trust', 'LIVING TRUST AGREEMENT', false],
    ['Marital Trust', 'MARITAL TRUST UNDER THE BRANDVOLD FAMILY TRUST', false],
    ['Revocable Trust 2', 'REVOCABLE TRUST 2 SHARE A', false],
    ['Trust', 'TRUST OF THESSALY BRANDVOLD', false],
    ['Marital Trust under the Brandvold Family Trust', 'MARITAL TRUST UNDER THE BRANDVOLD FAMILY TRUST U/A', true],
  ],
  'not before COMPANY, CO, BANK, FUND, FOR, NATIONAL, ASSOCIATION': [
    ...'COMPANY|CO|BANK|BANK LLC|FUND|FOR THE AGED|NATIONAL BANK|NATIONAL ASSOCIATION|ASSOCIATION'
      .split('|')
      .map((rest): Row => ['Brandvold Trust', `BRANDVOLD TRUST ${rest}`, false]),
    ['Brandvold Trust', 'BRANDVOLD TRUST NA', true],
    ['Brandvold Trust Company', 'BRANDVOLD TRUST CO', true],
    ['Brandvold Trust Co', 'BRANDVOLD TR COMPANY NA', true],
    ['Brandvold Trust National Association', 'BRANDVOLD TRUST NA', true],
    ['Brandvold Trust', 'BRANDVOLD TRUST HOLDINGS LLC', false],
    ['Brandvold Trust', 'BRANDVOLD TRUST SERVICES', false],
    ['Brandvold Trust', 'BRANDVOLD TRUST SAVINGS', false],
  ],
  'a surname with trust words, then given names, is that trust in every order': [
    ['Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', true],
    ['John P & Mary Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', true],
    ['Brandvold John P & Mary Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', true],
    ['John P Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', true],
    ['John Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', true],
    ['Mary Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', true],
    ['Mary Brandvold Living Trust', 'BRANDVOLD LIV TR, JOHN P AND MARY', true],
    ['Mary Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY, CO-TRUSTEES', true],
    ['Mary Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY TRUSTEES', true],
    ['Ruth Brandvold Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', false],
    ['Mary Brandvold Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', false],
    ['Mary Living Trust', 'BRANDVOLD LIVING TRUST, JOHN P & MARY', false],
    ['Living Trust', 'LIVING TRUST, JOHN', false],
  ],
  'a form followed by SERIES, A DELAWARE …, ATTN or a unit is compared up to itself too': [
    ...[
      'SERIES A',
      ', SERIES 12',
      ', A DELAWARE LIMITED LIABILITY COMPANY',
      ', AN ILLINOIS CORPORATION',
      ', A NEW YORK CORP',
      ', A NATIONAL BANKING ASSOCIATION',
      'A DE LLC',
      'ATTN LEGAL',
      'ATTENTION: LEGAL DEPT',
      '% THESSALY BRANDVOLD',
      'UNIT 4',
      'APT B',
      'SUITE 200',
      'STE. 200',
      '#5',
      ', # 5B',
    ].map((tail): Row => ['Alder Holdings LLC', `ALDER HOLDINGS L.L.C. ${tail}`, true]),
    ['Alder Holdings', 'ALDER HOLDINGS LLC SERIES A', true],
    ['Alder Holdings LLC Series A', 'ALDER HOLDINGS LLC SERIES A', true],
    ['Alder Holdings LLC Series A', 'ALDER HOLDINGS LLC SERIES B', false],
    ['Alder Holdings LLC Series A', 'ALDER HOLDINGS LLC', false],
    ['Alder Holdings LLC, a Delaware limited liability company', 'ALDER HOLDINGS LLC', true],
    ['Alder Holdings LLC, a Delaware limited liability company', 'ALDER HOLDINGS', true],
    ['Alder Bank', 'ALDER BANK ISAOA ATIMA', true],
    ['Alder Bank', 'ALDER BANK, ITS SUCCESSORS AND/OR ASSIGNS', true],
    ['Alder Bank', 'ALDER BANK NA ITS SUCCESSORS & ASSIGNS', true],
    ['Alder Church', 'ALDER CHURCH ATTN THESSALY BRANDVOLD', true],
    ['Alder', 'ALDER SERIES A', false],
    ['Alder', 'ALDER UNIT 4', false],
    ['Alder Holdings LLC', 'ALDER HOLDINGS LLC SUITE PARTNERS', false],
    ['Alder Holdings', 'ALDER HOLDINGS GROUP LLC SERIES A', false],
    ['Alder Co', 'ALDER CO A DAY AWAY', false],
  ],
}

const rows = Object.entries(clauses).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('trailing phrases of businesses and trusts', () => {
  it.each(rows)('$clause: $row', ({ row: [alert, name, matches] }) => {
    expect(decideMatch(business(alert), record(name)) !== null).toBe(matches)
    if (matches) expect(isFound(business(alert), record(name))).toBe(true)
  })

  it.each([
    ['Brandvold Trust', 'BRANDVOLD TRUST', 'The name is the same.'],
    ['Brandvold Trust', 'BRANDVOLD TRUST DATED 5/5/99', 'The name is the same.'],
    ['Brandvold Trust', 'BRANDVOLD TRUST AGREEMENT', 'The name is the same. The record adds words after it.'],
    [
      'Mary Brandvold Trust',
      'BRANDVOLD TRUST, JOHN & MARY',
      'The main words of the name are the same. The record adds others.',
    ],
    ['John Brandvold Trust', 'BRANDVOLD TRUST, JOHN', 'The name is the same.'],
    [
      'Alder Holdings Inc',
      'ALDER HOLDINGS LLC SERIES A',
      'The name is the same, with another legal form (LLC, Corp.). The record adds words after it.',
    ],
  ])('%s in %s: %s', (alert, name, sentence) => {
    expect(decideMatch(business(alert), record(name))?.sentence).toBe(sentence)
  })
})

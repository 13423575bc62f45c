import { describe, expect, it } from 'vitest'
import { business, decideMatch, isFound, record } from '#tests/matching/shorthand.ts'
import { abbreviate } from './abbreviate.ts'

/** Words, figures and counties in business names. */
type Row = [alert: string, name: string, matches: boolean]

const clauses: Record<string, Row[]> = {
  'business words': [
    ['Alder Properties', 'ALDER PROP LLC', true],
    ['Alder Property', 'ALDER PROPS', true],
    ['Alder Prop', 'ALDER PROPERTIES', true],
    ['Alder Investments', 'ALDER INV', true],
    ['Alder Management', 'ALDER MGMT', true],
    ['Alder Management', 'ALDER MGT INC', true],
    ['Alder Development', 'ALDER DEV CORP', true],
    ['University of Alder', 'UNIV OF ALDER', true],
    ['Alder National Bank', "ALDER NAT'L BANK", true],
    ['Alder International', 'ALDER INTL', true],
    ['Alder Condominium Association', 'ALDER CONDO ASSOCN', true],
    ['Alder Homeowners Association', 'ALDER HOA', true],
    ['Alder Home Owners Assn', 'ALDER HOA INC', true],
    ["Alder Homeowner's Association", 'ALDER HOMEOWNERS ASSOC', true],
    ['Alder Department of Parks', 'ALDER DEPT. OF PARKS', true],
    ['Alder Medical Center', 'ALDER MEDICAL CTR', true],
    ['Alder Farm Company Partners LLC', 'ALDER FARM CO PARTNERS LLC', true],
    // No word becomes the word of another company.
    ['Alder Holding', 'ALDER HOLDINGS', false],
    ['Alder Service', 'ALDER SERVICES', false],
    ['Alder Investors', 'ALDER INVESTMENTS', false],
    ['Alder Developers', 'ALDER DEVELOPMENT', false],
    ['Alder Condos', 'ALDER HOA', false],
    ['Alder Homes', 'ALDER HOMEOWNERS ASSOCIATION', false],
    ['Alder Nation', 'ALDER NATIONAL', false],
  ],
  'roman figures from II to XX': [
    ...'II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX'
      .split(' ')
      .map((roman, i): Row => [`Alder Fund ${i + 2}`, `ALDER FUND ${roman} LLC`, true]),
    ['Alder Fund I', 'ALDER FUND 1', true],
    ['Alder Fund Two', 'ALDER FUND II', true],
    ['Alder 2 Holdings', 'ALDER II HOLDINGS', true],
    ['Alder 6 Holdings', 'ALDER VI HOLDINGS', true],
    ['Alder Family Trust 2', 'ALDER FAMILY TRUST II', true],
    ['Alder Family Trust 5', 'ALDER FAMILY TRUST V', true],
    ['Alder Fund 2', 'ALDER FUND III', false],
    ['Alder Fund 21', 'ALDER FUND XXI', false],
    ['Alder Fund 1009', 'ALDER FUND MIX', false],
  ],
  'a number sign before figures': [
    ['Alder School District No. 1', 'ALDER SCHOOL DIST #1', true],
    ['Alder School District 1', 'ALDER SCHOOL DISTRICT NUMBER 1', true],
    ['Alder No Place', 'ALDER PLACE', false],
    ['Alder District 1', 'ALDER DISTRICT NO 11', false],
  ],
  'I, V and X are figures only as the last word, and names stay names': [
    ['1 Alder Holdings', 'I ALDER HOLDINGS', false],
    ['Alder 5 Holdings', 'ALDER V HOLDINGS', false],
    ['Alder 10 Holdings', 'ALDER X HOLDINGS', false],
    ['6 Nguyen Homes', 'VI NGUYEN HOMES', false],
    ['11 Chen Homes', 'XI CHEN HOMES', false],
    ['Vi Alder Trust', 'ALDER VI TRUST', true],
    ['X', 'X', true],
    ['10', 'X', false],
  ],
  'CO inside a name is stripped and COUNTY': [
    ['Alder County School District', 'ALDER CO SCHOOL DIST', true],
    ['Alder Co School District', 'ALDER COUNTY SCHOOL DISTRICT', true],
    ['Alder School District', 'ALDER CO SCHOOL DISTRICT', true],
    ['Alder Co School District', 'ALDER CO SCHOOL DISTRICT', true],
    ['Alder School District', 'ALDER COUNTY SCHOOL DISTRICT', false],
    ['Alder & County Builders', 'ALDER & CO BUILDERS', false],
    ['Alder County Op', 'ALDER CO-OP', false],
    ['County Alder', 'CO ALDER', false],
  ],
  'COUNTY OF X is X COUNTY': [
    ['County of Alder', 'ALDER COUNTY', true],
    ['Alder County', 'COUNTY OF ALDER', true],
    ['Alder County', 'ALDER, COUNTY OF', true],
    ['County of Alder', 'ALDER CO', true],
    ['County of Alder', 'CITY OF ALDER', false],
    ['Alder', 'COUNTY OF ALDER', false],
  ],
  'TRUSTEES OF X': [
    ['Alder College', 'TRUSTEES OF ALDER COLLEGE', true],
    ['Trustees of Alder College', 'ALDER COLLEGE', true],
    ['Trustees of the Alder College', 'THE TRUSTEES OF ALDER COLLEGE', true],
    ['College', 'TRUSTEES OF ALDER COLLEGE', false],
  ],
}

const rows = Object.entries(clauses).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('business words and figures', () => {
  it.each(rows)('$clause: $row', ({ row: [alert, name, matches] }) => {
    expect(decideMatch(business(alert), record(name)) !== null).toBe(matches)
    if (matches) expect(isFound(business(alert), record(name))).toBe(true)
  })

  it('changes nothing when it is applied again', () => {
    for (const { row } of rows) {
      for (const text of row.slice(0, 2)) {
        const once = abbreviate(String(text).toUpperCase().split(' '), false)
        expect(abbreviate(once, false)).toEqual(once)
      }
    }
  })
})

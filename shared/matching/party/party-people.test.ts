import { describe, expect, it } from 'vitest'
import { feedFormat } from '#tests/matching/shorthand.ts'
import type { NameOrder } from '../people/person.ts'
import { parseParty } from './party.ts'

/**
 * Every person read in a text, and no one else, with invented names. A person is written as given names and surname
 * key. 'either' is for a feed that states no order.
 */
type Row = [text: string, people: string[], order?: NameOrder]

function readPeople(name: string, nameOrder: NameOrder): string[] {
  const { people } = parseParty({ name }, 0, feedFormat({ nameOrder }))
  return [...new Set(people.map(({ givenWords, surname }) => `${givenWords.join(' ')} ${surname.key}`))].toSorted()
}

const clauses: Record<string, Row[]> = {
  'a trust takes nothing from its trustees': [
    ['MARSH, PETER Q TR & HELEN OKAFOR REVOCABLE TRUST', ['PETER Q MARSH', 'HELEN OKAFOR', 'OKAFOR HELEN']],
    ['MARSH, PETER TRUSTEE & OKAFOR FAMILY TRUST', ['PETER MARSH']],
    ['MARSH PETER Q TTEE MARSH REV TR', ['PETER Q MARSH']],
    ['MARSH PETER Q TTEE OKAFOR FAMILY TRUST', ['PETER Q MARSH']],
    ['MARSH, PETER TR & MARSH, ANNA TR & MARSH FAMILY TRUST', ['PETER MARSH', 'ANNA MARSH']],
    ['MARSH, PETER & ANNA, TRUSTEES OF THE OKAFOR FAMILY TRUST', ['PETER MARSH', 'ANNA MARSH']],
    ['JOHN MARSH, TRUSTEE OF THE HELEN P OKAFOR TRUST', ['JOHN MARSH', 'HELEN P OKAFOR']],
  ],
  'a trust of a couple is the couple': [
    ['MARSH, PETER & ROSE TRUST', ['PETER MARSH', 'ROSE MARSH']],
    ['MARSH, PETER & KIM FAMILY', ['PETER MARSH', 'KIM MARSH']],
    ['MARSH PETER A & ANNA B LIV TR', ['PETER A MARSH', 'ANNA B MARSH']],
    ['THE PETER A MARSH AND ANNA B MARSH REVOCABLE TRUST', ['PETER A MARSH', 'ANNA B MARSH']],
  ],
  'two surnames of a trust are nobody': [
    ['GARNER BREWER FAMILY TRUST', []],
    ['GARNER & BREWER FAMILY TRUST', []],
    ['DE LEON FAMILY TRUST', []],
    ['CLAY COUNTY TRUST', []],
  ],
  'given names after the comma of a trust are the family': [
    ...[null, 'LAST_FIRST' as const, 'FIRST_LAST' as const].flatMap((order): Row[] => [
      ['DELANEY LIVING TRUST, JOHN & MARY', ['JOHN DELANEY', 'MARY DELANEY'], order],
      ['THE DELANEY FAMILY TRUST, JOHN P', ['JOHN P DELANEY'], order],
      ['VAN HORN FAMILY TRUST, MARY ANN', ['MARY ANN VANHORN'], order],
    ]),
    ['TODD FAMILY TRUST, JOHN A OKAFOR TRUSTEE', ['JOHN A OKAFOR']],
    ['TODD FAMILY TRUST, JOHN A TODD AND MARY TODD TRUSTEES', ['JOHN A TODD', 'MARY TODD']],
    ['TODD FAMILY TRUST, BANK OF ELM TRUSTEE', []],
  ],
  'a bare part takes a surname, never a given name': [
    ['BRIAN J AND TANYA R MADISON', ['BRIAN J MADISON', 'TANYA R MADISON']],
    ['BRIAN AND TANYA MADISON', ['BRIAN MADISON', 'TANYA MADISON'], 'LAST_FIRST'],
    ['R G AND HAZEL MADISON', ['R G MADISON', 'HAZEL MADISON']],
    ['R & M MADISON', ['R MADISON', 'M MADISON']],
    ['KHALIL & MARY KHALIL', ['KHALIL KHALIL', 'MARY KHALIL'], 'FIRST_LAST'],
    ['ABBOTT, XENIA & YOLANDA I. & ZELDA', ['XENIA ABBOTT', 'YOLANDA I ABBOTT', 'ZELDA ABBOTT']],
    ['SMITH JOHN & MARY', ['JOHN SMITH', 'MARY SMITH']],
    ['JOHN SMITH & MARY', ['JOHN SMITH', 'MARY SMITH']],
    ['JOHN SMITH & MARY ANN', ['JOHN SMITH', 'MARY ANN SMITH'], 'FIRST_LAST'],
    ['SMITH JOHN A & MARY B', ['JOHN A SMITH', 'MARY B SMITH']],
    ['SMITH J & MARY', ['J SMITH', 'MARY SMITH']],
    ['HECK, DAVID & N MARIE', ['DAVID HECK', 'N MARIE HECK']],
  ],
  'a part with a name of its own shares nothing': [
    ['MARSH, PETER & J R OKAFOR', ['PETER MARSH', 'J R OKAFOR']],
    ['MARSH, PETER & ANNA B OKAFOR', ['PETER MARSH', 'ANNA B OKAFOR']],
    ['MARSH, PETER & ANNA MARSH', ['PETER MARSH', 'ANNA MARSH']],
    ['MARSH PETER & MARSH ANNA', ['PETER MARSH', 'ANNA MARSH']],
    ['OKAFOR PETER & MARSH ANNA', ['PETER OKAFOR', 'ANNA MARSH'], 'LAST_FIRST'],
    ['MARSH, PETER & J MARSHALL', ['PETER MARSH', 'J MARSHALL', 'J MARSHALL MARSH']],
  ],
  'of two full words both readings stand, but for two given names': [
    ['LEVY, ANDREW B & AMY GIPSON', ['ANDREW B LEVY', 'AMY GIPSON LEVY', 'AMY GIPSON']],
    ['LEVY, ANDREW B & MARY ANN', ['ANDREW B LEVY', 'MARY ANN LEVY']],
  ],
  'the words show an order': [
    ['JOHN A SMITH', ['JOHN A SMITH']],
    ['JOHN A SMITH', ['A SMITH JOHN'], 'LAST_FIRST'],
    ['JOHN A VAN HORN', ['JOHN A VANHORN']],
    ['SMITH A JOHN', ['A JOHN SMITH', 'SMITH A JOHN']],
    ['JOHN SMITH', ['JOHN SMITH']],
    ['THOMAS JAMES', ['THOMAS JAMES', 'JAMES THOMAS']],
    ['DE LA CRUZ MARIA', ['MARIA DELACRUZ']],
    ['MARIA DE LA CRUZ', ['MARIA DELACRUZ']],
  ],
  'OR parts owners': [
    ['JOHN A SMITH OR MARY B JONES', ['JOHN A SMITH', 'MARY B JONES']],
    ['SMITH, JOHN OR MARY', ['JOHN SMITH', 'MARY SMITH']],
    ['SMITH JOHN OR SMITH JANE', ['JOHN SMITH', 'JANE SMITH']],
    ['OR, DAVID', ['DAVID OR']],
    ['TRADE OR BUSINESS LLC', []],
  ],
  'care-of marks and what follows': [
    ['SMITH, JOHN % JANE ROE', ['JOHN SMITH']],
    ['SMITH, JOHN C/O ROE, JANE', ['JOHN SMITH']],
    ['SMITH, JOHN ATTN: JANE ROE', ['JOHN SMITH']],
    ['C/O ROE, JANE', ['JANE ROE']],
    ['SMITH JOHN A 50% & JONES MARY B 50%', ['JOHN A SMITH', 'MARY B JONES'], 'LAST_FIRST'],
  ],
  'OF and FOR are in no name': [
    ['SMITH, JOHN A OF BOSTON', ['JOHN A SMITH']],
    ['JOHN A SMITH OF BOSTON', ['JOHN A SMITH']],
    ['CITY OF ELM', []],
    ['FIRST CHURCH OF ELM', []],
    ['LEESBURG, TOWN OF', []],
    ['SHARK FINANCIAL INVESTMENTS', []],
    ['GERALD L KUHN & ASSOCIATES', ['GERALD L KUHN']],
  ],
  'an estate and who acts for it': [
    ['ESTATE OF JANE A DOE BY JOHN B DOE EXECUTOR', ['JANE A DOE', 'JOHN B DOE']],
    ['OKAFOR,HELEN BY MARSH,JOHN ATTY IN FACT', ['HELEN OKAFOR', 'JOHN MARSH']],
    ['UNKNOWN HEIRS OF JOHN A MARSH', ['JOHN A MARSH']],
    ['BIRCH HILL REAL ESTATE', []],
    ['ESTATE OF JOHN REAL', ['JOHN REAL']],
  ],
  'spouses and aliases': [
    ['MARSH JOHN A ET UX MARY B', ['JOHN A MARSH', 'MARY B MARSH']],
    ['MARSH JOHN A & WF MARY', ['JOHN A MARSH', 'MARY MARSH']],
    ['MARSH JOHN A AKA JACK MARSH', ['JOHN A MARSH', 'JACK MARSH'], 'LAST_FIRST'],
    ['SMITH, JANE FKA OKONKWO', ['JANE SMITH', 'JANE OKONKWO', 'OKONKWO SMITH']],
    ['SMITH, JANE FKA JONES', ['JANE SMITH', 'JANE JONES']],
    ['SMITH JOHN A & MARY ANN (H&W)', ['JOHN A SMITH', 'MARY ANN SMITH']],
  ],
  'an unknown phrase after a comma': [
    ['JOHN A SMITH, BOSTON MASSACHUSETTS', ['JOHN A SMITH']],
    ['JOHN A SMITH, BSN', ['JOHN A SMITH']],
    ['JAMES PEREZ, QUETZALY', ['QUETZALY JAMESPEREZ', 'JAMES PEREZ']],
    ['GARNER PEREZ, QUETZALY', ['QUETZALY GARNERPEREZ']],
    ['JAMES PEREZ, MARIA', ['MARIA JAMESPEREZ']],
  ],
  'titles and dropped words that are names': [
    ['DR. OKAFOR & DR. HALE', []],
    ['SMITH, DR', ['D R SMITH']],
    ['HON JOHN A SMITH', ['JOHN A SMITH']],
    ['MISS ANNA B SMITH', ['ANNA B SMITH']],
    ['DEV W PATEL', ['DEV W PATEL']],
    ['PATEL, RAJ & DEV', ['RAJ PATEL', 'DEV PATEL']],
    ['JUNIOR, ANNA M', ['ANNA M JUNIOR']],
    ['TRUSTEE, TRACY', ['TRACY TRUSTEE']],
    ['SMITH, TRUSTEE', []],
    ['SMITH, FNU JOHN', ['JOHN SMITH', 'FNU JOHN SMITH']],
  ],
  'husband and wife in letters': [
    ['SMITH JOHN A & MARY B H & W', ['JOHN A SMITH', 'MARY B SMITH']],
    ['SMITH JOHN A & MARY B W/H', ['JOHN A SMITH', 'MARY B SMITH']],
    ['JOHN A SMITH & MARY B SMITH, H/W', ['JOHN A SMITH', 'MARY B SMITH']],
    ['SMITH JOHN A & MARY B (W&H)', ['JOHN A SMITH', 'MARY B SMITH']],
    ['SMITH, H & W', ['H SMITH', 'W SMITH']],
    ['SMITH, JOHN & H & W', ['JOHN SMITH', 'H SMITH', 'W SMITH']],
  ],
  'a wife or husband who is named': [
    ['JOHN A SMITH AND WIFE, MARY B SMITH', ['JOHN A SMITH', 'MARY B SMITH']],
    ['JOHN A SMITH AND HIS WIFE MARY', ['JOHN A SMITH', 'MARY SMITH']],
    ['JOHN A SMITH, HIS WIFE MARY', ['JOHN A SMITH', 'MARY SMITH']],
    ['JOHN A SMITH & MARY B SMITH HIS WIFE AND PETER C HALE', ['JOHN A SMITH', 'MARY B SMITH', 'PETER C HALE']],
  ],
  'a list of full names with commas': [
    ['JOHN SMITH, MARY JONES AND PETER HALE', ['JOHN SMITH', 'MARY JONES', 'PETER HALE']],
    ['JOHN SMITH, MARY JONES, AND PETER HALE', ['JOHN SMITH', 'MARY JONES', 'PETER HALE'], 'FIRST_LAST'],
    ['SMITH, JOHN A, JONES, MARY B', ['JOHN A SMITH', 'MARY B JONES']],
    ['SMITH, JOHN & ANNA, JONES, MARY B', ['JOHN SMITH', 'ANNA SMITH', 'MARY B JONES']],
    ['JOHN SMITH, JR, MARY JONES', ['JOHN SMITH', 'MARY JONES']],
    ['SMITH JOHN, JONES MARY & ANNA', ['JOHN SMITH', 'MARY JONES', 'ANNA JONES']],
    ['DOE JESSICA, DOE MARCELO, SECRETARY OF HOUSING', ['JESSICA DOE', 'MARCELO DOE']],
    ['DOE JESSICA, DOE MARCELO, BIG BANK', ['JESSICA DOE', 'MARCELO DOE'], 'LAST_FIRST'],
    ['JOHN SMITH, MARY JONES', ['MARY JONES JOHNSMITH'], 'LAST_FIRST'],
    ['SMITH JONES, MARY ANN', ['MARY ANN SMITHJONES']],
    ['GARCIA SMITH, JOSE LUIS', ['JOSE LUIS GARCIASMITH']],
    ['JOHN SMITH, MARY JONES & ASSOCIATES LLP', ['MARY JONES JOHNSMITH']],
  ],
  'a firm of surnames': [
    ['MARSH, OKAFOR & HALE LLP', []],
    ['MARSH, OKAFOR, REED & HALE PA', []],
    ['SMITH, JOHN & ACME LLC', ['JOHN SMITH']],
    ['SMITH, JOHN & HALE LLC', ['JOHN SMITH']],
  ],
  'a company that acts for a trust': [
    ['HELEN P MARSH TRUST, WELLS BANK NA TRUSTEE', ['HELEN P MARSH']],
    ['WELLS BANK NA TRUSTEE OF HELEN P MARSH TRUST', ['HELEN P MARSH']],
    ['HELEN MARSH TRUST, LLC', []],
  ],
  'shares are tails': [
    [
      'JOHN A SMITH, AN UNDIVIDED 1/2 INTEREST, AND MARY B JONES, AN UNDIVIDED 1/2 INTEREST',
      ['JOHN A SMITH', 'MARY B JONES'],
    ],
    ['JOHN A SMITH 1/2 INT AND MARY B JONES 1/2 INT', ['JOHN A SMITH', 'MARY B JONES']],
  ],
  'who someone is left by': [
    ['UNKNOWN SPOUSE OF JOHN A SMITH', ['JOHN A SMITH']],
    ['UNKNOWN HEIRS, DEVISEES, GRANTEES AND CREDITORS OF JOHN A SMITH', ['JOHN A SMITH']],
    ['MARY B SMITH, JOHN A SMITH, JOINT TENANTS WITH RIGHT OF SURVIVORSHIP', ['MARY B SMITH', 'JOHN A SMITH']],
    ['UNKNOWN SPOUSE, IF ANY, OF JOHN A SMITH', ['JOHN A SMITH']],
    ['HEIRS OF JOHN A SMITH', ['JOHN A SMITH']],
    ['MARY B SMITH, SURVIVING SPOUSE OF JOHN A SMITH', ['MARY B SMITH', 'JOHN A SMITH']],
    ['MARY B SMITH, WIDOW OF PETER C HALE', ['MARY B SMITH', 'PETER C HALE']],
    ['JOHN A SMITH AND MARY B SMITH, TRUSTEES, OR THEIR SUCCESSORS IN TRUST', ['JOHN A SMITH', 'MARY B SMITH']],
    ['SMITH, JOHN A LIFE EST & HALE, PETER', ['JOHN A SMITH', 'PETER HALE']],
    ['SMITH JOHN A C/F HALE PETER C UTMA', ['JOHN A SMITH', 'PETER C HALE']],
    ['DOE, JANE AND JOHN, MARRIED', ['JANE DOE', 'JOHN DOE']],
    ['SMITH, JOHN A (ET UX MARY)', ['JOHN A SMITH', 'MARY SMITH']],
  ],
  'accounts and minors at the end are read both ways': [
    ['FBO JOHN SMITH IRA', ['JOHN SMITH', 'JOHN SMITH IRA'], 'FIRST_LAST'],
    ['SMITH JOHN ROTH IRA', ['JOHN SMITH'], 'LAST_FIRST'],
    ['SMITH JOHN TOD', ['JOHN SMITH', 'JOHN TOD SMITH'], 'LAST_FIRST'],
    ['SMITH, JOHN TOD', ['JOHN SMITH', 'JOHN TOD SMITH']],
    ['SMITH, IRA', ['IRA SMITH']],
    ['JOHN SMITH, A MINOR', ['JOHN SMITH'], 'FIRST_LAST'],
    ['JOHN SMITH A MINOR', ['JOHN SMITH', 'JOHN SMITH A MINOR'], 'FIRST_LAST'],
    ['JOHN A MINOR', ['JOHN A MINOR']],
  ],
  'who acts by power of attorney': [
    ['JOHN A SMITH POA FOR MARY B JONES', ['JOHN A SMITH', 'MARY B JONES']],
    ['SMITH JOHN A ATTY-IN-FACT HALE PETER C', ['JOHN A SMITH', 'PETER C HALE']],
    ['JOHN A SMITH, BY AND THROUGH HIS GUARDIAN PETER C HALE', ['JOHN A SMITH', 'PETER C HALE']],
    ['MARY B SMITH BY JOHN A SMITH HER ATTORNEY IN FACT', ['MARY B SMITH', 'JOHN A SMITH']],
  ],
  'a standing with its article': [
    ['RODRIGUEZ, JOHN A WIDOW', ['JOHN RODRIGUEZ']],
    ['RODRIGUEZ, JOHN A SINGLE MAN', ['JOHN RODRIGUEZ']],
  ],
  'letters of a form that are given names': [
    ['KIM MI NA', ['MI NA KIM'], 'LAST_FIRST'],
    ['KIM MI NA', []],
    ['ELM BANK NA', [], 'LAST_FIRST'],
  ],
  'sign-offs of a practice': [
    ['SMITH, JOHN M.D., P.C.', ['JOHN SMITH']],
    ['JOHN A SMITH, M.D., P.C.', ['JOHN A SMITH']],
  ],
  'words of an organization without a comma': [
    ['PARKWOOD HOMES STAPLETON', []],
    ['SMITH PLUMBING', []],
    ['JOHN A HOMES', ['JOHN A HOMES']],
    ['HOMES, ANNA', ['ANNA HOMES']],
  ],
  'two surnames before a given name': [
    ['GARCIA OCAMPO MARIA', ['MARIA GARCIAOCAMPO', 'OCAMPO MARIA GARCIA'], 'LAST_FIRST'],
    ['SMITH LINDA MARIA', ['LINDA MARIA SMITH'], 'LAST_FIRST'],
  ],
}

const rows = Object.entries(clauses).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('the people of a text', () => {
  it.each(rows)('$clause: $row', ({ row: [text, people, order = null] }) => {
    expect(readPeople(text, order)).toEqual(people.toSorted())
  })
})

import { describe, expect, it } from 'vitest'
import type { NameOrder } from './person.ts'
import { parseParty } from './party.ts'
import { feedFormat } from './test-helpers.ts'

/**
 * Everyone who is read in a text, and nobody else (decisions, section 6a), with made-up names. A person is written as
 * given names and surname key. 'either' stands for a feed that states no order.
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
    ['JOHN MARSH, TRUSTEE OF THE HELEN P OKAFOR TRUST', ['JOHN MARSH', 'MARSH JOHN', 'HELEN P OKAFOR']],
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
    ['ABBOTT, XENIA & YOLANDA I. & ZELDA', ['XENIA ABBOTT', 'YOLANDA I ABBOTT', 'ZELDA ABBOTT']],
    ['SMITH JOHN & MARY', ['JOHN SMITH', 'SMITH JOHN', 'MARY SMITH']],
    ['JOHN SMITH & MARY', ['JOHN SMITH', 'SMITH JOHN', 'MARY SMITH']],
    ['JOHN SMITH & MARY ANN', ['JOHN SMITH', 'MARY ANN SMITH'], 'FIRST_LAST'],
    ['SMITH JOHN A & MARY B', ['JOHN A SMITH', 'MARY B SMITH']],
    ['SMITH J & MARY', ['J SMITH', 'MARY SMITH']],
    ['HECK, DAVID & N MARIE', ['DAVID HECK', 'N MARIE HECK']],
  ],
  'a part with a name of its own shares nothing': [
    ['MARSH, PETER & J R OKAFOR', ['PETER MARSH', 'J R OKAFOR']],
    ['MARSH, PETER & ANNA B OKAFOR', ['PETER MARSH', 'ANNA B OKAFOR']],
    ['MARSH, PETER & ANNA MARSH', ['PETER MARSH', 'ANNA MARSH']],
    ['MARSH PETER & MARSH ANNA', ['PETER MARSH', 'MARSH PETER', 'ANNA MARSH']],
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
    ['JOHN SMITH', ['JOHN SMITH', 'SMITH JOHN']],
    ['DE LA CRUZ MARIA', ['MARIA DELACRUZ']],
    ['MARIA DE LA CRUZ', ['MARIA DELACRUZ']],
  ],
  'OR parts owners': [
    ['JOHN A SMITH OR MARY B JONES', ['JOHN A SMITH', 'MARY B JONES']],
    ['SMITH, JOHN OR MARY', ['JOHN SMITH', 'MARY SMITH']],
    ['SMITH JOHN OR SMITH JANE', ['JOHN SMITH', 'SMITH JOHN', 'JANE SMITH']],
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
    ['JAMES PEREZ, QUETZALY', ['QUETZALY JAMESPEREZ', 'JAMES PEREZ', 'PEREZ JAMES']],
    ['GARNER PEREZ, QUETZALY', ['QUETZALY GARNERPEREZ']],
    ['JAMES PEREZ, MARIA', ['MARIA JAMESPEREZ']],
  ],
  'titles and dropped words that are names': [
    ['HON JOHN A SMITH', ['JOHN A SMITH']],
    ['MISS ANNA B SMITH', ['ANNA B SMITH']],
    ['DEV W PATEL', ['DEV W PATEL']],
    ['PATEL, RAJ & DEV', ['RAJ PATEL', 'DEV PATEL']],
    ['JUNIOR, ANNA M', ['ANNA M JUNIOR']],
    ['TRUSTEE, TRACY', ['TRACY TRUSTEE']],
    ['SMITH, TRUSTEE', []],
    ['SMITH, FNU JOHN', ['JOHN SMITH', 'FNU JOHN SMITH']],
  ],
}

const rows = Object.entries(clauses).flatMap(([clause, list]) => list.map((row) => ({ clause, row })))

describe('who is read', () => {
  it.each(rows)('$clause: $row', ({ row: [text, people, order = null] }) => {
    expect(readPeople(text, order)).toEqual(people.toSorted())
  })
})

import {
  both,
  type Composed,
  couple,
  eitherOwnOrShared,
  inEitherOrder,
  initial,
  nobody,
  only,
  type Pattern,
  type Someone,
  withLast,
} from './compose-people.ts'

const titles = new Set(['DEV', 'HON'])
/** HON and DEV are also a title and an office, and stand for those before or after two words. */
const unlessTitle = ({ first }: Someone, composed: Composed): Composed => (titles.has(first) ? nobody('') : composed)

/** For tests: patterns with the marks, tails and spellings of real indexes around the names. */

const withSurname = (person: Someone, last: string): Someone => ({ ...person, last })

export const markedWithCommas: Record<string, Pattern> = {
  'alias of another name': (a, b) => both(`${a.last}, ${a.first} A/K/A ${b.last}, ${b.first}`, a, b),
  'alias with the given name first': (a, b) =>
    inEitherOrder(couple(`${a.last}, ${a.first} AKA ${b.first} ${a.last}`, a, b), withLast(b, a)),
  'alias of a former surname': (a, b) =>
    inEitherOrder(both(`${a.last}, ${a.first} F/K/A ${a.first} ${b.last}`, a, withLast(a, b)), withLast(a, b)),
  'alias of one given name': (a, b) => ({
    ...couple(`${a.last}, ${a.first} A.K.A. ${b.first}`, a, b),
    unnamed: [withSurname(a, b.first)],
  }),
  born: (a, b) => both(`${a.last}, ${a.first} ${initial(a)} NEE ${b.last}`, a, withLast(a, b)),
  'born, in brackets': (a, b) => both(`${a.last}, ${a.first} (NEE ${b.last})`, a, withLast(a, b)),
  'a trade name': (a, b) => only(`${a.last}, ${a.first} DBA ${b.last} ROOFING`, a),
  'a trade name with a form': (a, b) => only(`${a.last}, ${a.first} D/B/A ${b.last} PLUMBING LLC`, a),
  'for the benefit of': (a) => only(`HARBOR SAVINGS BANK CUST FBO ${a.last}, ${a.first} ${initial(a)}`, a),
  'a named spouse': (a, b) => couple(`${a.last}, ${a.first} ${initial(a)} ET UX ${b.first}`, a, b),
  'a named spouse after a comma': (a, b) => couple(`${a.last}, ${a.first} ET UX, ${b.first} ${initial(b)}`, a, b),
  'a named wife': (a, b) => couple(`${a.last}, ${a.first} ${initial(a)} AND WIFE ${b.first}`, a, b),
  'his wife': (a, b) => couple(`${a.last}, ${a.first} & ${b.first} HIS WIFE`, a, b),
  'a first name in brackets': (a, b) => couple(`${a.last}, ${a.first} (${b.first})`, a, b),
  'a first name in quotes': (a, b) => couple(`${a.last}, ${a.first} "${b.first}" ${initial(a)}`, a, b),
  'an estate in brackets': (a) => only(`${a.last}, ${a.first} ${initial(a)} (ESTATE)`, a),
  'life estate in brackets': (a) => only(`${a.last},${a.first} ${initial(a)} (LIFE ESTATE) &`, a),
  'deceased in brackets': (a, b) => couple(`${a.last}, ${a.first} (DECEASED) & ${b.first}`, a, b),
  'a generation': (a) => only(`${a.last}, ${a.first} ${initial(a)} JR`, a),
  'a generation before the comma': (a) => only(`${a.last} JR, ${a.first} ${initial(a)}`, a),
  'a generation in a couple': (a, b) => couple(`${a.last}, ${a.first} III & ${b.first} ${initial(b)}`, a, b),
  'a generation after a second comma': (a) => only(`${a.last}, ${a.first}, SR`, a),
  'a particle': (a) => only(`VAN ${a.last}, ${a.first} ${initial(a)}`, withSurname(a, `VAN ${a.last}`)),
  'a couple with a particle': (a, b) =>
    unlessTitle(a, couple(`VAN DER ${a.last}, ${a.first} & ${b.first}`, withSurname(a, `VAN DER ${a.last}`), b)),
  'a hyphen': (a, b) => only(`${a.last}-${b.last}, ${a.first} ${initial(a)}`, withSurname(a, `${a.last}-${b.last}`)),
  'a couple with a hyphen': (a, b, c) =>
    couple(`${a.last}-${b.last}, ${a.first} & ${c.first}`, withSurname(a, `${a.last}-${b.last}`), c),
  'two last names': (a, b) =>
    only(`${a.last} ${b.last}, ${a.first} ${initial(a)}`, withSurname(a, `${a.last}-${b.last}`)),
  'a couple with two last names': (a, b, c) =>
    unlessTitle(a, couple(`${a.last} ${b.last}, ${a.first} & ${c.first}`, withSurname(a, `${a.last}-${b.last}`), c)),
  'a period for a comma': (a) => only(`${a.last}.${a.first} ${initial(a)}`, a),
  'two commas': (a) => only(`${a.last},,${a.first}`, a),
  'power of attorney': (a) => only(`${a.last}, ${a.first} ${initial(a)} POA`, a),
  'by an attorney': (a, b) => both(`${a.last}, ${a.first} BY ${b.last}, ${b.first} ATTORNEY IN FACT`, a, b),
  'a share': (a) => only(`${a.last}, ${a.first} 1/2 INT`, a),
  shares: (a, b) => both(`${a.last}, ${a.first} 1/2 INT & ${b.last}, ${b.first} 1/2 INT`, a, b),
  'an undivided share': (a) => only(`${a.last}, ${a.first} ${initial(a)} AN UNDIVIDED 1/3 INTEREST`, a),
  percent: (a, b) => both(`${a.last}, ${a.first} 50% & ${b.last}, ${b.first} 50%`, a, b),
  'a unit': (a, b) => couple(`${a.last}, ${a.first} & ${b.first} UNIT 4`, a, b),
  'double spaces within': (a, b) => couple(`${a.last},  ${a.first}  &  ${b.first}`, a, b),
  'double spaces between': (a, b) => ({
    ...both(`${a.last}, ${a.first}  ${b.last}, ${b.first}`, a, b),
    format: { doubleSpaceSplits: true },
  }),
  'a double space before a given name': (a, b) => ({
    ...couple(`${a.last}, ${a.first}  ${b.first} ${initial(b)}`, a, b),
    format: { doubleSpaceSplits: true },
  }),
  'own name after double spaces': (a, b) => ({
    ...eitherOwnOrShared(`${a.last}, ${a.first}  ${b.first} ${b.last}`, a, b),
    format: { doubleSpaceSplits: true },
  }),
  'an unknown spouse': (a) => only(`${a.last}, ${a.first} AND UNKNOWN SPOUSE`, a),
}

export const markedSurnameFirst: Record<string, Pattern> = {
  'a generation': (a) => only(`${a.last} ${a.first} ${initial(a)} JR`, a),
  'a generation in a couple': (a, b) => couple(`${a.last} ${a.first} JR & ${b.first}`, a, b),
  alias: (a, b) => couple(`${a.last} ${a.first} AKA ${a.last} ${b.first}`, a, b),
  'a named spouse': (a, b) => couple(`${a.last} ${a.first} ET UX ${b.first}`, a, b),
  'a named wife': (a, b) => couple(`${a.last} ${a.first} ${initial(a)} AND WIFE ${b.first}`, a, b),
  'a hyphen': (a, b) => only(`${a.last}-${b.last} ${a.first} ${initial(a)}`, withSurname(a, `${a.last}-${b.last}`)),
  'a share': (a) => only(`${a.last} ${a.first} ${initial(a)} 1/2 INT`, a),
  'a trade name': (a, b) => only(`${a.last} ${a.first} DBA ${b.last} ROOFING`, a),
  'double spaces': (a) => only(`${a.last}  ${a.first} ${initial(a)}`, a),
  'power of attorney': (a) => only(`${a.last} ${a.first} POA`, a),
  'a first name in brackets': (a, b) => couple(`${a.last} ${a.first} (${b.first})`, a, b),
}

export const markedSurnameLast: Record<string, Pattern> = {
  'for the benefit of': (a) => only(`HARBOR SAVINGS BANK FBO ${a.first} ${initial(a)} ${a.last}`, a),
  'widow of': (a, b) => both(`${a.first} ${initial(a)} ${a.last}, WIDOW OF ${b.first} ${initial(b)} ${b.last}`, a, b),
  'a generation': (a) => only(`${a.first} ${initial(a)} ${a.last} JR`, a),
  'a generation after a comma': (a) => only(`${a.first} ${initial(a)} ${a.last}, III`, a),
  alias: (a, b) => couple(`${a.first} ${a.last} A/K/A ${b.first} ${a.last}`, a, b),
  formerly: (a, b) => both(`${a.first} ${a.last} FORMERLY KNOWN AS ${a.first} ${b.last}`, a, withLast(a, b)),
  // Without a stated order PRICE may also be the birth name of Warren Victor.
  born: (a, b) => ({
    ...both(`${a.first} ${a.last} NEE ${b.last}`, a, withLast(a, b)),
    unnamed: [{ ...a, first: a.last, last: b.last }],
  }),
  'a particle': (a) => unlessTitle(a, only(`${a.first} ${initial(a)} VAN ${a.last}`, withSurname(a, `VAN ${a.last}`))),
  'a hyphen': (a, b) => only(`${a.first} ${initial(a)} ${a.last}-${b.last}`, withSurname(a, `${a.last}-${b.last}`)),
  'a named wife': (a, b) =>
    both(`${a.first} ${initial(a)} ${a.last} AND ${b.first} ${initial(b)} ${a.last}, HIS WIFE`, a, withLast(b, a)),
  shares: (a, b) =>
    both(`${a.first} ${initial(a)} ${a.last}, 1/2 INT AND ${b.first} ${initial(b)} ${b.last}, 1/2 INT`, a, b),
  'by an attorney': (a, b) =>
    both(`${a.first} ${initial(a)} ${a.last} BY ${b.first} ${initial(b)} ${b.last} POA`, a, b),
  'a trade name': (a, b) => only(`${a.first} ${initial(a)} ${a.last} DBA ${b.last} ROOFING`, a),
  'a first name in quotes': (a, b) => couple(`${a.first} "${b.first}" ${a.last}`, a, b),
  'a list with commas': (a, b, c) => ({
    text: `${a.first} ${initial(a)} ${a.last}, ${b.first} ${initial(b)} ${b.last} AND ${c.first} ${initial(c)} ${c.last}`,
    named: [a, b, c],
  }),
}

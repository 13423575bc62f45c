import { describe, expect, it } from 'vitest'
import { defaultFeedFormat } from './feed-format.ts'
import { parseParty } from './party.ts'
import type { NameOrder, Person } from './person.ts'

/**
 * Nobody is invented (decisions, section 6a): joint names, trusts, estates and companies are composed from known people
 * in the patterns of county indexes and read back. Each person read must be one who was put in, and each one who was put
 * in must be read.
 */
type Someone = { first: string; middle: string; last: string }
/** `unnamed` may be read besides. The names of `eitherOrder` have no comma of their own and stand in a text without a stated order. */
type Composed = { text: string; named: Someone[]; unnamed?: Someone[]; eitherOrder?: Someone[] }
type Pattern = (a: Someone, b: Someone, c: Someone) => Composed

const firstNames = (
  'ANNA BRIAN CLARA DAVID EDITH FRANK GRACE HENRY IRENE JACOB KAREN LOUIS MARTHA NATHAN OLIVE PETER RUTH SAMUEL TANYA ' +
  'VICTOR WALTER HELEN JOHN MARY JAMES THOMAS LEE ROSE KIM JOSE GUADALUPE CHRISTOPHER ELIZABETH DEV HON MAY'
).split(' ')
const lastNames = (
  'HALVERSEN OKAFOR MARSH LEVANDER WENTWORTH DELANEY HARTLEY BRANDVOLD FERNHILL AXELSEN GIPSONE VANTERPOOL QUILLING ' +
  'ROSEWALL THOMSON LOWELL CLAYTON MERCER BISHOP STERLING ABBOTT CHASE WARREN GARCIA NGUYEN UTA TRUE MONEY PRICE HOUSE'
).split(' ')

const initial = ({ middle }: Someone) => middle.charAt(0)
const withLast = (person: Someone, { last }: Someone): Someone => ({ ...person, last })
const both = (text: string, a: Someone, b: Someone): Composed => ({ text, named: [a, b] })
const couple = (text: string, a: Someone, b: Someone): Composed => both(text, a, withLast(b, a))
const only = (text: string, a: Someone): Composed => ({ text, named: [a] })
const nobody = (text: string): Composed => ({ text, named: [] })
/** The later part's two full words may be its own name or given names that share the surname: both readings stand. */
const eitherOwnOrShared = (text: string, a: Someone, b: Someone): Composed => ({
  text,
  named: [a, b],
  unnamed: [{ first: b.first, middle: b.last, last: a.last }],
  eitherOrder: [b],
})
/** A name inside a trust or an estate is read in either order, whatever the feed states. */
const inEitherOrder = (composed: Composed, ...eitherOrder: Someone[]): Composed => ({ ...composed, eitherOrder })

const withCommas: Record<string, Pattern> = {
  'one person': (a) => only(`${a.last}, ${a.first} ${initial(a)}`, a),
  'no space': (a) => only(`${a.last},${a.first} ${a.middle}`, a),
  'an open end': (a) => only(`${a.last},${a.first} ${initial(a)} &`, a),
  'a couple': (a, b) => couple(`${a.last}, ${a.first} & ${b.first}`, a, b),
  'a couple with initials': (a, b) => couple(`${a.last},${a.first} ${initial(a)} & ${b.first} ${initial(b)}`, a, b),
  'three of a name': (a, b, c) => ({
    text: `${a.last}, ${a.first} & ${b.first} ${initial(b)}. & ${c.first}`,
    named: [a, withLast(b, a), withLast(c, a)],
  }),
  'a couple by status': (a, b) => couple(`${a.last}, ${a.first} AND ${b.first}, HUSBAND AND WIFE`, a, b),
  'a couple of trustees': (a, b) => couple(`${a.last}, ${a.first} & ${b.first}, CO-TRUSTEES`, a, b),
  'two names': (a, b) => both(`${a.last}, ${a.first} & ${b.last}, ${b.first}`, a, b),
  'two names by a slash': (a, b) => both(`${a.last}, ${a.first} / ${b.last}, ${b.first} ${initial(b)}`, a, b),
  'two names by a semicolon': (a, b) => both(`${a.last}, ${a.first}; ${b.last}, ${b.first}`, a, b),
  'two names by OR': (a, b) => both(`${a.last}, ${a.first} ${initial(a)} OR ${b.last}, ${b.first}`, a, b),
  'own name after an initial': (a, b) =>
    both(`${a.last}, ${a.first} ${initial(a)} & ${b.first} ${initial(b)} ${b.last}`, a, b),
  'own name of two words': (a, b) =>
    eitherOwnOrShared(`${a.last}, ${a.first} ${initial(a)} & ${b.first} ${b.last}`, a, b),
  'a trustee and the trust of another': (a, b) =>
    inEitherOrder(both(`${a.last}, ${a.first} ${initial(a)} TR & ${b.first} ${b.last} REVOCABLE TRUST`, a, b), b),
  'a trustee and a family trust': (a, b) => only(`${a.last}, ${a.first} TRUSTEE & ${b.last} FAMILY TRUST`, a),
  'trustee of a family trust': (a, b) =>
    only(`${a.last}, ${a.first} ${initial(a)} TRUSTEE OF THE ${b.last} FAMILY TRUST`, a),
  'a family trust and a trustee': (a, b) => only(`${b.last} FAMILY TRUST & ${a.last}, ${a.first}`, a),
  'a trust with people after it': (a, b) => couple(`${a.last} LIVING TRUST, ${a.first} & ${b.first}`, a, b),
  'a trust with a person after it': (a) => only(`${a.last} FAMILY TRUST, ${a.first} ${initial(a)}`, a),
  'a trust of a couple': (a, b) => couple(`${a.last}, ${a.first} & ${b.first} FAMILY TRUST`, a, b),
  'a trust of one': (a) => only(`${a.last}, ${a.first} ${initial(a)} REVOCABLE LIVING TRUST`, a),
  'two trusts': (a, b) => both(`${a.last}, ${a.first} TRUST & ${b.last}, ${b.first} TRUST`, a, b),
  'a trust and its date': (a) => only(`${a.last}, ${a.first} LIVING TRUST DATED JUNE 3 2004`, a),
  'an estate': (a) => only(`${a.last}, ${a.first} ESTATE OF`, a),
  'life estate': (a) => only(`${a.last}, ${a.first} L/E`, a),
  'care of': (a, b) => only(`${a.last}, ${a.first} C/O ${b.first} ${b.last}`, a),
  heirs: (a) => only(`HEIRS OF ${a.last}, ${a.first}`, a),
  'a company': (a) => nobody(`${a.last}, ${a.first} INVESTMENTS LLC`),
  'a person and a company': (a, b) => only(`${a.last}, ${a.first} & ${b.last} HOLDINGS LLC`, a),
  'a company and a person': (a, b) => only(`${b.last} HOLDINGS LLC & ${a.last}, ${a.first}`, a),
}

const surnameFirst: Record<string, Pattern> = {
  'one person': (a) => only(`${a.last} ${a.first} ${initial(a)}`, a),
  'a trustee': (a) => only(`${a.last} ${a.first} ${initial(a)} TRUSTEE`, a),
  'a couple': (a, b) => couple(`${a.last} ${a.first} & ${b.first}`, a, b),
  'a couple with initials': (a, b) => couple(`${a.last} ${a.first} ${initial(a)} & ${b.first} ${initial(b)}`, a, b),
  'a couple of trustees': (a, b) => couple(`${a.last} ${a.first} & ${b.first} CO-TRS`, a, b),
  'a trust': (a) => inEitherOrder(only(`${a.last} ${a.first} ${initial(a)} LIVING TRUST`, a), a),
  'an estate': (a) => inEitherOrder(only(`${a.last} ${a.first} EST`, a), a),
  'trustee of a trust': (a, b) => only(`${a.last} ${a.first} ${initial(a)} TRUSTEE OF THE ${b.last} FAMILY TRUST`, a),
  'a family trust': (a) => nobody(`${a.last} FAMILY TRUST`),
  'two surnames of a trust': (a, b) => nobody(`${a.last} AND ${b.last} TRUST`),
  'a company': (a) => nobody(`${a.last} ${a.first} ENTERPRISES INC`),
}

const surnameLast: Record<string, Pattern> = {
  'one person': (a) => only(`${a.first} ${initial(a)} ${a.last}`, a),
  'with a tail': (a) => only(`${a.first} ${initial(a)} ${a.last}, TRUSTEE`, a),
  'two names': (a, b) => both(`${a.first} ${initial(a)} ${a.last} AND ${b.first} ${initial(b)} ${b.last}`, a, b),
  'two names by OR': (a, b) => both(`${a.first} ${a.last} OR ${b.first} ${b.last}`, a, b),
  'a couple': (a, b) => couple(`${a.first} AND ${b.first} ${a.last}`, a, b),
  'a couple with initials': (a, b) => couple(`${a.first} ${initial(a)} AND ${b.first} ${initial(b)} ${a.last}`, a, b),
  'a couple by status': (a, b) =>
    couple(`${a.first} ${initial(a)} ${a.last} AND ${b.first} ${initial(b)} ${a.last}, HUSBAND AND WIFE`, a, b),
  'a trust of a couple': (a, b) =>
    inEitherOrder(couple(`THE ${a.first} AND ${b.first} ${a.last} FAMILY TRUST`, a, b), withLast(b, a)),
  'a trust of two names': (a, b) =>
    inEitherOrder(
      couple(`${a.first} ${a.last} AND ${b.first} ${a.last} LIVING TRUST DATED JUNE 3 2004`, a, b),
      a,
      withLast(b, a),
    ),
  'two trusts': (a, b) =>
    inEitherOrder(
      both(
        `${a.first} ${initial(a)} ${a.last} REVOCABLE TRUST AND ${b.first} ${initial(b)} ${b.last} REVOCABLE TRUST`,
        a,
        b,
      ),
      a,
      b,
    ),
  'trustee of the trust of another': (a, b) =>
    inEitherOrder(both(`${a.first} ${a.last}, TRUSTEE OF THE ${b.first} ${b.last} TRUST`, a, b), a, b),
  'an estate': (a) => inEitherOrder(only(`ESTATE OF ${a.first} ${initial(a)} ${a.last}`, a), a),
  'a company': (a) => nobody(`${a.first} ${a.last} PLUMBING LLC`),
  'a partnership': (a, b) => nobody(`${a.last} & ${b.last} LLP`),
}

/** Whole numbers below `limit`, the same in each run (a linear congruential generator). */
function createDraw(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function drawPeople(draw: (limit: number) => number, count: number): Someone[] {
  const take = (from: string[]) => from.splice(draw(from.length), 1)[0] ?? ''
  const firsts = [...firstNames]
  const lasts = [...lastNames]
  return Array.from({ length: count }, () => ({ first: take(firsts), middle: take(firsts), last: take(lasts) }))
}

/** Whether all the words of a reading are of this person: the surname is, and so is each given name. */
function isOf(read: Person, { first, middle, last }: Someone, hasFixedOrder: boolean): boolean {
  const given = [first, middle, middle.charAt(0)]
  const isIn = (words: string[], allowed: string[]) => words.every((word) => allowed.includes(word))
  if (read.surname.key === last) return isIn(read.givenWords, given)
  return !hasFixedOrder && isIn([...read.surnameWords, ...read.givenWords], [...given, last])
}

const describeReading = ({ surname, givenWords }: Person) => `${givenWords.join(' ')} ${surname.key}`

function checkPatterns(patterns: Record<string, Pattern>, orders: NameOrder[], hasComma: boolean): void {
  for (const [name, compose] of Object.entries(patterns)) {
    it.each(orders.map((order) => ({ order })))(`${name}, order $order`, ({ order }) => {
      const draw = createDraw(20_240_601)
      for (let round = 0; round < 60; round++) {
        const [a, b, c] = drawPeople(draw, 3)
        if (!a || !b || !c) throw new Error('Three people were asked for.')
        const { text, named, unnamed = [], eitherOrder = [] } = compose(a, b, c)
        const { people } = parseParty({ name: text }, 0, { ...defaultFeedFormat, nameOrder: order })
        const hasFixedOrder = hasComma || order !== null
        const invented = people.filter(
          (read) =>
            ![...named, ...unnamed].some((person) => isOf(read, person, hasFixedOrder)) &&
            !eitherOrder.some((person) => isOf(read, person, false)),
        )
        expect(invented.map(describeReading), text).toEqual([])
        const missed = named.filter(
          ({ first, last }) =>
            !people.some(
              ({ surname, givenNames }) => surname.key === last && givenNames.some((g) => g.first === first),
            ),
        )
        expect(missed, text).toEqual([])
      }
    })
  }
}

describe('with a comma', () => checkPatterns(withCommas, [null, 'LAST_FIRST', 'FIRST_LAST'], true))
describe('surname first', () => checkPatterns(surnameFirst, [null, 'LAST_FIRST'], false))
describe('surname last', () => checkPatterns(surnameLast, [null, 'FIRST_LAST'], false))

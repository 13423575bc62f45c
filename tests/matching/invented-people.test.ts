import { expect, it } from 'vitest'
import { type Random, randomAt } from '#scripts/made-up/random.ts'
import { drawApart, type Pool } from '#scripts/match-report/pools/pool.ts'
import type { NameOrder } from '#shared/matching/people/person.ts'
import {
  both,
  couple,
  eitherOwnOrShared,
  findWrongPeople,
  inEitherOrder,
  initial,
  listWrongPeople,
  nobody,
  only,
  type Pattern,
  type Someone,
  withLast,
  type WrongPeople,
} from '../fixtures/names/compose-people.ts'
import { markedSurnameFirst, markedSurnameLast, markedWithCommas } from '../fixtures/names/marked-people.ts'
import { expectGoals, type Figures, pools, toPercent } from './pool-goals.ts'

/** No person is invented in joint names, trusts, estates and companies. */
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

type Style = { title: string; patterns: Record<string, Pattern>; orders: NameOrder[]; hasComma: boolean }

const styles: Style[] = [
  {
    title: 'with a comma',
    patterns: { ...withCommas, ...markedWithCommas },
    orders: [null, 'LAST_FIRST', 'FIRST_LAST'],
    hasComma: true,
  },
  {
    title: 'surname first',
    patterns: { ...surnameFirst, ...markedSurnameFirst },
    orders: [null, 'LAST_FIRST'],
    hasComma: false,
  },
  {
    title: 'surname last',
    patterns: { ...surnameLast, ...markedSurnameLast },
    orders: [null, 'FIRST_LAST'],
    hasComma: false,
  },
]
const cases = styles.flatMap(({ title, patterns, orders, hasComma }) =>
  Object.entries(patterns).flatMap(([name, compose]) =>
    orders.map((order) => ({ title, name, compose, order, hasComma })),
  ),
)

it.each(cases)('$title: $name, order $order', ({ compose, order, hasComma }) => {
  expect(findWrongPeople(compose, order, hasComma)).toEqual([])
})

/** How often each pattern is tried with people of each pool. */
const rounds = 8

it('few people are missed or invented with names from each pool', () => {
  expectGoals(new Map(pools.map((pool) => [pool.name, measurePool(pool)])))
})

function measurePool(pool: Pool): Figures {
  const results = cases.map(({ compose, order, hasComma }, i) => {
    const casts = Array.from({ length: rounds }, (_, round) => drawThree(pool, randomAt(i, round)))
    return listWrongPeople(compose, casts, { order, hasComma, allowsEitherOrder: true })
  })
  const sum = (toCount: (wrong: WrongPeople) => number) => results.reduce((total, wrong) => total + toCount(wrong), 0)
  const [missed, people] = [sum((wrong) => wrong.missed.length), sum((wrong) => wrong.people)]
  const [invented, texts] = [sum((wrong) => wrong.textsInvented), sum((wrong) => wrong.texts)]
  return { missed: toPercent(missed, people), invented: toPercent(invented, texts) }
}

const drawThree = (pool: Pool, random: Random) => drawApart(pool, 3, random, true) as [Someone, Someone, Someone]

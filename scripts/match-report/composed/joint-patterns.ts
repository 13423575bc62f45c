import { toNameWords } from '../pools/pool.ts'
import {
  comma,
  firstLast,
  givenOf,
  indexed,
  joinLast,
  lastFirst,
  plain,
  short,
  spoken,
  text,
  type TextPattern,
  toPlainLast,
  withInitial,
  withLast,
} from './text-pattern.ts'

/** Owners together: couples, two and three names, tenancies and standing. */
export const jointPatterns: readonly TextPattern[] = [
  comma('one owner', ({ a }) => text(indexed(a), a)),
  comma('two last names', ({ a, b }) => {
    const [one, other] = [toPlainLast(a), toPlainLast(b)]
    return {
      ...text(indexed({ ...one, last: `${one.last} ${other.last}` }), one),
      allowed: [{ first: a.first, last: other.last }],
    }
  }),
  comma('a husband’s last name', ({ a, b, random }) => {
    const [one, other] = [toPlainLast(a), toPlainLast(b)]
    const last = `${one.last} ${random.pick(['DE', 'DE', 'VIUDA DE', 'VDA DE'])} ${other.last}`
    const allowed = [other.last, `DE ${other.last}`].map((husbands) => ({ first: a.first, last: husbands }))
    return { ...text(indexed({ ...one, last }), one), allowed }
  }),
  comma('a couple', ({ a, b, random }) =>
    text(`${indexed(a)} ${random.pick(['&', 'AND'])} ${givenOf(b)}`, a, withLast(b, a)),
  ),
  comma('a couple by standing', ({ a, b, random }) =>
    text(
      `${indexed(a)} AND ${givenOf(b)}, ${random.pick(['HUSBAND AND WIFE', 'WIFE AND HUSBAND', 'A MARRIED COUPLE'])}`,
      a,
      withLast(b, a),
    ),
  ),
  comma('two names', ({ a, b, random }) =>
    text(`${indexed(a)} ${random.pick(['&', 'AND', '/', ';'])} ${indexed(b)}`, a, b),
  ),
  comma('then a spoken name', ({ a, b }) => text(`${indexed(a)} & ${spoken(withInitial(b))}`, a, b)),
  comma('three names', ({ a, b, c }) => text(`${indexed(a)} & ${indexed(b)} & ${indexed(c)}`, a, b, c)),
  comma('three of one last name', ({ a, b, c }) =>
    text(
      `${a.last}, ${a.first} & ${givenOf(short(b))} & ${givenOf(short(c))}`,
      a,
      withLast(short(b), a),
      withLast(short(c), a),
    ),
  ),
  lastFirst('a couple without comma', ({ a, b }) => {
    const one = joinLast(short(a))
    return text(`${plain(one)} & ${givenOf(short(b))}`, one, withLast(short(b), one))
  }),
  lastFirst('two names without comma', ({ a, b }) => {
    const [one, other] = [joinLast(withInitial(a)), joinLast(withInitial(b))]
    // The second may be a person whose first name is that word, with the last name of the first.
    const lasts = [one.last, ...toNameWords(one.last)]
    const firsts = [other.last, ...toNameWords(other.last)]
    const allowed = firsts.flatMap((first) => lasts.map((last) => ({ first, last })))
    return { ...text(`${plain(one)} & ${plain(other)}`, one, other), allowed }
  }),
  firstLast('a spoken couple', ({ a, b }) =>
    text(`${short(a).first} AND ${short(b).first} ${a.last}`, short(a), withLast(short(b), a)),
  ),
  firstLast('two spoken names', ({ a, b }) => text(`${spoken(a)} AND ${spoken(b)}`, a, b)),
  firstLast('three spoken names', ({ a, b, c }) =>
    text(`${spoken(withInitial(a))}, ${spoken(withInitial(b))} AND ${spoken(withInitial(c))}`, a, b, c),
  ),
  comma('tenants by the entirety', ({ a, b, random }) =>
    text(`${indexed(a)} & ${givenOf(b)} ${random.pick(['TEES', 'T/E', 'TBE'])}`, a, withLast(b, a)),
  ),
  comma('tenants in common', ({ a, b, random }) =>
    text(
      `${indexed(a)} & ${indexed(b)}${random.pick([' AS TENANTS IN COMMON', ', AS JOINT TENANTS', ' JTWROS', ', TENANTS IN COMMON'])}`,
      a,
      b,
    ),
  ),
  firstLast('spoken tenants in common', ({ a, b, random }) =>
    text(
      `${spoken(a)} AND ${spoken(b)}, ${random.pick(['AS TENANTS IN COMMON', 'AS JOINT TENANTS', 'AS JOINT TENANTS WITH RIGHT OF SURVIVORSHIP'])}`,
      a,
      b,
    ),
  ),
  firstLast('each with a standing', ({ a, b }) =>
    text(`${spoken(a)}, AN UNMARRIED MAN, AND ${spoken(b)}, A SINGLE WOMAN`, a, b),
  ),
  firstLast('a phrase after a comma', ({ a, random }) =>
    text(
      `${spoken(a)}, ${random.pick(['A MARRIED PERSON AS HIS SOLE AND SEPARATE PROPERTY', 'TRUSTEE', 'A WIDOW', 'SURVIVING SPOUSE', 'UNMARRIED'])}`,
      a,
    ),
  ),
  comma('a phrase after a second comma', ({ a, random }) =>
    text(
      `${indexed(a)}, ${random.pick(['A SINGLE PERSON', 'SUCCESSOR TRUSTEE', 'SURVIVING JOINT TENANT', 'AN UNMARRIED WOMAN', 'ET AL'])}`,
      a,
    ),
  ),
]

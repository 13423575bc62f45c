import { defaultFeedFormat, type FeedFormat } from './feed-format.ts'
import { parseParty } from './party.ts'
import type { NameOrder, Person } from './person.ts'

/**
 * For tests: records composed from known people in the patterns of county indexes, and read back. Each person read must
 * be one who was put in, and each one who was put in must be read.
 */
export type Someone = { first: string; middle: string; last: string }
/**
 * `unnamed` may also be read. The names of `eitherOrder` have no comma of their own and are in a text without a stated
 * order.
 */
export type Composed = {
  text: string
  named: Someone[]
  unnamed?: Someone[]
  eitherOrder?: Someone[]
  format?: Partial<FeedFormat>
}
export type Pattern = (a: Someone, b: Someone, c: Someone) => Composed

const firstNames = (
  'ANNA BRIAN CLARA DAVID EDITH FRANK GRACE HENRY IRENE JACOB KAREN LOUIS MARTHA NATHAN OLIVE PETER RUTH SAMUEL TANYA ' +
  'VICTOR WALTER HELEN JOHN MARY JAMES THOMAS LEE ROSE KIM JOSE GUADALUPE CHRISTOPHER ELIZABETH DEV HON MAY'
).split(' ')
const lastNames = (
  'HALVERSEN OKAFOR MARSH LEVANDER WENTWORTH DELANEY HARTLEY BRANDVOLD FERNHILL AXELSEN GIPSONE VANTERPOOL QUILLING ' +
  'ROSEWALL THOMSON LOWELL CLAYTON MERCER BISHOP STERLING ABBOTT CHASE WARREN GARCIA NGUYEN UTA TRUE MONEY PRICE HOUSE'
).split(' ')

export const initial = ({ middle }: Someone) => middle.charAt(0)
export const withLast = (person: Someone, { last }: Someone): Someone => ({ ...person, last })
export const both = (text: string, a: Someone, b: Someone): Composed => ({ text, named: [a, b] })
export const couple = (text: string, a: Someone, b: Someone): Composed => both(text, a, withLast(b, a))
export const only = (text: string, a: Someone): Composed => ({ text, named: [a] })
export const nobody = (text: string): Composed => ({ text, named: [] })
/** The later part's two full words may be its own name or given names that share the surname: both readings stand. */
export const eitherOwnOrShared = (text: string, a: Someone, b: Someone): Composed => ({
  text,
  named: [a, b],
  unnamed: [{ first: b.first, middle: b.last, last: a.last }],
  eitherOrder: [b],
})
/** A name inside a trust or an estate is read in either order, whatever the feed states. */
export const inEitherOrder = (composed: Composed, ...eitherOrder: Someone[]): Composed => ({ ...composed, eitherOrder })

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

/** The key of a surname of one word or several: VAN MARSH, OKAFOR-MARSH. */
const toKey = (last: string) => last.replaceAll(/[ -]/g, '')

const isIn = (words: string[], allowed: string[]) => words.every((word) => allowed.includes(word))

/** Whether all the words of a reading are of this person: the surname is, and so is each given name. */
function isOf(read: Person, { first, middle, last }: Someone, hasFixedOrder: boolean): boolean {
  const given = [first, middle, middle.charAt(0)]
  if (read.surname.key === toKey(last)) return isIn(read.givenWords, given)
  return !hasFixedOrder && isIn([...read.surnameWords, ...read.givenWords], [...given, last, ...last.split(/[ -]/)])
}

const describeReading = ({ surname, givenWords }: Person) => `${givenWords.join(' ')} ${surname.key}`

/**
 * The people read in the pattern's records that were not put in, and those put in that were not read; empty if both
 * agree.
 */
export function findWrongPeople(compose: Pattern, order: NameOrder, hasComma: boolean): string[] {
  const draw = createDraw(20_240_601)
  return Array.from({ length: 60 }, () => drawPeople(draw, 3)).flatMap(([a, b, c]) => {
    if (!a || !b || !c) throw new Error('Three people were asked for.')
    const { text, named, unnamed = [], eitherOrder = [], format } = compose(a, b, c)
    const { people } = parseParty({ name: text }, 0, { ...defaultFeedFormat, nameOrder: order, ...format })
    const hasFixedOrder = hasComma || order !== null
    const invented = people.filter(
      (read) =>
        ![...named, ...unnamed].some((person) => isOf(read, person, hasFixedOrder)) &&
        !eitherOrder.some((person) => isOf(read, person, false)),
    )
    const missed = named.filter(
      ({ first, last }) =>
        !people.some(
          ({ surname, givenNames }) => surname.key === toKey(last) && givenNames.some((g) => g.first === first),
        ),
    )
    return [
      ...invented.map((read) => `${text}: invented ${describeReading(read)}`),
      ...missed.map(({ first, last }) => `${text}: missed ${first} ${last}`),
    ]
  })
}

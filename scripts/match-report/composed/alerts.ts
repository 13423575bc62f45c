import { toNameWords } from '../pools/pool.ts'
import type { MadeText } from './compose.ts'
import type { Pair } from './text-pattern.ts'

const toId = ({ first, last }: Pair) => `${first} | ${last}`

/**
 * Alerts that must not find the text, since the people of these names are not in it:
 *
 * - A first name of one person with the last name of another, unless a person there has both.
 * - A person who is only named after C/O.
 * - A person's name backward, and one last name taken for the first name of another, if `isPlausible`: some pool must
 *   have the first word as a first name and the last word as a last name. Other names like that would be an alert's only
 *   by chance, so reading them has no consequence.
 *
 * A name backward is right, and not listed, where neither the feed nor a comma states the order, and inside a trust or
 * an estate without a comma.
 */
export function listWrongAlerts(made: MadeText, isPlausible: (first: string, last: string) => boolean): Pair[] {
  const { named, absent = [], allowed = [] } = made
  const known = new Set([...named, ...allowed].map(toId))
  const lasts = listLasts(made)
  const mixed = [...named, ...absent].flatMap(({ first }) => lasts.map((last) => ({ first, last })))
  const words = lasts.flatMap(toNameWords)
  const ofLasts = words.flatMap((first) => words.filter((last) => last !== first).map((last) => ({ first, last })))
  const plausible = [...listBackward(made), ...ofLasts].filter(({ first, last }) => isPlausible(first, last))
  const all = new Map([...mixed, ...absent, ...plausible].map((pair) => [toId(pair), pair]))
  return [...all].filter(([id]) => !known.has(id)).map(([, pair]) => pair)
}

/** The last names that stand in the text. */
function listLasts({ text, people, named }: MadeText): string[] {
  const lasts = [...people.map(({ last }) => last), ...named.map(({ last }) => last)]
  return [...new Set(lasts)].filter((last) => ` ${text.replaceAll(/[^A-Z-]+/g, ' ')} `.includes(` ${last} `))
}

function listBackward({ pattern, order, named, people, eitherOrder = [] }: MadeText): Pair[] {
  if (order === null && pattern.writing !== 'comma') return []
  const exempt = new Set(eitherOrder.map(toId))
  return named
    .filter((pair) => !exempt.has(toId(pair)))
    .flatMap(({ first, last }) => {
      const middle = people.find((person) => person.first.split(' ')[0] === first.split(' ')[0])?.middle ?? ''
      const given = [...toNameWords(first), ...toNameWords(middle)].filter((word) => word.length > 1)
      const [asFirst] = toNameWords(last)
      return asFirst === undefined ? [] : given.map((word) => ({ first: asFirst, last: word }))
    })
}

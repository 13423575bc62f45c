import { parseNamePart, splitNameParts } from '../people/name-parts.ts'
import type { NameOrder, Person } from '../people/person.ts'

/** A trustee's name in one order: the words of the surname, and the first name. */
type Trustee = { surname: string[]; first: string; order: Person['order']; hasComma: boolean }

/**
 * The trustees named next to a trust in its text. They show which words of its own name are families, and in which
 * order names are written there.
 */
export function listTrustees(texts: string[]): Trustee[] {
  return texts
    .flatMap((text) => text.split(';'))
    .flatMap(splitNameParts)
    .flatMap(({ text }): Trustee[] => {
      const { surname, words } = parseNamePart(text)
      const [first] = words
      if (first === undefined) return []
      if (surname) return [{ surname, first, order: 'LAST_FIRST', hasComma: true }]
      if (words.length < 2) return []
      return [
        { surname: words.slice(-1), first, order: 'FIRST_LAST', hasComma: false },
        { surname: [first], first: words[1] ?? '', order: 'LAST_FIRST', hasComma: false },
      ]
    })
}

const orders = ['FIRST_LAST', 'LAST_FIRST'] as const

/** Whether a trust is named by surnames of trustees alone: 'SMITH, JOHN & JONES, MARY TRUSTEES OF THE SMITH JONES TRUST'. */
export function isTrustOf(name: string, trustees: Trustee[]): boolean {
  const words = readWords(name)
  if (words === null || words.length < 2) return false
  return orders.some((order) => {
    const inOrder = trustees.filter((trustee) => trustee.hasComma || trustee.order === order)
    const isFirstName = (word: string) => inOrder.some(({ first }) => first === word)
    const families = words.map((word) => inOrder.find(({ surname }) => listHalves(surname).includes(word)))
    return families.every((family, i) => family !== undefined && !isFirstName(words[i] ?? ''))
  })
}

/** The order of a trust's own name that repeats a trustee's; null if none does, or in both orders. */
export function findTrustOrder(name: string, trustees: Trustee[]): NameOrder {
  const words = readWords(name)
  if (words === null || words.length < 2) return null
  const named = trustees.filter(({ hasComma }) => hasComma)
  const [first = '', second = ''] = words
  const last = words.at(-1) ?? ''
  const isOf = (given: string, surname: string) =>
    named.some((trustee) => trustee.first === given && listHalves(trustee.surname).includes(surname))
  if (isOf(first, last)) return 'FIRST_LAST'
  return isOf(second, first) ? 'LAST_FIRST' : null
}

/** The words of a name of one part without a comma; null for any other. */
function readWords(name: string): string[] | null {
  const [part, ...others] = splitNameParts(name)
  if (!part || others.length > 0) return null
  const { surname, words } = parseNamePart(part.text)
  return surname ? null : words.flatMap((word) => word.split('-'))
}

const listHalves = (surname: string[]): string[] => [...surname.flatMap((word) => word.split('-')), surname.join('')]

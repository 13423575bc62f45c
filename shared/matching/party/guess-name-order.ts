import { endsInLegalForm } from '../business/business.ts'
import { parseNamePart, splitNameParts } from '../people/name-parts.ts'
import type { NameOrder } from '../people/person.ts'
import { givenNameShare, surnameShare } from '../tables/census.ts'
import { organizationWords } from '../tables/organization-words.ts'
import { fold } from '../text/fold.ts'

/** How much likelier one order must be than the other to count. */
const clearOdds = 10
/** The assumed share of a name that the census does not list: half of its rarest. */
const unlisted = 1e-6
/** An initial counts as a common given name: no surname has one letter. */
const initialOdds = 0.01
const maxWords = 4
const lettersOnly = /^\p{L}[\p{L}-]*$/u

/**
 * The order of one person's name without a comma, by how common its words are as surnames and given names in the
 * census; null if the name does not show it.
 */
export function guessNameOrder(name: string): NameOrder | null {
  const words = readPersonWords(name)
  if (!words) return null
  const first = words[0] ?? ''
  const last = words.at(-1) ?? ''
  // Words in between are given names either way.
  const odds = (surnameOdds(first) * givenOdds(last)) / (givenOdds(first) * surnameOdds(last))
  if (odds >= clearOdds) return 'LAST_FIRST'
  return odds <= 1 / clearOdds ? 'FIRST_LAST' : null
}

const surnameOdds = (word: string) => surnameShare(word.replaceAll('-', '')) + unlisted
const givenOdds = (word: string) =>
  word.length === 1 ? initialOdds : givenNameShare(word.replaceAll('-', '')) + unlisted

/** The words of a name that may be one person's and has no comma. */
function readPersonWords(name: string): string[] | null {
  const folded = fold(name)
  if (folded.includes(',') || splitNameParts(folded).length !== 1 || endsInLegalForm(folded)) return null
  const { surname, words } = parseNamePart(folded)
  const isPerson =
    surname === null &&
    words.length > 1 &&
    words.length <= maxWords &&
    words.every((word) => lettersOnly.test(word) && !organizationWords.has(word)) &&
    words.some((word) => givenNameShare(word) > 0)
  return isPerson ? words : null
}

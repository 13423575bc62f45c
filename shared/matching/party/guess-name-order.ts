import { endsInLegalForm } from '../business/business.ts'
import { parseNamePart, splitNameParts } from '../people/name-parts.ts'
import { inferOrder, type NameOrder } from '../people/person.ts'
import { organizationWords } from '../tables/organization-words.ts'
import { fold } from '../text/fold.ts'

const maxWords = 4
const lettersOnly = /^\p{L}[\p{L}-]*$/u

/** The order of one person's name without a comma; null if the name does not show it, or may be another's than a person's. */
export function guessNameOrder(name: string): NameOrder {
  const words = readPersonWords(name)
  return words && inferOrder(words)
}

/** The words of a name that may be one person's and has no comma. */
function readPersonWords(name: string): string[] | null {
  const folded = fold(name)
  if (folded.includes(',') || splitNameParts(folded).length !== 1 || endsInLegalForm(folded)) return null
  const { surname, words } = parseNamePart(folded)
  const isPerson =
    surname === null &&
    words.length > 1 &&
    words.length <= maxWords &&
    words.every((word) => lettersOnly.test(word) && !organizationWords.has(word))
  return isPerson ? words : null
}

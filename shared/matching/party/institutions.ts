import { splitWords, stripEnds, wordsDroppedAtEnds } from '../business/business-words.ts'
import { isInitial } from '../people/given-names.ts'
import { isKnownGivenName, isRatherGivenName, isRatherSurname, namesOrganization } from '../people/name-likelihood.ts'
import type { NameOrder } from '../people/person.ts'
import { givenNameShare, surnameShare } from '../tables/census.ts'
import { churchNames, institutionWords, organizationWords, tradeWords } from '../tables/organization-words.ts'
import { particles } from '../tables/particles.ts'

/** Most names have none of the words, which this finds out fast. */
const maybeInstitution = new RegExp([...institutionWords].join('|'))

/**
 * Whether folded text is the name of a church, a school or the like and of no person: it ends in such a word, and that
 * word is no surname there, as in 'SHIRLEY TEMPLE' and 'JOHN Q CHURCH', nor a name after a comma ('MARSH, ANN CHURCH').
 *
 * @param isPersonal whether something near the text shows a person, so that one unlisted given name is enough
 */
export function isInstitution(text: string, order: NameOrder, isPersonal = false): boolean {
  if (!maybeInstitution.test(text)) return false
  const words = stripEnds(splitWords(text))
  const last = words.at(-1) ?? ''
  if (words.length < 2 || !institutionWords.has(last)) return false
  const others = words.slice(0, -1)
  if (splitWords(text.split(',').slice(1).join(' ')).some((word) => !wordsDroppedAtEnds.has(word)))
    return namesOrganization(others)
  return surnameShare(last) === 0 || !(mayPrecedeSurname(others, order) || (isPersonal && mayBeGivenName(others)))
}

/** Churches are called by such a word and a saint's name. */
const saints: ReadonlySet<string> = new Set([...particles, 'STS', 'SAINTS', 'SANTA', 'SANTO', 'MT', 'MOUNT'])
/** Given names of churches that many people have, too: GRACE, but not BETHEL. */
const leastChurchName = 0.0001
const maxGivenNames = 3

/** Given names with initials or, where the surname may come first, a surname and given names. */
function mayPrecedeSurname(words: string[], order: NameOrder): boolean {
  const [first = '', second = '', ...more] = words
  if (saints.has(first) || words.length > maxGivenNames) return false
  if (second === '') {
    return isKnownGivenName(first) && (!churchNames.has(first) || givenNameShare(first) > leastChurchName)
  }
  if (isInitial(second) && more.length === 0) return first.length > 1
  if (words.some((word) => churchNames.has(word))) return false
  if (words.every((word) => isInitial(word) || isRatherGivenName(word))) return !words.every(isInitial)
  return order !== 'FIRST_LAST' && isRatherSurname(first) && [second, ...more].every((word, i) => isGiven(word, i))
}

/** One word that is neither a saint nor otherwise in the names of churches. */
const mayBeGivenName = ([word = '', ...others]: string[]): boolean =>
  others.length === 0 &&
  /^\p{L}{2,}$/u.test(word) &&
  ![saints, churchNames, organizationWords, tradeWords].some((words) => words.has(word))

const isGiven = (word: string, at: number) => isRatherGivenName(word) || (at > 0 && isInitial(word))

/** 'KWAME TEMPLE AND AMA TEMPLE' share a surname. */
export function shareInstitutionWord(parts: { text: string }[]): boolean {
  if (parts.length < 2) return false
  const [first, ...others] = parts.map(({ text }) => splitWords(text).at(-1) ?? '')
  return first !== undefined && institutionWords.has(first) && others.every((word) => word === first)
}

/** Whether a part before '&' begins with a given name, so that it is a person and no beginning of the institution's name. */
export const beginsWithGivenName = (text: string): boolean => {
  const [first = '', ...others] = splitWords(text)
  return others.length > 0 && isKnownGivenName(first) && !saints.has(first) && !churchNames.has(first)
}

/** 'ST PETER & PAUL CHURCH' is one name. */
export const beginsWithSaint = (text: string): boolean => saints.has(splitWords(text)[0] ?? '')

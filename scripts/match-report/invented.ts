import { hasName, splitTextParts, type TextPart } from './name-parts.ts'
import { toLetters } from './plain-name.ts'

/** A person that the rule read: the words of the surname, and the first name in each reading. */
export type ReadPerson = { surnameWords: string[]; firstNames: string[] }

const trustWord = /^(TRUST|TRUSTS|TRST|REVOCABLE|IRREVOCABLE|LIVING|ESTATE|FAMILY)$/

/**
 * Whether a person was put together from words that do not belong to one name: surname and first name are together in
 * no part of the text, and the part with the first name is not a bare one that takes the shared surname. Looks only at
 * the text, never at how the rule read it.
 */
export const isInvented = (text: string, person: ReadPerson): boolean =>
  isInventedIn(text, person) && isInventedIn(spellFigures(text), person)

/** With the letters that figures in or next to letters may be: MCG0WAN is McGowan. */
const spellFigures = (text: string) =>
  text.replaceAll(/(?<=\p{L})[0158]|[0158](?=\p{L})/gu, (figure) => ({ 0: 'O', 1: 'I', 5: 'S', 8: 'B' })[figure] ?? '')

function isInventedIn(text: string, { surnameWords, firstNames }: ReadPerson): boolean {
  const parts = splitTextParts(text)
  const surname = surnameWords.join('')
  const hasSurname = (words: string[]) =>
    hasName(words, surname) || surnameWords.some((word) => word.length > 2 && hasName(words, word))
  const hasFirst = ({ words }: TextPart) => firstNames.some((first) => hasGiven(words, first))
  if (parts.some((part) => hasSurname(part.words) && hasFirst(part))) return false
  return !parts.some((part, i) => hasFirst(part) && isBare(part) && sharesSurname(parts, i, hasSurname))
}

function hasGiven(words: readonly string[], first: string): boolean {
  // JC is J C.
  if (first.length === 1 && words.some((word) => word.length < 3 && word.startsWith(first))) return true
  return hasName(words, first) || words.some((word) => isWrittenShort(word, toLetters(first)))
}

/** WM for WILLIAM, MD for MOHAMMAD: the first letter, and the others in their order. JNO is a form of JOHN. */
function isWrittenShort(word: string, full: string): boolean {
  if (word === 'JNO') return full === 'JOHN'
  if (word.length < 2 || word.length >= full.length || word[0] !== full[0]) return false
  let at = 0
  for (const letter of full) if (letter === word[at]) at++
  return at === word.length
}

/**
 * A bare part has no surname of its own: no comma, no full word after an initial, and in a trust only one word before
 * what makes it one.
 */
function isBare({ words, beforeComma }: TextPart): boolean {
  const trustAt = words.findIndex((word) => trustWord.test(word))
  const isCommaOfTrust = beforeComma !== null && trustAt > 0 && trustAt < beforeComma.length
  if (beforeComma !== null && !isCommaOfTrust) return false
  const own = words
    .slice(0, trustAt > 0 ? trustAt : undefined)
    .filter((word) => !tails.has(word) && !trustWord.test(word))
  if (trustAt >= 0) return own.filter((word) => word.length > 1).length < 2
  const full = own.findIndex((word) => word.length > 1)
  const initial = own.findIndex((word, i) => i > full && word.length === 1)
  return full < 0 || initial < 0 || own.slice(initial + 1).every((word) => word.length === 1)
}

const tails = new Set('JR SR II III IV TRUSTEE TRUSTEES TR COTRUSTEE CO ET AL UX HUSBAND WIFE JT TIC'.split(' '))

/** The surname is before an earlier part's comma, in an earlier part without one, or in the last part. */
function sharesSurname(parts: TextPart[], at: number, hasSurname: (words: string[]) => boolean): boolean {
  const last = parts.at(-1)
  return (
    parts.slice(0, at).some(({ words, beforeComma }) => hasSurname(beforeComma ?? words)) ||
    (last !== undefined && last !== parts[at] && hasSurname(last.words))
  )
}

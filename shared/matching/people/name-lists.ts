import { isInitial } from './given-names.ts'
import { isKnownGivenName, isRatherGivenName, isRatherSurname, namesOrganization } from './name-likelihood.ts'
import { parseNamePart, splitNameParts } from './name-parts.ts'
import type { NameOrder } from './person.ts'

/**
 * Lists of full names with commas between them, as some exports write all parties of a record in one string: 'JOHN
 * SMITH, MARY JONES AND PETER HALE'. The census lists distinguish them from 'SMITH JONES, MARY ANN', one person with a
 * double surname.
 */
export type NameList = { texts: string[]; order: NonNullable<NameOrder> }

/** Names of more words are skipped. */
const maxWords = 4

/**
 * The names of such a list (folded text, trailing phrases dropped) and their order; null for any other text. At least
 * two names are people by the census in one order, which the feed's stated order does not contradict, and all others
 * are organizations.
 */
export function splitNameList(text: string, stated: NameOrder): NameList | null {
  const comma = text.indexOf(',')
  if (comma < 0) return null
  // Nearly every text with a comma is 'SURNAME, GIVEN', and this looks at its first name alone.
  const pairs = splitPairs(text)
  if (pairs) return { texts: pairs, order: 'LAST_FIRST' }
  const head = text.slice(0, comma)
  const first = /\S\s+\S/.test(head) ? findOrder(head) : null
  if (first === null || (stated !== null && stated !== first)) return null
  const texts = joinLoosePieces(text.split(','))
  let people = 0
  for (const piece of texts) {
    if (isNameOf(piece, first)) people++
    else if (!isOrganization(piece)) return null
  }
  const mayBeOne = hasOnlyYInside(head) && texts.flatMap(splitNameParts).length < 3
  return people > 1 && !mayBeOne && !isBetweenSurnames(texts) ? { texts, order: first } : null
}

/** 'ORTEGA Y GASSET, JOSE M LUIS' is one person; of three names the first may have a Y for a middle initial. */
const hasOnlyYInside = (head: string) => {
  const { words } = parseNamePart(head)
  return hasMiddleInitial(words) && hasOnlyY(words)
}

/** Whether the only initials of a list are a Y, as of 'ORTEGA Y GASSET, JOSE Y ANA'. */
function isBetweenSurnames(texts: string[]): boolean {
  const withInitial = texts
    .flatMap((text) => splitNameParts(text).map((part) => parseNamePart(part.text).words))
    .filter(hasMiddleInitial)
  return withInitial.length > 0 && withInitial.every(hasOnlyY)
}

/** 'SMITH, JOHN A, JONES, MARY': surnames and given names in turn. */
function splitPairs(text: string): string[] | null {
  const pieces = text.split(',').filter((piece) => piece.trim() !== '')
  if (pieces.length < 4 || pieces.length % 2 !== 0) return null
  const words = pieces.map((piece) => parseNamePart(piece).words)
  const isPair = words.every((names, i) => {
    const [first = ''] = names
    return i % 2 === 0 ? names.length === 1 && isRatherSurname(first) : isRatherGivenName(first)
  })
  return isPair ? pieces.flatMap((piece, i) => (i % 2 === 0 ? [`${piece}, ${pieces[i + 1] ?? ''}`] : [])) : null
}

/** 'JOHN SMITH, JR': a piece that a comma separates from its name, or that is empty, stays with the piece before it. */
function joinLoosePieces(pieces: string[]): string[] {
  const texts: string[] = []
  for (const piece of pieces) {
    const { words, surname } = parseNamePart(`X X, ${piece}`)
    const before = texts.pop()
    if (before === undefined) texts.push(piece)
    else if (surname === null && words.length === 2) texts.push(`${before}, ${piece}`)
    else texts.push(before, piece)
  }
  return texts
}

/** The order of a text that begins with a name whose order the census is sure of. */
function findOrder(text: string): NameList['order'] | null {
  const [part] = splitNameParts(text.trim())
  const { words } = parseNamePart(part?.text ?? '')
  if (hasMiddleInitial(words)) return 'FIRST_LAST'
  if (!isNameLength(words)) return null
  const last = words.at(-1) ?? ''
  if (isFullName(words, 'FIRST_LAST') && isRatherSurname(last)) return 'FIRST_LAST'
  const isSurnameFirst = isFullName(words, 'LAST_FIRST') && isRatherGivenName(words[1] ?? '')
  return isSurnameFirst && isRatherSurname(words[0] ?? '') ? 'LAST_FIRST' : null
}

const isBare = ([word = '', ...others]: string[]) => isKnownGivenName(word) && others.every(isInitial)

/** One full name in this order, or several with '&' between them that may share its surname. */
function isNameOf(text: string, order: NameList['order']): boolean {
  const parts = splitNameParts(text).map((part) => parseNamePart(part.text).words)
  const full = parts.filter((words) => isFullName(words, order))
  return full.length > 0 && parts.every((words) => full.includes(words) || isBare(words))
}

function isFullName(words: string[], order: NameList['order']): boolean {
  if (order === 'FIRST_LAST' && hasMiddleInitial(words)) return true
  if (!isNameLength(words)) return false
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  if (order === 'FIRST_LAST') return isRatherGivenName(first) && canBeSurname(last)
  return canBeSurname(first) && isKnownGivenName(words[1] ?? '') && !isRatherGivenName(first)
}

/**
 * JOHN A SMITH is a full name whatever the words are, and so is MARIA ANA C DE LA CRUZ: one initial, inside. The Y of
 * ORTEGA Y GASSET is an initial only where another name of the list has one.
 */
function hasMiddleInitial(words: string[]): boolean {
  const at = words.findIndex(isInitial)
  const isInside = at > 0 && at < 3 && at < words.length - 1 && words.findLastIndex(isInitial) === at
  return isInside && words.length <= maxWordsAroundInitial
}
const hasOnlyY = (words: string[]) => words.filter(isInitial).every((word) => word === 'Y')
const maxWordsAroundInitial = 6

const isNameLength = (words: string[]) => words.length > 1 && words.length <= maxWords
const canBeSurname = (word: string) => !isInitial(word) && isRatherSurname(word)

function isOrganization(text: string): boolean {
  const { words } = parseNamePart(text)
  return !text.includes('&') && words.length > 1 && (words.includes('OF') || namesOrganization(words))
}

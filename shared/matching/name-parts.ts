import { dottedAbbreviations } from './tables/dotted-abbreviations.ts'
import { isInitial } from './given-names.ts'
import { isKnownGivenName, isKnownName } from './name-likelihood.ts'
import {
  absentNames,
  ambiguousNames,
  droppedWords,
  mohammadAbbreviations,
  neverNames,
  officeWords,
  standingWords,
  titleNames,
} from './tables/dropped-words.ts'

/** One piece of a record's text between '/', '&', AND or ';', with the separator before it. */
export type NamePart = { text: string; separator: '' | '&' | '/' }

const separators = /\s*(?:([/;])|&|(?<=^|\s)AND(?=\s|$))\s*/g

const maybeSeparated = /[/;&]|AND/

/** Splits folded text into parts and leaves out empty ones (after a trailing '&'). */
export function splitNameParts(text: string): NamePart[] {
  if (!maybeSeparated.test(text)) return text.trim() === '' ? [] : [{ text: text.trim(), separator: '' }]
  const parts: NamePart[] = []
  let from = 0
  let separator: NamePart['separator'] = ''
  const push = (piece: string) => {
    const trimmed = piece.trim()
    if (trimmed !== '') parts.push({ text: trimmed, separator })
  }
  for (const found of text.matchAll(separators)) {
    push(text.slice(from, found.index))
    separator = found[1] === undefined ? '&' : '/'
    from = found.index + found[0].length
  }
  push(text.slice(from))
  return parts
}

/** The words of one part (folded text), split at its comma. */
export type NamePartWords = {
  /** Set if a comma separates the surname from the given names. */
  surname: string[] | null
  /** The given names, or all words if there is no such comma, without the dropped words. */
  words: string[]
  /** The same with dropped words that may be names, if there are any: DEV, or FNU. */
  keptWords: string[] | null
  /** Every word but those that are never names. */
  all: string[]
  /** Single words in quotes. */
  quotedNames: string[]
  /** The words before the comma if what follows it may be a tail: 'JOHN SMITH, BOSTON'. */
  beforeTail: string[] | null
  /** True if what follows the comma can be nothing but a tail. */
  isTail: boolean
}

const periodAsComma = /(\p{L}{3,})\.(?=\p{L})/gu
const periodAfterLetter = /(?<![\p{L}\p{N}])(\p{L})\./gu
const periodAfterWord = /(\p{L}{2,})\.(?=\p{L})/gu
const quoted = /"([^"]*)"?/g
const notName = /[^\p{L}\p{N}-]+/u
const spacedHyphen = /\s+-\s+/g
const halfHyphen = /\s*-\s*/g

/** Parses the words of a part: splits it at its comma and leaves out the dropped words. */
export function parseNamePart(text: string): NamePartWords {
  const quotedNames: string[] = []
  let plain = text
  if (plain.includes('"')) {
    plain = plain.replace(quoted, (_whole, inside: string) => {
      const [word, ...others] = splitWords(inside).filter((name) => !droppedWords.has(name))
      if (word !== undefined && others.length === 0) quotedNames.push(word.replaceAll('-', ''))
      return ' '
    })
  }
  if (plain.includes('-')) plain = plain.replace(spacedHyphen, ' ').replace(halfHyphen, '-')
  if (plain.includes('.')) plain = resolvePeriods(plain)
  const groups = plain
    .split(',')
    .map(splitWords)
    .filter((words) => words.length > 0)
  return splitAtComma(groups, quotedNames)
}

function splitAtComma(groups: string[][], quotedNames: string[]): NamePartWords {
  const [head = [], ...tail] = groups
  const all = groups.flat().filter((word) => !neverNames.has(word))
  const none = { quotedNames, all, beforeTail: null, isTail: false }
  const given = tail.flat()
  const keptHead = dropWords(head, false)
  if (given.length === 0)
    return { ...none, surname: null, words: keptHead, keptWords: keepAmbiguousNames(all, keptHead) }
  const keptGiven = dropWords(given, true)
  if (keptGiven.length === 0 && keptHead.length > 1)
    return { ...none, surname: null, words: keptHead, keptWords: keepAmbiguousNames(head, keptHead) }
  return {
    ...none,
    surname: keptHead.length > 0 ? keptHead : head,
    words: keptGiven.length > 0 ? keptGiven : given,
    keptWords: keepFirstNames(given),
    ...findTail(keptHead, keptGiven),
  }
}

/**
 * An unknown phrase after a comma is a tail if a full name that begins with a given name stands before it and no word of
 * the phrase is a given name. One unknown word may still be the given name of a double surname: JAMES PEREZ, XOCHITL.
 */
function findTail(head: string[], phrase: string[]): Pick<NamePartWords, 'beforeTail' | 'isTail'> {
  const words = phrase.filter((word) => !isInitial(word))
  const isUnknown = words.length > 0 && !words.some(isKnownGivenName)
  if (head.length < 2 || !isUnknown || !isKnownGivenName(head[0] ?? '')) return { beforeTail: null, isTail: false }
  return { beforeTail: head, isTail: words.length > 1 }
}

/** Reads the first period between surname and given name as a comma; after a single letter it ends an initial. */
function resolvePeriods(text: string): string {
  let hasComma = text.includes(',')
  const asComma = text.replace(periodAsComma, (whole, left: string) => {
    if (hasComma || dottedAbbreviations.has(left)) return whole
    hasComma = true
    return `${left},`
  })
  return asComma
    .replace(periodAfterLetter, '$1 ')
    .replace(periodAfterWord, (whole, word: string) => (dottedAbbreviations.has(word) ? `${word} ` : whole))
    .replaceAll('.', '')
}

function splitWords(text: string): string[] {
  return text
    .split(notName)
    .filter((word) => word !== '' && word !== '-')
    .map(trimHyphens)
}

const trimHyphens = (word: string) => (word.startsWith('-') || word.endsWith('-') ? word.replace(/^-+|-+$/g, '') : word)

/** Removes dropped words, except MD before a given name, which is MOHAMMAD. */
function dropWords(words: string[], areGiven: boolean): string[] {
  if (!words.some((word) => droppedWords.has(word))) return words
  return dropOffice(words).filter((word, i) => {
    if (droppedWords.has(word)) return precedesGivenName(words, i, areGiven)
    return !(i > 1 && (word === 'A' || word === 'AN') && standingWords.has(words[i + 1] ?? ''))
  })
}

/** COMMISSIONER goes with the words of the office before it, but a surname and a given name stay. */
function dropOffice(words: string[]): string[] {
  const at = words.findIndex((word) => word === 'COMMISSIONER' || word === 'COMMISSIONERS')
  if (at < 0) return words
  let from = at
  while (from > 1 && isOfficeWord(words[from - 1] ?? '')) from--
  return [...words.slice(0, from), ...words.slice(at + 1)]
}

/** A word of an office or of its place: one that nobody is called by. */
const isOfficeWord = (word: string) => officeWords.has(word) || (!isInitial(word) && !isKnownName(word))

/** Between comma and given names MD also stands before a lone initial. */
function precedesGivenName(words: string[], i: number, areGiven: boolean): boolean {
  if (!mohammadAbbreviations.has(words[i] ?? '') || i > 1) return false
  const rest = words.slice(i + 1).filter((word) => !droppedWords.has(word))
  return rest.some((word) => word.length > 1) || (areGiven && i === 0 && rest.length > 0)
}

const isKept = (word: string) => ambiguousNames.has(word) || absentNames.has(word) || !droppedWords.has(word)

/** Given names including a first name that is also a dropped word (DEV, HON) or stands for none (FNU); null without. */
function keepFirstNames(given: string[]): string[] | null {
  const isFirst = ambiguousNames.has(given[0] ?? '')
  if (!isFirst && !given.some((word) => absentNames.has(word))) return null
  return given.filter((word, i) => (i === 0 ? isKept(word) : absentNames.has(word) || !droppedWords.has(word)))
}

/** The same without a comma. A title such as MISS is a name only if too few other words remain. */
function keepAmbiguousNames(all: string[], kept: string[]): string[] | null {
  const fullWords = kept.filter((word) => !isInitial(word)).length
  const isNeeded = all.some(
    (word, i) =>
      absentNames.has(word) ||
      (ambiguousNames.has(word) && (fullWords < 2 || (!titleNames.has(word) && i < all.length - 1))),
  )
  return isNeeded ? all.filter(isKept) : null
}

/** The words of an alert's given names including every dropped word that may be a name. */
export const keepPossibleNames = (words: string[]): string[] => words.filter(isKept)

import { dottedAbbreviations } from './tables/dotted-abbreviations.ts'
import { ambiguousNames, droppedWords, neverNames, mohammadAbbreviations } from './tables/dropped-words.ts'

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

/**
 * The words of one part. `surname` is set if a comma separates it from the given names; otherwise it is null and `words`
 * has all of them. `all` includes dropped words that may be names; `quotedNames` are single words in quotes.
 */
export type NamePartWords = { surname: string[] | null; words: string[]; all: string[]; quotedNames: string[] }

const periodAsComma = /(\p{L}{3,})\.(?=\p{L})/gu
const periodAfterLetter = /(?<![\p{L}\p{N}])(\p{L})\./gu
const periodAfterWord = /(\p{L}{2,})\.(?=\p{L})/gu
const quoted = /"([^"]*)"?/g
const notName = /[^\p{L}\p{N}-]+/u
const spacedHyphen = /\s+-\s+/g
const halfHyphen = /\s*-\s*/g

/** Parses the words of a part (folded text), split at its comma, without the dropped words. */
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
  const [head = [], ...tail] = groups
  const all = groups.flat().filter((word) => !neverNames.has(word))
  const given = tail.flat()
  if (given.length === 0) return { surname: null, words: dropWords(head), all, quotedNames }
  const keptGiven = dropWords(given)
  const keptHead = dropWords(head)
  if (keptGiven.length === 0 && keptHead.length > 1) return { surname: null, words: keptHead, all, quotedNames }
  return {
    surname: keptHead.length > 0 ? keptHead : head,
    words: keptGiven.length > 0 ? keptGiven : given,
    all,
    quotedNames,
  }
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
function dropWords(words: string[]): string[] {
  if (!words.some((word) => droppedWords.has(word))) return words
  return words.filter((word, i) => !droppedWords.has(word) || precedesGivenName(words, i))
}

function precedesGivenName(words: string[], i: number): boolean {
  if (!mohammadAbbreviations.has(words[i] ?? '') || i > 1) return false
  return words.slice(i + 1).some((word) => word.length > 1 && !droppedWords.has(word))
}

/** The words including those that may be given names (DEV, HON), or null if there are none. */
export function keepAmbiguousNames(words: string[]): string[] | null {
  if (!words.some((word) => ambiguousNames.has(word))) return null
  return words.filter((word) => ambiguousNames.has(word) || !droppedWords.has(word))
}

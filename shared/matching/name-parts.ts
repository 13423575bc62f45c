import { abbreviations } from './tables/abbreviations.ts'
import { droppedNames, droppedWords, neverNames, shortMohammad } from './tables/dropped-words.ts'

/** One piece of a record's text between '/', '&', AND or ';', with what stood before it. */
export type TextPart = { text: string; separator: '' | '&' | '/' }

const separators = /\s*(?:([/;])|&|(?<=^|\s)AND(?=\s|$))\s*/g

const maybeSeparated = /[/;&]|AND/

/** Splits folded text into parts; empty ones (a trailing '&') are left out. */
export function splitParts(text: string): TextPart[] {
  if (!maybeSeparated.test(text)) return text.trim() === '' ? [] : [{ text: text.trim(), separator: '' }]
  const parts: TextPart[] = []
  let from = 0
  let separator: TextPart['separator'] = ''
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
 * The words of one part: `surname` where a comma parts it from the given names, else null and all in `words`.
 * `all` are the words with dropped words kept that may be names; `further` are single words in quotes.
 */
export type PartWords = { surname: string[] | null; words: string[]; all: string[]; further: string[] }

const stopAsComma = /(\p{L}{3,})\.(?=\p{L})/gu
const stopAfterLetter = /(?<![\p{L}\p{N}])(\p{L})\./gu
const stopAfterWord = /(\p{L}{2,})\.(?=\p{L})/gu
const quoted = /"([^"]*)"?/g
const notName = /[^\p{L}\p{N}-]+/u
const spacedHyphen = /\s+-\s+/g
const halfHyphen = /\s*-\s*/g

/** Reads the words of a part (folded text) and where its comma is; dropped words are taken out. */
export function readWords(text: string): PartWords {
  const further: string[] = []
  let plain = text
  if (plain.includes('"')) {
    plain = plain.replace(quoted, (_whole, inside: string) => {
      const [word, ...others] = wordsOf(inside).filter((name) => !droppedWords.has(name))
      if (word !== undefined && others.length === 0) further.push(word.replaceAll('-', ''))
      return ' '
    })
  }
  if (plain.includes('-')) plain = plain.replace(spacedHyphen, ' ').replace(halfHyphen, '-')
  if (plain.includes('.')) plain = openStops(plain)
  const groups = plain
    .split(',')
    .map(wordsOf)
    .filter((words) => words.length > 0)
  const [head = [], ...tail] = groups
  const all = groups.flat().filter((word) => !neverNames.has(word))
  const given = tail.flat()
  if (given.length === 0) return { surname: null, words: dropWords(head), all, further }
  const keptGiven = dropWords(given)
  const keptHead = dropWords(head)
  if (keptGiven.length === 0 && keptHead.length > 1) return { surname: null, words: keptHead, all, further }
  return {
    surname: keptHead.length > 0 ? keptHead : head,
    words: keptGiven.length > 0 ? keptGiven : given,
    all,
    further,
  }
}

/** The first full stop between surname and given name is a comma; after a letter it ends an initial. */
function openStops(text: string): string {
  let parted = text.includes(',')
  const asComma = text.replace(stopAsComma, (whole, left: string) => {
    if (parted || abbreviations.has(left)) return whole
    parted = true
    return `${left},`
  })
  return asComma
    .replace(stopAfterLetter, '$1 ')
    .replace(stopAfterWord, (whole, word: string) => (abbreviations.has(word) ? `${word} ` : whole))
    .replaceAll('.', '')
}

function wordsOf(text: string): string[] {
  return text
    .split(notName)
    .filter((word) => word !== '' && word !== '-')
    .map(trimHyphens)
}

const trimHyphens = (word: string) => (word.startsWith('-') || word.endsWith('-') ? word.replace(/^-+|-+$/g, '') : word)

/** Takes dropped words out; MD before a given name is MOHAMMAD and stays. */
function dropWords(words: string[]): string[] {
  if (!words.some((word) => droppedWords.has(word))) return words
  return words.filter((word, i) => !droppedWords.has(word) || leadsGivenName(words, i))
}

function leadsGivenName(words: string[], i: number): boolean {
  if (!shortMohammad.has(words[i] ?? '') || i > 1) return false
  return words.slice(i + 1).some((word) => word.length > 1 && !droppedWords.has(word))
}

/** The words with those kept that are given names too (DEV, HON), or null where there are none. */
export function keepNames(words: string[]): string[] | null {
  if (!words.some((word) => droppedNames.has(word))) return null
  return words.filter((word) => droppedNames.has(word) || !droppedWords.has(word))
}

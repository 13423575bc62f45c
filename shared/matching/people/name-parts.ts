import { dottedAbbreviations } from '../tables/dotted-abbreviations.ts'
import {
  absentNames,
  ambiguousNames,
  courtesyTitles,
  droppedWords,
  mohammadAbbreviations,
  neverNames,
  officeWords,
  standingWords,
  titleNames,
} from '../tables/dropped-words.ts'
import { particles, patronymicWords } from '../tables/particles.ts'
import { isInitial } from './given-names.ts'
import { isKnownGivenName, isKnownName } from './name-likelihood.ts'

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
  /** The same with or without dropped words that may be names, if both are possible: HON, or FNU. */
  otherWords: string[] | null
  /** Every word but those that are never names. */
  all: string[]
  /** Single words in quotes. */
  quotedNames: string[]
  /** The words before the comma if the words after it may be a trailing phrase: 'JOHN SMITH, BOSTON'. */
  beforeTail: string[] | null
  /** True if the words after the comma can only be a trailing phrase. */
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
      const [word, ...others] = splitWords(inside).filter((name) => !droppedWords.has(name) || ambiguousNames.has(name))
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
  return separateEnding(splitAtComma(groups, quotedNames))
}

function splitAtComma(groups: string[][], quotedNames: string[]): NamePartWords {
  const [head = [], ...tail] = groups
  const all = withoutTitle(groups.flat()).filter((word) => !neverNames.has(word))
  const base = { quotedNames, all, beforeTail: null, isTail: false }
  const given = tail.flat()
  // 'LNU, MARIA LOPEZ' has both names after the comma.
  if (head.length > 0 && head.every((word) => absentNames.has(word)) && given.filter(isKept).length > 1)
    return { ...base, surname: null, words: dropWords(given, 1), otherWords: null }
  const keptHead = dropWords(head, 2)
  const keptGiven = dropWords(given, keptHead.length > 1 ? 0 : 1)
  const isNoGiven =
    keptGiven.length === 0 &&
    (keptHead.length > 1 || given.every((word) => neverNames.has(word) || standingWords.has(word)))
  if (isNoGiven) return { ...base, surname: null, ...chooseWords(withoutArticle(head), keptHead) }
  const possible = given.filter(isKept)
  return {
    ...base,
    surname: keptHead.length > 0 ? keptHead : head,
    words: [keptGiven, possible, given].find((words) => words.length > 0) ?? given,
    otherWords: keptGiven.length > 0 ? keepFirstNames(given) : null,
    ...findTail(keptHead, keptGiven),
  }
}

/** Words for an account or a child at the end of a full name. These are names too, so both are read. */
const endings = [['IRA'], ['TOD'], ['A', 'MINOR']]

/** 'SMITH JOHN IRA' is John Smith, and also John Ira Smith. */
function separateEnding(part: NamePartWords): NamePartWords {
  const { words, surname, otherWords } = part
  const last = words.at(-1)
  const ending = endings.find((mark) => mark.at(-1) === last)
  if (!ending || otherWords || !ending.every((word, i) => word === words.at(i - ending.length))) return part
  const name = words.slice(0, -ending.length)
  if (surname && name.length === 0 && surname.length > 1) {
    return ending.length > 1 ? { ...part, surname: null, words: surname } : { ...part, beforeTail: surname }
  }
  const isFull = surname ? name.length > 0 : name.filter((word) => !isInitial(word)).length > 1
  return isFull ? { ...part, words: name, otherWords: words } : part
}

/** THE before a name is an article; after a surname it may be a name. */
const withoutArticle = (words: string[]) => (words.length > 1 && words[0] === 'THE' ? words.slice(1) : words)

const isTitleOrArticle = (word: string | undefined) => word === 'THE' || courtesyTitles.has(word ?? '')
const withoutTitle = (words: string[]) => (words.length > 1 && isTitleOrArticle(words[0]) ? words.slice(1) : words)

/** Letters of a degree or an office that no table has: BSN. */
const unpronounceable = /^[^AEIOUY]{3,}$/

/**
 * An unknown phrase after a comma is a trailing phrase if a full name that starts with a given name precedes it and no
 * word of the phrase is a given name. One unknown word may still be the given name of a double surname: JAMES PEREZ,
 * XOCHITL.
 */
function findTail(head: string[], phrase: string[]): Pick<NamePartWords, 'beforeTail' | 'isTail'> {
  const words = phrase.filter((word) => !isInitial(word))
  const isUnknown = words.length > 0 && !words.some(isKnownGivenName)
  if (head.length < 2 || !isUnknown || startsSurname(head[0] ?? '') || !isKnownGivenName(head[0] ?? ''))
    return { beforeTail: null, isTail: false }
  // No surname has an initial inside, and no given name is without a vowel.
  const isTail =
    head.some((word, i) => i > 0 && isInitial(word) && word !== 'Y') || unpronounceable.test(words[0] ?? '')
  return { beforeTail: head, isTail }
}

/** AL NASSER is a surname whatever follows it. */
const startsSurname = (word: string) => particles.has(word) || patronymicWords.has(word)

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

/**
 * Removes dropped words, except MD before a given name, which is MOHAMMAD, and from `articlesFrom` on the article of
 * 'A WIDOW' and the words of an office. Words after a comma are `given`, and MD may stand before a lone initial among them.
 */
function dropWords(words: string[], articlesFrom: number): string[] {
  if (!words.some((word) => droppedWords.has(word))) return words
  const areGiven = articlesFrom < 2
  return dropOffice(words, articlesFrom).filter((word, i, rest) => {
    if (droppedWords.has(word)) return precedesGivenName(rest, i, areGiven)
    return !(i >= articlesFrom && (word === 'A' || word === 'AN') && standingWords.has(rest[i + 1] ?? ''))
  })
}

/** COMMISSIONER goes with the words of the office before it, but `least` words stay: a surname and a given name. */
function dropOffice(words: string[], least: number): string[] {
  const at = words.findIndex((word) => word === 'COMMISSIONER' || word === 'COMMISSIONERS')
  if (at < 0) return words
  let from = at
  // Any other single word after a comma may be a given name.
  const isOffice = (word: string) => (from > 1 ? isOfficeWord(word) : officeWords.has(word))
  while (from > least && isOffice(words[from - 1] ?? '')) from--
  return [...words.slice(0, from), ...words.slice(at + 1)]
}

/** A word of an office or of its place: one that is not in a person's name. */
const isOfficeWord = (word: string) => officeWords.has(word) || (!isInitial(word) && !isKnownName(word))

/** Between comma and given names MD also occurs before a lone initial. */
function precedesGivenName(words: string[], i: number, areGiven: boolean): boolean {
  if (!mohammadAbbreviations.has(words[i] ?? '') || i > 1) return false
  const rest = words.slice(i + 1).filter((word) => !droppedWords.has(word))
  return rest.some((word) => word.length > 1) || (areGiven && i === 0 && rest.length > 0)
}

const isKept = (word: string) => ambiguousNames.has(word) || absentNames.has(word) || !droppedWords.has(word)

/**
 * Given names including a first name that is also a dropped word (DEV, HON) or a placeholder (FNU); null without one.
 */
function keepFirstNames(given: string[]): string[] | null {
  const isFirst = ambiguousNames.has(given[0] ?? '')
  if (!isFirst && !given.some((word) => absentNames.has(word))) return null
  return given.filter((word, i) => (i === 0 ? isKept(word) : absentNames.has(word) || !droppedWords.has(word)))
}

/**
 * The words without a comma, and the same with dropped words that may be names, where both are possible. Too few words
 * without them prove that they are names (PATEL DEV); titles before a full name are not (HON JOHN SMITH).
 */
function chooseWords(all: string[], dropped: string[]): Pick<NamePartWords, 'words' | 'otherWords'> {
  const kept = all.filter(isKept)
  const at = kept.findIndex((word) => droppedWords.has(word))
  if (at < 0 || kept.length === dropped.length) return { words: dropped, otherWords: null }
  if (dropped.length < 2) return { words: kept, otherWords: null }
  if (kept.some((word) => absentNames.has(word))) return { words: dropped, otherWords: kept }
  const isTitle = titleNames.has(kept[at] ?? '')
  const hasFullName = dropped.filter((word) => !isInitial(word)).length > 1
  if (!isTitle && at < kept.length - 1) return { words: kept, otherWords: null }
  if (!hasFullName) return { words: kept, otherWords: dropped }
  return { words: dropped, otherWords: isTitle && at > 0 ? kept : null }
}

/** The words of an alert's given names including every dropped word that may be a name. */
export const keepPossibleNames = (words: string[]): string[] => words.filter(isKept)

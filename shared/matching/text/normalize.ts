import { dottedAbbreviations } from '../tables/dotted-abbreviations.ts'
import { fold, notAscii } from './fold.ts'

/**
 * Normalization, the same for alerts and records: NFKD, accents dropped, upper case; apostrophes and periods deleted;
 * '&' becomes AND; other punctuation becomes a space; spaces collapse. `fold` leaves punctuation alone, because names
 * are first split at it.
 */
const periodAfterWord = /([A-Z]{2,})\.(?=[A-Z])/g
const ampersands = /&/g
const periods = /\./g
const punctuation = /[^\p{L}\p{N} ]+/gu
const asciiPunctuation = /[^A-Z0-9 ]+/g
const spaces = / {2,}/g

/** Separates words joined by an abbreviation's period: 'CO.INC.' is CO INC. */
function separateAbbreviations(folded: string): string {
  if (!folded.includes('.')) return folded
  return folded.replace(periodAfterWord, (whole, word: string) => (dottedAbbreviations.has(word) ? `${word} ` : whole))
}

/** Finishes normalizing folded text: words of letters and digits with one space between them. */
export function normalizeFolded(folded: string): string {
  const opened = separateAbbreviations(folded).replace(periods, '').replace(ampersands, ' AND ')
  const spaced = notAscii.test(opened) ? opened.replace(punctuation, ' ') : opened.replace(asciiPunctuation, ' ')
  return spaced.replace(spaces, ' ').trim()
}

/** The normalized text: 'Muñoz & Söhne, Inc.' is 'MUNOZ AND SOHNE INC'. */
export function normalize(text: string): string {
  return normalizeFolded(fold(text))
}

/** Normalized text without its spaces. */
export function removeSpaces(normalized: string): string {
  return normalized.includes(' ') ? normalized.replaceAll(' ', '') : normalized
}

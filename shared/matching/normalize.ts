import { fold, notAscii } from './fold.ts'
import { dottedAbbreviations } from './tables/abbreviations.ts'

/**
 * Normalising, the same for alert and record (decisions, section 6): NFKD, marks dropped, upper-case; apostrophes and
 * full stops deleted; '&' becomes AND; other punctuation a space; spaces collapsed. `fold` stops before the
 * punctuation, because names are read (split into their words and parts) first.
 */
const periodAfterWord = /([A-Z]{2,})\.(?=[A-Z])/g
const ampersands = /&/g
const periods = /\./g
const punctuation = /[^\p{L}\p{N} ]+/gu
const asciiPunctuation = /[^A-Z0-9 ]+/g
const spaces = / {2,}/g

/** Parts words that an abbreviation's full stop joins: 'CO.INC.' is CO INC. */
function separateAbbreviations(folded: string): string {
  if (!folded.includes('.')) return folded
  return folded.replace(periodAfterWord, (whole, word: string) => (dottedAbbreviations.has(word) ? `${word} ` : whole))
}

/** Finishes the normalising of folded text: words of letters and digits, one space between them. */
export function normalizeFolded(folded: string): string {
  const opened = separateAbbreviations(folded).replace(periods, '').replace(ampersands, ' AND ')
  const spaced = notAscii.test(opened) ? opened.replace(punctuation, ' ') : opened.replace(asciiPunctuation, ' ')
  return spaced.replace(spaces, ' ').trim()
}

/** The normalised text: 'Muñoz & Söhne, Inc.' is 'MUNOZ AND SOHNE INC'. */
export function normalize(text: string): string {
  return normalizeFolded(fold(text))
}

/** Normalised text without its spaces. */
export function removeSpaces(normalised: string): string {
  return normalised.includes(' ') ? normalised.replaceAll(' ', '') : normalised
}

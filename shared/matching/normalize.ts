import { abbreviations } from './tables/abbreviations.ts'

/**
 * Normalising, the same for alert and record (decisions, section 6): NFKD, marks dropped, upper-case; apostrophes and
 * full stops deleted; '&' becomes AND; other punctuation a space; spaces collapsed. `fold` stops before the
 * punctuation, because names are read (split into their words and parts) first.
 */
const notAscii = /[\u0080-\uffff]/
const apostrophes = /['\u2018\u2019\u201b\u02bb\u02bc\u00b4\u2032\uff07`]/g
const quotes = /[\u201c\u201d\u201e\u00ab\u00bb]/g
const dashes = /[\u2010-\u2015\u2212\ufe58\uff0d]/g
const marks = /\p{M}+/gu
const singleQuoted = /(^|[\s,(])'([^'\s]+)'(?=$|[\s,)])/g
/** Letters that NFKD leaves whole and that county indexes write in plain Latin. */
const plainLetters: Record<string, string> = { Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Þ: 'TH', Æ: 'AE', Œ: 'OE', Ħ: 'H' }
const foreignLetters = /[ŁØĐÐÞÆŒĦ]/g

/** Upper-cases and takes off marks and apostrophes; punctuation that parts names stays. */
export function fold(text: string): string {
  const quoted = text.includes("'") ? text.replace(singleQuoted, '$1"$2"') : text
  if (!notAscii.test(quoted)) return quoted.toUpperCase().replace(apostrophes, '')
  return quoted
    .replace(apostrophes, '')
    .replace(quotes, '"')
    .normalize('NFKD')
    .toUpperCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(apostrophes, '')
    .replace(dashes, '-')
    .replace(foreignLetters, (letter) => plainLetters[letter] ?? letter)
}

const stopAfterWord = /([A-Z]{2,})\.(?=[A-Z])/g
const ampersands = /&/g
const stops = /\./g
const punctuation = /[^\p{L}\p{N} ]+/gu
const asciiPunctuation = /[^A-Z0-9 ]+/g
const spaces = / {2,}/g

/** Parts words that an abbreviation's full stop joins: 'CO.INC.' is CO INC. */
function openAbbreviations(folded: string): string {
  if (!folded.includes('.')) return folded
  return folded.replace(stopAfterWord, (whole, word: string) => (abbreviations.has(word) ? `${word} ` : whole))
}

/** Finishes the normalising of folded text: words of letters and digits, one space between them. */
export function normaliseFolded(folded: string): string {
  const opened = openAbbreviations(folded).replace(stops, '').replace(ampersands, ' AND ')
  const spaced = notAscii.test(opened) ? opened.replace(punctuation, ' ') : opened.replace(asciiPunctuation, ' ')
  return spaced.replace(spaces, ' ').trim()
}

/** The normalised text: 'Muñoz & Söhne, Inc.' is 'MUNOZ AND SOHNE INC'. */
export function normalise(text: string): string {
  return normaliseFolded(fold(text))
}

/** Normalised text without its spaces. */
export function keyOf(normalised: string): string {
  return normalised.includes(' ') ? normalised.replaceAll(' ', '') : normalised
}

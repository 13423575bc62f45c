export const notAscii = /[\u0080-\uffff]/
const apostrophes = /['\u2018\u2019\u201b\u02bb\u02bc\u00b4\u2032\uff07`]/g
const quotes = /[\u201c\u201d\u201e\u00ab\u00bb]/g
const dashes = /[\u2010-\u2015\u2212\ufe58\uff0d]/g
const marks = /\p{M}+/gu
const singleQuoted = /(^|[\s,(])'([^'\s]+)'(?=$|[\s,)])/g
/** Letters that NFKD does not decompose and that county indexes write in plain Latin. */
const plainLetters: Record<string, string> = { Ł: 'L', Ø: 'O', Đ: 'D', Ð: 'D', Þ: 'TH', Æ: 'AE', Œ: 'OE', Ħ: 'H' }
const foreignLetters = /[ŁØĐÐÞÆŒĦ]/g

/** Upper-cases text and removes accents and apostrophes; keeps the punctuation that separates names. */
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

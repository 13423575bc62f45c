/** No address is longer; the rest is ignored. */
const maxCharacters = 500

/** Writes '½' as ' 1/2': a fraction of a house number, separate from the number. */
const spellFractions = (text: string): string =>
  text.replaceAll(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign.normalize('NFKD').replace('\u2044', '/')} `)

/** Letters without diacritics, in upper case; a period between single letters is dropped ('N.E.', 'P.O.'). */
const foldAddress = (text: string): string =>
  spellFractions(text.slice(0, maxCharacters))
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/['\u2018\u2019`]/g, '')
    .replaceAll(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1')

/**
 * The tokens of an address as written, in upper case: words, numbers, ranges ('12-14'), fractions ('1/2'), and '#'.
 * Other punctuation separates; a hyphen or a slash stays only between two digits.
 */
export const splitAddress = (text: string): string[] =>
  foldAddress(text)
    .replaceAll('#', ' # ')
    .replaceAll('&', ' AND ')
    .replaceAll(/(\d)\s*[-\u2013\u2014]\s*(?=\d)/g, '$1-')
    // '12-1/2' is 12 and a half.
    .replaceAll(/(\d)-(\d\/\d)(?!\d)/g, '$1 $2')
    // '12-A' is 12A.
    .replaceAll(/^\s*(\d+)-([A-Z])(?![A-Z])/g, '$1$2')
    .replaceAll(/(?<!\d)-|-(?!\d)/g, ' ')
    .replaceAll(/(?<!\d)\/|\/(?!\d)/g, ' ')
    .split(/[^A-Z0-9#/-]+/)
    .filter((token) => token !== '')

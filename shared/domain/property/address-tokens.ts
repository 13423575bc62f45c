/** No address is longer; what is beyond is not read. */
const maxCharacters = 500

/** '½' as ' 1/2': a fraction of a house number, apart from the number. */
const spellFractions = (text: string): string =>
  text.replaceAll(/[¼-¾⅐-⅞]/g, (sign) => ` ${sign.normalize('NFKD').replace('\u2044', '/')} `)

/** Letters without marks, in upper case; a full stop between single letters is dropped ('N.E.', 'P.O.'). */
const foldAddress = (text: string): string =>
  spellFractions(text.slice(0, maxCharacters))
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/['\u2018\u2019`]/g, '')
    .replaceAll(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1')

/**
 * The tokens of an address as written, in upper case: words, numbers, ranges ('12-14'), fractions ('1/2'), and '#'. Other
 * punctuation separates; a hyphen stays between two digits only, a slash likewise.
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

/** Figures that scanning reads in place of a letter. */
const letters: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 8: 'B' }
/** A figure inside a word of letters: MALL0RY, but not 2ND, B2 or 1ST. */
const figure = /(?<=\p{L})[0158]+(?=\p{L})/gu
const wordWithFigure = /\p{L}+(?:[0158]+\p{L}+)+/gu

/** Most texts have none, which this finds out fast. */
export const mayHaveFigures = (text: string): boolean => /[0158]/.test(text)

/** The words of a text that have figures inside, by what they are with letters: MALLORY → MALL0RY. Empty for most. */
export function findFiguresInWords(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [word] of text.matchAll(wordWithFigure)) found.set(spellFigures(word), word)
  return found
}

/** The text with letters in place of the figures inside its words. */
export const spellFigures = (text: string): string =>
  text.replaceAll(figure, (figures) => [...figures].map((one) => letters[one] ?? one).join(''))

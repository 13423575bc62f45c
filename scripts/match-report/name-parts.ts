import { toLetters } from './plain-name.ts'

/** One owner's stretch of a party's text, in words of capital letters. */
export type TextPart = {
  words: string[]
  /** The words before the first comma, or null without one. */
  beforeComma: string[] | null
}

const separators = /&|\/|;|%|\+|\bAND\b|\bOR\b|\bA\s?K\s?A\b|\bF\s?K\s?A\b|\bN\s?K\s?A\b|\bNEE\b|\bC\/O\b|\bFBO\b/

/** Splits at every mark that may part two names, by eye alone: the checkers' counterpart to the rule's own reader. */
export function splitTextParts(text: string): TextPart[] {
  const upper = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase()
  return upper
    .replaceAll(/\b([AFN])\s?\/\s?([K])\s?\/\s?A\b/g, '$1KA')
    .split(separators)
    .map((part) => ({
      words: toWords(part),
      beforeComma: part.includes(',') ? toWords(part.slice(0, part.indexOf(','))) : null,
    }))
    .filter(({ words }) => words.length > 0)
}

/** Words of letters, also those with a middle dot between them; the pieces of a word with hyphens count as one word and each alone. */
export function toWords(text: string): string[] {
  return text.split(/[\s,.()"·・]+/u).flatMap((word) => {
    const pieces = word.split('-').map(toLetters)
    return pieces.length > 1 ? [...pieces, pieces.join('')].filter((piece) => piece !== '') : toLetters(word) || []
  })
}

/** Whether the words hold this name: as one of them, or as neighbors written apart (VAN BUREN for VANBUREN). */
export function hasName(words: readonly string[], name: string): boolean {
  const wanted = toLetters(name)
  for (let from = 0; from < words.length; from++) {
    let joined = ''
    for (let to = from; to < words.length && joined.length < wanted.length; to++) {
      joined += words[to]
      if (joined === wanted) return true
    }
  }
  return false
}

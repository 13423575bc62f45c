import { toLetters } from './plain-name.ts'

/** The part of a party's text that belongs to one owner, in capitalized words. */
export type TextPart = {
  words: string[]
  /** The words before the first comma, or null without one. */
  beforeComma: string[] | null
}

const separators = /&|\/|;|%|\+|\bAND\b|\bOR\b|\bA\s?K\s?A\b|\bF\s?K\s?A\b|\bN\s?K\s?A\b|\bNEE\b|\bC\/O\b|\bFBO\b/

/**
 * Splits at every mark that may separate two names, by sight alone: independent of the rule's own reader, which it
 * checks.
 */
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

/** Whether the words contain this name: as one word, or as adjacent ones written apart (VAN BUREN for VANBUREN). */
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

import type { Marks } from '#shared/contract/marks.ts'
import { splitInitials, splitTokens, type Token, toRanges } from '../text/tokens.ts'
import { locateBusiness, locateWords } from './locate-business.ts'
import { locatePerson } from './locate-person.ts'
import type { Met } from './matched-words.ts'

/** Longer texts are shown without marks; no real name comes near. */
const maxLength = 1_000
const maxTokens = 80

/**
 * Where the words that matched are in a record's text: half-open ranges of UTF-16 offsets, in order, not overlapping.
 * Undefined if the text does not show which words matched; then it is shown without marks.
 */
export function locateMarks(raw: string, met: Met): Marks | undefined {
  if (raw.length > maxLength) return undefined
  const tokens = splitTokens(raw)
  if (tokens.length > maxTokens) return undefined
  return toMarks(raw, tokens, met) ?? (met.kind === 'person' ? toMarks(raw, splitInitials(tokens), met) : undefined)
}

function toMarks(raw: string, tokens: Token[], met: Met): Marks | undefined {
  const indexes = locate({ raw, tokens }, met)
  return indexes === null || indexes.length === 0 ? undefined : toRanges(raw, tokens, indexes)
}

function locate(text: { raw: string; tokens: Token[] }, met: Met): number[] | null {
  switch (met.kind) {
    case 'person':
      return locatePerson(text.tokens, met)
    case 'business':
      return locateBusiness(text, met)
    case 'words':
      return locateWords(text, met.words)
    case 'ending':
      return locateEnding(text.tokens, met.text)
  }
}

/** The tokens at the end whose letters are the text. */
function locateEnding(tokens: Token[], ending: string): number[] | null {
  let joined = ''
  for (let from = tokens.length - 1; from >= 0; from--) {
    joined = (tokens[from]?.text ?? '') + joined
    if (joined === ending) return Array.from({ length: tokens.length - from }, (_, i) => from + i)
  }
  return null
}

import { abbreviate } from '../business/abbreviate.ts'
import { parseBusiness } from '../business/business.ts'
import { fold } from '../text/fold.ts'
import { dropTrustDates, expandTrustAbbreviation } from '../text/name-markers.ts'
import { findRuns, type Run, type Token } from '../text/tokens.ts'
import type { Met } from './matched-words.ts'

type MetBusiness = Extract<Met, { kind: 'business' }>
type Text = { raw: string; tokens: Token[] }

const range = ({ from, to }: Run): number[] => Array.from({ length: to - from }, (_, i) => from + i)

/** The readings of the text with only these tokens. */
function readBusinesses({ raw, tokens }: Text, kept: number[]) {
  let text = ''
  const last = kept.at(-1)
  if (last === undefined) return []
  let previous: number | null = null
  for (const index of kept) {
    const token = tokens[index]
    if (!token) continue
    const before = previous === null ? undefined : tokens[previous]
    text +=
      before && previous === index - 1 ? raw.slice(before.end, token.end) : ` ${raw.slice(token.start, token.end)}`
    previous = index
  }
  const expanded = expandTrustAbbreviation(dropTrustDates(fold(text)))
  // The feed's width may have cut a legal form at the end.
  return last < tokens.length - 1
    ? parseBusiness(expanded)
    : [false, true].flatMap((cut) => parseBusiness(expanded, cut))
}

/**
 * The tokens of a business name. Most names are in the text as they are compared; for others the reader says which
 * words count.
 */
export function locateBusiness(text: Text, met: MetBusiness): number[] | null {
  const isMet = (kept: number[]) =>
    readBusinesses(text, kept).some(({ key, sortedWords }) =>
      met.sortedWords === null ? key === met.key : sortedWords === met.sortedWords,
    )
  const [plain] =
    met.sortedWords === null
      ? [...findRuns(text.tokens.map(abbreviateToken), met.key), ...findRuns(text.tokens, met.key)]
      : []
  const core = plain ? range(plain) : findNeeded(text.tokens, isMet)
  return core && [...core, ...findLegalForm(text, core, met)]
}

/** Most abbreviations are of single words. */
const abbreviateToken = (token: Token): Token => ({ ...token, text: abbreviate([token.text], true).join('') })

/** Leaves out every word without which the name would be read the same: trailing phrases, dates, THE. */
function findNeeded(tokens: Token[], isMet: (kept: number[]) => boolean): number[] | null {
  const whole = findParts(tokens).find(isMet)
  if (!whole) return null
  const headed = whole.map((_, i) => whole.slice(0, i + 1)).find(isMet) ?? whole
  const ended = headed.map((_, i) => headed.slice(headed.length - 1 - i)).find(isMet) ?? headed
  return ended.reduceRight((kept, index) => {
    const rest = kept.filter((other) => other !== index)
    return rest.length > 0 && isMet(rest) ? rest : kept
  }, ended)
}

/** The tokens of each run of neighboring parts, shortest first; then what follows each word, for a name after a marker. */
function findParts(tokens: Token[]): number[][] {
  const starts = tokens.flatMap((token, i) => (i === 0 || token.part !== tokens[i - 1]?.part ? [i] : []))
  const runs: Run[] = []
  for (const [i, from] of starts.entries()) {
    for (const to of [...starts.slice(i + 1), tokens.length]) runs.push({ from, to })
  }
  const tails = tokens.map((_, i): Run => ({ from: tokens.length - 1 - i, to: tokens.length }))
  return [...runs.toSorted((a, b) => a.to - a.from - (b.to - b.from)), ...tails].map(range)
}

/** A legal form is written in this many words at most: N A T L ASSOC, L L L P. */
const maxFormWords = 4

/** The words of the legal form after the name, if both names state it. */
function findLegalForm(text: Text, core: number[], { legalForms }: MetBusiness): number[] {
  const last = core.at(-1)
  if (legalForms.length === 0 || last === undefined) return []
  for (let count = 1; count <= maxFormWords; count++) {
    const form = range({ from: last + 1, to: last + 1 + count }).filter((index) => index < text.tokens.length)
    const readings = readBusinesses(text, [...core, ...form])
    if (readings.some((reading) => reading.legalForms.some((name) => legalForms.includes(name)))) return form
  }
  return []
}

/** The tokens of each word, written in up to four pieces; null if one is not found. */
export function locateWords(text: Text, words: string[]): number[] | null {
  const found: number[] = []
  for (const word of words) {
    const place = findRuns(text.tokens, word)[0] ?? findWritten(text, word)
    if (!place) return null
    found.push(...range(place))
  }
  return found
}

/** The place of a word that the tables abbreviate: STREET for ST, NORTH CAROLINA for NC. */
function findWritten(text: Text, word: string): Run | undefined {
  for (let count = 1; count <= maxFormWords; count++) {
    for (let from = 0; from + count <= text.tokens.length; from++) {
      const run = { from, to: from + count }
      if (readBusinesses(text, range(run)).some(({ words }) => words.includes(word))) return run
    }
  }
  return undefined
}

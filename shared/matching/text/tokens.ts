import { fold } from './fold.ts'

/** One word of a name as written: its offsets (UTF-16, half-open), and its letters and digits, folded. */
export type Token = { start: number; end: number; text: string; part: number }

/** `'&'` is a token that reads AND, because a business name may contain it. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2018\u2019\u201b\u02bb\u02bc\u00b4\u2032\uff07`]*|&/gu
const apostrophesAtEnd = /['\u2018\u2019\u201b\u02bb\u02bc\u00b4\u2032\uff07`]+$/
const notLetters = /[^\p{L}\p{N}]+/gu
/** Separators between two people or two names. */
const separator = /[/;%()[\]"\u201c-\u201e\u00ab\u00bb]|\s{2,}/
const separatingWords = new Set(['AND', 'OR', 'AKA', 'FKA', 'NKA', 'NEE', 'DBA', 'FBO'])

/** Splits a name as written into its words. `part` counts the parts of a joint name. */
export function splitTokens(raw: string): Token[] {
  const tokens: Token[] = []
  let part = 0
  let from = 0
  for (const found of raw.matchAll(word)) {
    const start = found.index
    const end = start + found[0].replace(apostrophesAtEnd, '').length
    const text = found[0] === '&' ? 'AND' : fold(raw.slice(start, end)).replace(notLetters, '')
    const last = tokens.at(-1)
    const isSeparated = separator.test(raw.slice(from, start)) || (last && separatingWords.has(last.text))
    if (last && (isSeparated || separatingWords.has(text))) part++
    tokens.push({ start, end, text, part })
    from = end
  }
  return tokens
}

const twoLetters = /^\p{L}{2}$/u

/** The same with two letters as two initials: WB. */
export const splitInitials = (tokens: Token[]): Token[] =>
  tokens.flatMap((token) => {
    const { start, end, text } = token
    if (!twoLetters.test(text) || end - start !== 2) return [token]
    return [...text].map((letter, i) => ({ ...token, text: letter, start: start + i, end: start + i + 1 }))
  })

/** A run of neighboring tokens, by index, half-open. */
export type Run = { from: number; to: number }

/** Longer names are not searched, nor is a word written in more pieces than these. */
const maxPieces = 8

const abbreviateSaint = (text: string) => (text.length > 5 && text.startsWith('SAINT') ? `ST${text.slice(5)}` : text)

/** The place of a word, perhaps written in several pieces: LEEANN in LEE ANN, MCDONALD in MC DONALD. */
export function findRuns(tokens: Token[], text: string): Run[] {
  const wanted = abbreviateSaint(text)
  const runs: Run[] = []
  for (let from = 0; from < tokens.length; from++) {
    let joined = ''
    for (let to = from; to < tokens.length && to - from < maxPieces; to++) {
      joined += tokens[to]?.text ?? ''
      if (abbreviateSaint(joined) === wanted) {
        runs.push({ from, to: to + 1 })
        break
      }
      const isSaint = 'SAINT'.startsWith(joined) || joined.startsWith('SAINT')
      if (joined.length > wanted.length + 3 || !(isSaint || wanted.startsWith(joined))) break
    }
  }
  return runs
}

const between = /^[\s.'\u2019-]*$/

/** The offsets of tokens, in order; words with nothing but a space, a period or a hyphen between them are one range, and none begins with '&'. */
export function toRanges(raw: string, tokens: Token[], indexes: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = []
  for (const index of [...new Set(indexes)].toSorted((a, b) => a - b)) {
    const token = tokens[index]
    if (!token) continue
    const last = ranges.at(-1)
    if (last && between.test(raw.slice(last[1], token.start))) last[1] = token.end
    else if (raw[token.start] !== '&') ranges.push([token.start, token.end])
  }
  return ranges.map(([start, end]) => [start, endsInitials(raw, end) ? end + 1 : end])
}

/** The last period of L.L.C. belongs to it. */
const endsInitials = (raw: string, end: number) => raw[end] === '.' && raw[end - 2] === '.'

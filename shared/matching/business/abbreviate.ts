import { businessPhrases, businessWords } from '../tables/business-words.ts'
import {
  joinTenAndUnit,
  numberWords,
  romanFigures,
  romanLetters,
  romanNames,
  tensWords,
  unitWords,
} from '../tables/numbers.ts'
import { standardAbbreviations } from '../tables/standard-abbreviations.ts'
import { stateCodes } from '../tables/states.ts'

const numberSigns: ReadonlySet<string> = new Set(['NO', 'NUMBER'])
const startsWithDigit = /^\d/

/** Words that one of the tables may replace. */
const replaceable: ReadonlySet<string> = new Set([
  ...standardAbbreviations.keys(),
  ...businessWords.keys(),
  ...[...businessPhrases.keys()].map((phrase) => phrase.split(' ')[0] ?? ''),
  ...[...stateCodes.keys()].flatMap((name) => name.split(' ')),
  ...numberWords.keys(),
  ...romanFigures.keys(),
  ...numberSigns,
])

/**
 * Replaces long words with abbreviations, number words and roman figures with digits, and state names with codes, never
 * the reverse.
 * @param isPersonal a trust or estate, in which VI and XI may be a person's name
 */
export function abbreviate(words: string[], isPersonal: boolean): string[] {
  if (!words.some((word) => replaceable.has(word))) return words
  const short: string[] = []
  for (let i = 0; i < words.length;) {
    const { text, count } = replaceAt(words, i, isPersonal)
    short.push(text)
    i += count
  }
  return short
}

/** What the words at `i` become, and how many of them. */
function replaceAt(words: string[], i: number, isPersonal: boolean): { text: string; count: number } {
  const word = words[i] ?? ''
  if (!replaceable.has(word)) return { text: word, count: 1 }
  for (const count of [3, 2]) {
    if (i + count > words.length) continue
    const phrase = words.slice(i, i + count).join(' ')
    const text =
      stateCodes.get(phrase) ?? toPhrase(words, i, count) ?? (count === 2 ? joinNumbers(words, i) : undefined)
    if (text !== undefined) return { text, count }
  }
  const next = words[i + 1] ?? ''
  // 'DISTRICT NO 1' is 'DISTRICT #1', whose sign is gone by now.
  if (numberSigns.has(word) && startsWithDigit.test(next)) return { text: next, count: 2 }
  const digits = toFigure(words, i, isPersonal)
  const one = standardAbbreviations.get(word) ?? businessWords.get(word) ?? stateCodes.get(word)
  return { text: digits ?? one ?? numberWords.get(word) ?? word, count: 1 }
}

/** HOME OWNERS ASSOCIATION becomes HOA; its last word may be abbreviated or not. */
function toPhrase(words: string[], i: number, count: number): string | undefined {
  const last = words[i + count - 1] ?? ''
  const short = standardAbbreviations.get(last) ?? last
  return businessPhrases.get([...words.slice(i, i + count - 1), short].join(' '))
}

function joinNumbers(words: string[], i: number): string | undefined {
  const [word = '', next = ''] = words.slice(i, i + 2)
  if (word === 'ONE' && next === 'HUNDRED') return '100'
  const ten = tensWords.get(word)
  const unit = ten === undefined ? undefined : unitWords.get(next)
  return ten !== undefined && unit ? joinTenAndUnit(ten, unit) : undefined
}

/** A figure on its own is a name; a letter is a figure only at the end, and VI and XI are not at the start. */
function toFigure(words: string[], i: number, isPersonal: boolean): string | undefined {
  const word = words[i] ?? ''
  const isLast = i === words.length - 1
  if (words.length === 1 || (romanLetters.has(word) && !isLast)) return undefined
  if (!romanLetters.has(word) && !romanNames.has(word)) return romanFigures.get(word)
  // 'TODD FAMILY TRUST V' has a number, 'TRUST OF JOHN TODD V' a person's generation or initial.
  if (isPersonal) return isLast && words[i - 1] === 'TRUST' ? romanFigures.get(word) : undefined
  return i === 0 ? undefined : romanFigures.get(word)
}

import { standardAbbreviations } from '../tables/standard-abbreviations.ts'
import { splitWords } from './business-words.ts'

/**
 * A year in a trust's name: 'MARSH 2019 FAMILY TRUST' is also written without it. One with a hyphen is a series
 * (2006-1). All functions take folded text.
 */
const year = /(?<![\p{L}\p{N}-])(?:19|20)\d{2}(?![\p{L}\p{N}-])/gu
const maybeYear = /(?:19|20)\d\d/
const startsWithYear = /^\W*(?:19|20)\d{2}\W/
const streetWords: ReadonlySet<string> = new Set([
  ...[...standardAbbreviations]
    .filter(([, short]) => !['BROS', 'ASSOC', 'REV', 'IRREV', 'LIV', 'FAM'].includes(short))
    .flat(),
  'LAND',
])

export const listYears = (text: string): string[] => (maybeYear.test(text) ? (text.match(year) ?? []) : [])

/** The text without its years; null if it names no trust, has none, or its year is rather a house number. */
export function dropYears(text: string): { text: string; years: string[] } | null {
  if (!maybeYear.test(text) || !text.includes('TRUST')) return null
  const years = listYears(text)
  if (years.length === 0 || (startsWithYear.test(text) && splitWords(text).some((word) => streetWords.has(word))))
    return null
  return { text: text.replace(year, ' '), years }
}

/** Whether two names have years, and none in common. */
export const haveOtherYears = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && !a.some((one) => b.includes(one))

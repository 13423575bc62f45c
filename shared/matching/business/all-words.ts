import { businessWords } from '../tables/business-words.ts'
import { organizationWords } from '../tables/organization-words.ts'

/**
 * 'Contains all words', a match option of business alerts. An alert has two to six distinct words, not counting AND, OF
 * and THE. A record of up to eight words has a key for each subset of its words. A longer record has a key for each
 * word, which meets an alert's rarest word; `decide` then checks the other words.
 */
const minWords = 2
const maxWords = 6
const maxSubsetWords = 8

/** Words too common to search by. No list is complete, so the longest of the other words counts as the rarest. */
const commonWords = new Set([
  ...organizationWords,
  ...businessWords.values(),
  'TRUST',
  'FAM',
  'LIV',
  'REV',
  'IRREV',
  'LAND',
  'ST',
  'AVE',
  'DR',
  'RD',
])

export const hasSearchableWordCount = (words: string[]) => words.length >= minWords && words.length <= maxWords

export function alertWordKeys(words: string[]): string[] {
  return hasSearchableWordCount(words) ? [`words:${words.toSorted().join(' ')}`, `word:${rarestWord(words)}`] : []
}

function rarestWord(words: string[]): string {
  const rare = words.filter((word) => !commonWords.has(word))
  return (rare.length > 0 ? rare : words).toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))[0] ?? ''
}

export function recordWordKeys(words: string[]): string[] {
  if (words.length < minWords) return []
  if (words.length > maxSubsetWords) return words.map((word) => `word:${word}`)
  const sorted = words.toSorted()
  const keys: string[] = []
  const addSubsets = (text: string, count: number, from: number) => {
    for (let i = from; i < sorted.length; i++) {
      const next = count === 0 ? `words:${sorted[i]}` : `${text} ${sorted[i]}`
      if (count + 1 >= minWords) keys.push(next)
      if (count + 1 < maxWords) addSubsets(next, count + 1, i + 1)
    }
  }
  addSubsets('', 0, 0)
  return keys
}

export function containsAllWords(record: string[], alert: string[]): boolean {
  return alert.every((word) => record.includes(word))
}

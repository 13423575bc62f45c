import { removeSpaces, normalizeFolded } from './normalize.ts'
import { dropTrustDates, expandTrustAbbreviation } from './name-markers.ts'
import { type LegalForm, legalFormsByLastWord, legalFormWords } from '#shared/matching/tables/legal-forms.ts'
import { numberWords, tensWords, joinTenAndUnit, unitWords } from '#shared/matching/tables/numbers.ts'
import { organizationWords } from './tables/organization-words.ts'
import { standardAbbreviations } from './tables/standard-abbreviations.ts'
import { stateCodes } from '#shared/matching/tables/states.ts'

/** One reading of a business or trust name, or of any name taken as a whole. */
export type Business = {
  key: string
  words: string[]
  /** The legal forms stripped from the end, by short name: ['LLC']. */
  legalForms: string[]
  /** For trusts and estates: the words in alphabetical order, since recorders write them in any order. */
  sortedWords: string | null
}

const wordsDroppedAtEnds = new Set([
  'THE',
  'AND',
  'EXEC',
  'CUST',
  'TR',
  'ETAL',
  'TRUSTEE',
  'TRUSTEES',
  'EXECUTOR',
  'CUSTODIAN',
])
const fiduciaryRoles = new Set(['EXEC', 'CUST', 'TR', 'TRUSTEE', 'TRUSTEES', 'EXECUTOR', 'CUSTODIAN'])
/** Words that do not count where the words of a trust stand in any order. */
export const unsortedWords: ReadonlySet<string> = new Set(['THE', 'OF', 'AND'])

/**
 * Every reading of folded text as a business: as written, rotated at its comma ('LEESBURG, TOWN OF'), with a trailing
 * CO as COUNTY, and, if the feed truncated the name, without the start of a legal form ('HOMES LL').
 */
export function parseBusiness(folded: string, cut = false): Business[] {
  const text = expandTrustAbbreviation(dropTrustDates(folded))
  const read = parseInOrder(toWords(text), cut)
  const comma = text.indexOf(',')
  if (comma > 0) {
    const head = toWords(text.slice(0, comma))
    const tail = stripEnds(toWords(text.slice(comma + 1)))
    const formed = stripLegalForms(tail, true)
    if (head.length > 0 && formed.words.length > 0) {
      for (const turned of parseInOrder([...formed.words, ...head], false)) {
        read.push({ ...turned, legalForms: [...turned.legalForms, ...formed.forms] })
      }
    }
  }
  return read.length < 2 ? read : distinctBusinesses(read)
}

function distinctBusinesses(read: Business[]): Business[] {
  const keys = new Set<string>()
  return read.filter(({ key, sortedWords }) => {
    const id = `${key} ${sortedWords ?? ''}`
    return keys.has(id) ? false : keys.add(id)
  })
}

/** The last word of plain text. For most names it rules out a legal form at once. */
const lastWordPattern = /([A-Z0-9]+)$/
const strippableWords: ReadonlySet<string> = new Set([...wordsDroppedAtEnds, 'AL', 'UX'])

/**
 * Whether folded text ends in a legal form after some other word, so that it names no person. Two spaced letters
 * (P A, N A), or two letters after a surname and a comma ('VANG, PA', 'VANG, MAI PA'), may be given names and do not
 * count.
 */
export function endsInLegalForm(folded: string): boolean {
  const end = lastWordPattern.exec(folded)?.[1]
  if (end !== undefined && end.length > 1 && !legalFormsByLastWord.has(end) && !strippableWords.has(end)) return false
  const opened = folded.includes('.') ? folded.replace(periodAfterLetter, '$1 ') : folded
  const words = stripEnds(splitWords(opened))
  if (words.length < 2) return false
  const letters = countTrailingLetters(words)
  const last = words.at(-1) ?? ''
  const solid = letters === 0 && last.length === 2
  if (letters !== 2 && !solid) return stripLegalForms(joinInitials(words)).forms.length > 0
  if (!twoLetterForms.has(letters === 2 ? words.slice(-2).join('') : last)) return false
  const comma = opened.indexOf(',')
  const head = comma < 0 ? 0 : splitWords(opened.slice(0, comma)).length
  const tail = words.length - head
  if (solid && comma >= 0 && givenNameForms.has(last) && tail > 1) return !isSurnameAndGiven(opened, comma, words)
  if (solid) return comma < 0 || head !== 1 || tail !== 1
  return head > 1 && tail === 2
}

/** Whether text whose only comma is at `comma` reads as 'SURNAME, GIVEN …' and not as an organization's name. */
function isSurnameAndGiven(text: string, comma: number, words: string[]): boolean {
  return (
    text.indexOf(',', comma + 1) < 0 &&
    words.length <= maxNameWords &&
    !words.some(
      (word) => word === 'AND' || word === 'OF' || (word.length > 2 && organizationWords.has(word)) || /\d/.test(word),
    )
  )
}

function countTrailingLetters(words: string[]): number {
  let count = 0
  while (count < words.length && isSingleLetter(words[words.length - 1 - count] ?? '')) count++
  return count
}

function parseInOrder(words: string[], cut: boolean): Business[] {
  const { words: core, forms } = stripEndsAndForms(words)
  if (core.length === 0) return []
  const read = [toBusiness(core, forms)]
  if (forms[0] === 'CO' && stripEnds(words).at(-1) === 'CO') read.push(toBusiness([...core, 'COUNTY'], []))
  const last = core.at(-1) ?? ''
  if (cut && forms.length === 0 && core.length > 1 && legalFormWords.some((word) => word.startsWith(last))) {
    const shorter = stripEndsAndForms(core.slice(0, -1))
    if (shorter.words.length > 0) read.push(toBusiness(shorter.words, shorter.forms))
  }
  return read
}

function toBusiness(core: string[], legalForms: string[]): Business {
  const words = abbreviate(core)
  const sortable = words.includes('TRUST') || words.includes('TRUSTS') || words.includes('ESTATE')
  const sortedWords = sortable
    ? words
        .filter((word) => !unsortedWords.has(word))
        .toSorted()
        .join(' ')
    : null
  return { key: words.join(''), words, legalForms, sortedWords }
}

function toWords(text: string): string[] {
  return joinInitials(splitWords(text))
}

function splitWords(text: string): string[] {
  const normalized = normalizeFolded(text)
  return normalized === '' ? [] : normalized.split(' ')
}

const periodAfterLetter = /(?<![A-Z0-9])([A-Z])\./g
const twoLetterForms: ReadonlySet<string> = new Set(['LC', 'CO', 'LP', 'GP', 'PC', 'PA', 'NA', 'NV'])
/** Forms that are also given names, and how many words a surname and given names have. */
const givenNameForms: ReadonlySet<string> = new Set(['NA', 'PA', 'CO', 'LP'])
const maxNameWords = 6
const spelledForms = ['LLLP', 'PLLC', 'LLC', 'LLP', 'DST', 'NA', 'LP', 'LC']
const isSingleLetter = (word: string) => word.length === 1 && word >= 'A' && word <= 'Z'

/** Joins spaced initials (J C C → JCC) but keeps a legal form at their end as a word (A L L C → A LLC). */
function joinInitials(words: string[]): string[] {
  if (!words.some((word, i) => isSingleLetter(word) && isSingleLetter(words[i + 1] ?? ''))) return words
  const joined: string[] = []
  let run = ''
  const flush = () => {
    const form = spelledForms.find((name) => run.endsWith(name) && run.length > name.length + (name.length > 2 ? 0 : 1))
    if (form) joined.push(run.slice(0, -form.length), form)
    else if (run) joined.push(run)
    run = ''
  }
  for (const word of words) {
    if (isSingleLetter(word)) run += word
    else {
      flush()
      joined.push(word)
    }
  }
  flush()
  return joined
}

/** Repeatedly drops the words dropped at both ends and legal forms at the end, but never the last remaining word. */
function stripEndsAndForms(words: string[]): { words: string[]; forms: string[] } {
  let rest = stripEnds(words)
  const forms: string[] = []
  for (;;) {
    const next = stripLegalForms(rest)
    forms.push(...next.forms)
    const ended = stripEnds(next.words)
    if (ended.length === rest.length) return { words: ended, forms }
    rest = ended
  }
}

function stripEnds(words: string[]): string[] {
  let from = 0
  let to = words.length
  while (to - from > 1 && wordsDroppedAtEnds.has(words[from] ?? '')) from++
  for (;;) {
    const last = words[to - 1] ?? ''
    if (to - from < 2) break
    if (wordsDroppedAtEnds.has(last)) to--
    else if (to - from > 2 && words[to - 2] === 'ET' && (last === 'AL' || last === 'UX')) to -= 2
    else if (last === 'AS' && fiduciaryRoles.has(words[to] ?? '')) to--
    else break
  }
  return from === 0 && to === words.length ? words : words.slice(from, to)
}

function stripLegalForms(words: string[], toNothing = false): { words: string[]; forms: string[] } {
  const forms: string[] = []
  let rest = words
  for (;;) {
    const form = findLastForm(rest, toNothing ? 0 : 1)
    if (!form) return { words: rest, forms }
    forms.push(form.name)
    rest = rest.slice(0, -form.words.length)
  }
}

function findLastForm(words: string[], atLeast: number): LegalForm | undefined {
  const last = words.at(-1)
  const forms = last === undefined ? undefined : legalFormsByLastWord.get(last)
  return forms?.find(
    (form) =>
      words.length - form.words.length >= atLeast &&
      form.words.every((word, i) => word === words[words.length - form.words.length + i]),
  )
}

/** Words that one of the tables may replace. */
const longWords: ReadonlySet<string> = new Set([
  ...standardAbbreviations.keys(),
  ...[...stateCodes.keys()].flatMap((name) => name.split(' ')),
  ...numberWords.keys(),
])

/** Replaces long words with abbreviations, number words with digits and state names with codes, never the reverse. */
function abbreviate(words: string[]): string[] {
  if (!words.some((word) => longWords.has(word))) return words
  const short: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const next = words[i + 1] ?? ''
    const state = stateCodes.get(`${word} ${next} ${words[i + 2] ?? ''}`)
    const two = stateCodes.get(`${word} ${next}`) ?? joinNumbers(word, next)
    if (state) {
      short.push(state)
      i += 2
    } else if (two) {
      short.push(two)
      i += 1
    } else short.push(abbreviateWord(word))
  }
  return short
}

/** A word as the tables write it, if one alone replaces it. */
export const abbreviateWord = (word: string): string =>
  standardAbbreviations.get(word) ?? stateCodes.get(word) ?? numberWords.get(word) ?? word

function joinNumbers(word: string, next: string): string | undefined {
  if (word === 'ONE' && next === 'HUNDRED') return '100'
  const ten = tensWords.get(word)
  const unit = ten === undefined ? undefined : unitWords.get(next)
  return ten !== undefined && unit ? joinTenAndUnit(ten, unit) : undefined
}

/** The text that prefixes are compared with: normalized before any table applies, without a leading THE or spaces. */
export function toMatchText(folded: string): string {
  const normalized = normalizeFolded(folded)
  return removeSpaces(normalized.startsWith('THE ') ? normalized.slice(4) : normalized)
}

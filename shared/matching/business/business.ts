import { legalFormsByLastWord, legalFormWords } from '../tables/legal-forms.ts'
import { organizationWords, tradeWords } from '../tables/organization-words.ts'
import { wordsAfterTrustCompany } from '../tables/trust-words.ts'
import { dropTrustDates, expandTrustAbbreviation } from '../text/name-markers.ts'
import { normalizeFolded, removeSpaces } from '../text/normalize.ts'
import { abbreviate } from './abbreviate.ts'
import { findAlertHead, findRecordHeads, findTrustsByPerson, namesTrust } from './business-trailing-phrases.ts'
import {
  isSingleLetter,
  joinInitials,
  splitWords,
  stripEnds,
  stripEndsAndForms,
  stripLegalForms,
  toWords,
  wordsDroppedAtEnds,
} from './business-words.ts'
import { dropYears, listYears } from './trust-years.ts'

/** One reading of a business or trust name, or of any name taken as a whole. */
export type Business = {
  /** The words without spaces; '' if only `sortedWords` are compared. */
  key: string
  words: string[]
  /** The legal forms stripped from the end, by short name: ['LLC']. */
  legalForms: string[]
  /** For trusts and estates: the words in alphabetical order, since recorders write them in any order. */
  sortedWords: string | null
  /** Whether the record's name has words that this reading leaves out: after TRUST, after a legal form, another owner. */
  isPartial: boolean
  /** The years that this reading leaves out, and whether one of them is within the name of a trust. */
  years: readonly string[]
  isUndated: boolean
}

const noYears: readonly string[] = []

/** Words that do not count when the words of a trust may be in any order. */
export const unsortedWords: ReadonlySet<string> = new Set(['THE', 'OF', 'AND'])

/**
 * Every reading of a record's text as a business (folded, dates dropped, TR written as TRUST): as written, rotated at
 * its comma ('LEESBURG, TOWN OF'), with CO as COUNTY, without the phrase that follows a trust's name or a legal form
 * and, if the feed truncated the name, without the start of a legal form ('HOMES LL').
 * @param tailFrom where a trailing phrase may begin, as an offset into `text`; earlier ones are read in a shorter run
 *   of parts
 */
export function parseBusiness(text: string, cut = false, tailFrom = 0): Business[] {
  const read = parseText(text, cut)
  for (const head of findRecordHeads(text, tailFrom)) {
    const years = listYears(text.slice(head.length))
    read.push(...parseText(head, false).map((business) => leaveOutYears(toPartial(business), years)))
  }
  for (const words of findTrustsByPerson(text)) read.push({ ...toPartial(toBusiness(words, [])), key: '' })
  return distinctBusinesses(read)
}

/** The same reading with further years that are not in its key. */
export const leaveOutYears = (business: Business, years: readonly string[]): Business =>
  years.length === 0 ? business : { ...business, years: [...business.years, ...years] }

/**
 * Every reading of an alert's business name: as a record's, but its own trailing phrase is dropped only if it names no
 * one.
 */
export function parseAlertBusiness(folded: string): Business[] {
  const text = expandTrustAbbreviation(dropTrustDates(folded))
  const head = findAlertHead(text)
  const read = head === null ? parseText(text, false) : [...parseText(head, false), ...parseText(text, false)]
  const years = findDatedYears(folded, text)
  return distinctBusinesses(read.map((business) => leaveOutYears(business, years)))
}

/** The years of a trust's dates, which `text` has no more. */
export function findDatedYears(folded: string, text: string): readonly string[] {
  if (folded.length === text.length || !text.includes('TRUST')) return noYears
  const kept = listYears(text)
  return listYears(folded).filter((year) => !kept.includes(year))
}

/**
 * The alert's name without its last words, as long as these are common in names of organizations and two words are left:
 * HARBOR LEDGER of 'Harbor Ledger Holdings Group'. A trust is not named by fewer words.
 */
export function listShortNames(businesses: Business[]): Business[] {
  return businesses.flatMap(({ words, sortedWords }) => {
    if (sortedWords !== null) return []
    const short: Business[] = []
    for (let end = words.length - 1; end >= minShortWords && commonLastWords.has(words[end] ?? ''); end--)
      short.push({ ...toBusiness(words.slice(0, end), []), isPartial: true })
    return short
  })
}

const minShortWords = 2
const commonLastWords: ReadonlySet<string> = new Set(
  [...organizationWords, ...tradeWords].map((word) => abbreviate([word], false)[0] ?? word),
)

const toPartial = (business: Business): Business => ({ ...business, isPartial: true })

/** A text with a year within a trust's name is also read without it, but never down to nothing but trust words. */
function parseText(text: string, cut: boolean): Business[] {
  const read = parseTurned(text, cut)
  const undated = dropYears(text)
  if (!undated || !namesTrust(undated.text)) return read
  const { years } = undated
  const others = parseTurned(undated.text, cut).filter(isTrustAlone)
  return [...read, ...others.map((business): Business => ({ ...business, years, isUndated: true }))]
}

function isTrustAlone({ words, legalForms }: Business): boolean {
  const at = words.indexOf('TRUST')
  return at >= 0 && legalForms.length === 0 && !wordsAfterTrustCompany.has(words[at + 1] ?? '')
}

/** As written, and rotated at its comma. */
function parseTurned(text: string, cut: boolean): Business[] {
  const read = parseInOrder(toWords(text), cut)
  const comma = text.indexOf(',')
  if (comma > 0 && countCommas(text, comma) <= maxCommas) {
    const head = toWords(text.slice(0, comma))
    const tail = stripEnds(toWords(text.slice(comma + 1)))
    const formed = stripLegalForms(tail, 0)
    if (head.length > 0 && formed.words.length > 0) {
      for (const turned of parseInOrder([...formed.words, ...head], false)) {
        read.push({ ...turned, legalForms: [...turned.legalForms, ...formed.forms] })
      }
    }
  }
  return read
}

/** More commas separate the names of several people, and no name rotates at the first of them. */
const maxCommas = 3

function countCommas(text: string, first: number): number {
  let count = 0
  for (let at = first; at >= 0 && count <= maxCommas; at = text.indexOf(',', at + 1)) count++
  return count
}

function distinctBusinesses(read: Business[]): Business[] {
  if (read.length < 2) return read
  const keys = new Set<string>()
  return read.filter(({ key, sortedWords, isUndated }) => {
    const id = `${key} ${sortedWords ?? ''} ${isUndated}`
    return keys.has(id) ? false : keys.add(id)
  })
}

function parseInOrder(words: string[], cut: boolean): Business[] {
  const { words: core, forms } = stripEndsAndForms(words)
  if (core.length === 0) return []
  const read = toBusinesses(core, forms)
  // NA after TRUST says no more than TR, which is dropped.
  if (core.at(-1) === 'NA' && core.at(-2) === 'TRUST') read.push(...toBusinesses(core.slice(0, -1), ['NA', ...forms]))
  for (const county of findCounties(words, core, forms)) read.push(...toBusinesses(county, []))
  const last = core.at(-1) ?? ''
  if (cut && forms.length === 0 && core.length > 1 && legalFormWords.some((word) => word.startsWith(last))) {
    const shorter = stripEndsAndForms(core.slice(0, -1))
    if (shorter.words.length > 0) read.push(...toBusinesses(shorter.words, shorter.forms))
  }
  return read
}

/** 'CLAY CO' is Clay County too; inside a name CO is COUNTY or nothing; 'COUNTY OF CLAY' is Clay County. */
function findCounties(words: string[], core: string[], forms: string[]): string[][] {
  const found: string[][] = []
  if (forms[0] === 'CO' && stripEnds(words).at(-1) === 'CO') found.push([...core, 'COUNTY'])
  const inner = core.indexOf('CO', 1)
  // 'A & CO BUILDERS' is a company, 'CO OP' a cooperative.
  if (inner > 0 && inner < core.length - 1 && core[inner - 1] !== 'AND' && core[inner + 1] !== 'OP') {
    found.push(core.toSpliced(inner, 1), core.with(inner, 'COUNTY'))
  }
  if (core[0] === 'COUNTY' && core[1] === 'OF' && core.length > 2) found.push([...core.slice(2), 'COUNTY'])
  return found
}

/** With abbreviations and, where they change the name, without: STATEUNIVERSITY has none to replace. */
function toBusinesses(core: string[], legalForms: string[]): Business[] {
  const short = toBusiness(core, legalForms)
  const key = core.join('')
  return key === short.key ? [short] : [short, { ...short, key, sortedWords: null }]
}

function toBusiness(core: string[], legalForms: string[]): Business {
  const isPersonal = core.includes('TRUST') || core.includes('TRUSTS') || core.includes('ESTATE')
  const words = abbreviate(core, isPersonal)
  const sortedWords = isPersonal
    ? words
        .filter((word) => !unsortedWords.has(word))
        .toSorted()
        .join(' ')
    : null
  return { key: words.join(''), words, legalForms, sortedWords, isPartial: false, years: noYears, isUndated: false }
}

/** The last word of plain text. For most names this alone rules out a legal form. */
const lastWordPattern = /([A-Z0-9]+)$/
const strippableWords: ReadonlySet<string> = new Set([...wordsDroppedAtEnds, 'AL', 'UX'])
const periodAfterLetter = /(?<![A-Z0-9])([A-Z])\./g
const twoLetterForms: ReadonlySet<string> = new Set(['LC', 'CO', 'LP', 'GP', 'PC', 'PA', 'NA', 'NV'])
/** Forms that are also given names, and how many words a surname and given names have. */
const givenNameForms: ReadonlySet<string> = new Set(['NA', 'PA', 'CO', 'LP'])
const maxNameWords = 6

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
    !words.some((word) => word === 'AND' || word === 'OF' || /\d/.test(word)) &&
    !words.some((word) => word.length > 2 && organizationWords.has(word))
  )
}

function countTrailingLetters(words: string[]): number {
  let count = 0
  while (count < words.length && isSingleLetter(words[words.length - 1 - count] ?? '')) count++
  return count
}

/** The text that prefixes are compared with: normalized before any table applies, without a leading THE or spaces. */
export function toMatchText(folded: string): string {
  const normalized = normalizeFolded(folded)
  return removeSpaces(normalized.startsWith('THE ') ? normalized.slice(4) : normalized)
}

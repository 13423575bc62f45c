import { keyOf, normaliseFolded } from './normalize.ts'
import { dropDates, spellTrust } from './name-markers.ts'
import { type LegalForm, legalFormsByLastWord, legalFormWords } from '#shared/matching/tables/legal-forms.ts'
import { numberWords, tensWords, tenAndUnit, unitWords } from '#shared/matching/tables/numbers.ts'
import { shortWords } from '#shared/matching/tables/short-words.ts'
import { stateCodes } from '#shared/matching/tables/states.ts'

/** A business or trust name, or any name taken as a whole, in one way it can be read. */
export type Business = {
  key: string
  words: string[]
  /** Legal forms that were stripped, by their short names: ['LLC']. */
  forms: string[]
  /** For trusts and estates: the words in order of the alphabet, so that the order written does not matter. */
  sorted: string | null
}

const droppedAtEnds = new Set([
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
const roles = new Set(['EXEC', 'CUST', 'TR', 'TRUSTEE', 'TRUSTEES', 'EXECUTOR', 'CUSTODIAN'])
const unsorted = new Set(['THE', 'OF', 'AND'])

/**
 * Every way to read folded text as a business: as it stands, rotated at its comma ('LEESBURG, TOWN OF'), a trailing
 * CO as COUNTY too, and where the feed cut the name, without the beginning of a legal form ('HOMES LL').
 */
export function readBusiness(folded: string, cut = false): Business[] {
  const text = spellTrust(dropDates(folded))
  const read = readOrder(wordsOf(text), cut)
  const comma = text.indexOf(',')
  if (comma > 0) {
    const head = wordsOf(text.slice(0, comma))
    const tail = stripEnds(wordsOf(text.slice(comma + 1)))
    const formed = stripForms(tail, true)
    if (head.length > 0 && formed.words.length > 0) {
      for (const turned of readOrder([...formed.words, ...head], false)) {
        read.push({ ...turned, forms: [...turned.forms, ...formed.forms] })
      }
    }
  }
  return read.length < 2 ? read : distinct(read)
}

function distinct(read: Business[]): Business[] {
  const keys = new Set<string>()
  return read.filter(({ key, sorted }) => {
    const id = `${key} ${sorted ?? ''}`
    return keys.has(id) ? false : keys.add(id)
  })
}

/** The last word of plain text; most show at once that no legal form ends it. */
const lastWord = /([A-Z0-9]+)$/
const strippable: ReadonlySet<string> = new Set([...droppedAtEnds, 'AL', 'UX'])

/**
 * Whether folded text ends in a legal form, with something before it, and so names no person. Two letters apart
 * (P A, N A), or alone behind a surname and a comma ('VANG, PA'), may as well be given names: then it does not.
 */
export function endsInLegalForm(folded: string): boolean {
  const end = lastWord.exec(folded)?.[1]
  if (end !== undefined && end.length > 1 && !legalFormsByLastWord.has(end) && !strippable.has(end)) return false
  const opened = folded.includes('.') ? folded.replace(stopAfterLetter, '$1 ') : folded
  const words = stripEnds(wordsWithoutJoining(opened))
  if (words.length < 2) return false
  const letters = trailingLetters(words)
  const last = words.at(-1) ?? ''
  const solid = letters === 0 && last.length === 2
  if (letters !== 2 && !solid) return stripForms(joinInitials(words)).forms.length > 0
  if (!formsOfTwoLetters.has(letters === 2 ? words.slice(-2).join('') : last)) return false
  const comma = opened.indexOf(',')
  const head = comma < 0 ? 0 : wordsWithoutJoining(opened.slice(0, comma)).length
  const tail = words.length - head
  if (solid) return comma < 0 || head !== 1 || tail !== 1
  return head > 1 && tail === 2
}

function trailingLetters(words: string[]): number {
  let count = 0
  while (count < words.length && isLetter(words[words.length - 1 - count] ?? '')) count++
  return count
}

function readOrder(words: string[], cut: boolean): Business[] {
  const { words: core, forms } = strip(words)
  if (core.length === 0) return []
  const read = [business(core, forms)]
  if (forms[0] === 'CO' && stripEnds(words).at(-1) === 'CO') read.push(business([...core, 'COUNTY'], []))
  const last = core.at(-1) ?? ''
  if (cut && forms.length === 0 && core.length > 1 && legalFormWords.some((word) => word.startsWith(last))) {
    const shorter = strip(core.slice(0, -1))
    if (shorter.words.length > 0) read.push(business(shorter.words, shorter.forms))
  }
  return read
}

function business(core: string[], forms: string[]): Business {
  const words = shorten(core)
  const sortable = words.includes('TRUST') || words.includes('TRUSTS') || words.includes('ESTATE')
  const sorted = sortable
    ? words
        .filter((word) => !unsorted.has(word))
        .toSorted()
        .join(' ')
    : null
  return { key: words.join(''), words, forms, sorted }
}

function wordsOf(text: string): string[] {
  return joinInitials(wordsWithoutJoining(text))
}

function wordsWithoutJoining(text: string): string[] {
  const normalised = normaliseFolded(text)
  return normalised === '' ? [] : normalised.split(' ')
}

const stopAfterLetter = /(?<![A-Z0-9])([A-Z])\./g
const formsOfTwoLetters: ReadonlySet<string> = new Set(['LC', 'CO', 'LP', 'GP', 'PC', 'PA', 'NA', 'NV'])
const formsOfLetters = ['LLLP', 'PLLC', 'LLC', 'LLP', 'DST', 'NA', 'LP', 'LC']
const isLetter = (word: string) => word.length === 1 && word >= 'A' && word <= 'Z'

/** Joins spaced initials (J C C → JCC); a legal form at their end stays a word (A L L C → A LLC). */
function joinInitials(words: string[]): string[] {
  if (!words.some((word, i) => isLetter(word) && isLetter(words[i + 1] ?? ''))) return words
  const joined: string[] = []
  let run = ''
  const flush = () => {
    const form = formsOfLetters.find(
      (name) => run.endsWith(name) && run.length > name.length + (name.length > 2 ? 0 : 1),
    )
    if (form) joined.push(run.slice(0, -form.length), form)
    else if (run) joined.push(run)
    run = ''
  }
  for (const word of words) {
    if (isLetter(word)) run += word
    else {
      flush()
      joined.push(word)
    }
  }
  flush()
  return joined
}

/** Drops what is dropped at both ends, and legal forms at the end, again and again, never to nothing. */
function strip(words: string[]): { words: string[]; forms: string[] } {
  let rest = stripEnds(words)
  const forms: string[] = []
  for (;;) {
    const next = stripForms(rest)
    forms.push(...next.forms)
    const ended = stripEnds(next.words)
    if (ended.length === rest.length) return { words: ended, forms }
    rest = ended
  }
}

function stripEnds(words: string[]): string[] {
  let from = 0
  let to = words.length
  while (to - from > 1 && droppedAtEnds.has(words[from] ?? '')) from++
  for (;;) {
    const last = words[to - 1] ?? ''
    if (to - from < 2) break
    if (droppedAtEnds.has(last)) to--
    else if (to - from > 2 && words[to - 2] === 'ET' && (last === 'AL' || last === 'UX')) to -= 2
    else if (last === 'AS' && roles.has(words[to] ?? '')) to--
    else break
  }
  return from === 0 && to === words.length ? words : words.slice(from, to)
}

function stripForms(words: string[], toNothing = false): { words: string[]; forms: string[] } {
  const forms: string[] = []
  let rest = words
  for (;;) {
    const form = lastForm(rest, toNothing ? 0 : 1)
    if (!form) return { words: rest, forms }
    forms.push(form.name)
    rest = rest.slice(0, -form.words.length)
  }
}

function lastForm(words: string[], atLeast: number): LegalForm | undefined {
  const last = words.at(-1)
  const forms = last === undefined ? undefined : legalFormsByLastWord.get(last)
  return forms?.find(
    (form) =>
      words.length - form.words.length >= atLeast &&
      form.words.every((word, i) => word === words[words.length - form.words.length + i]),
  )
}

/** Words at which a table may have something to say. */
const longWords: ReadonlySet<string> = new Set([
  ...shortWords.keys(),
  ...[...stateCodes.keys()].flatMap((name) => name.split(' ')),
  ...numberWords.keys(),
])

/** Replaces long words by short ones, number words by figures and state names by codes; never the reverse. */
function shorten(words: string[]): string[] {
  if (!words.some((word) => longWords.has(word))) return words
  const short: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    const next = words[i + 1] ?? ''
    const state = stateCodes.get(`${word} ${next} ${words[i + 2] ?? ''}`)
    const two = stateCodes.get(`${word} ${next}`) ?? twoNumbers(word, next)
    if (state) {
      short.push(state)
      i += 2
    } else if (two) {
      short.push(two)
      i += 1
    } else short.push(shortWords.get(word) ?? stateCodes.get(word) ?? numberWords.get(word) ?? word)
  }
  return short
}

function twoNumbers(word: string, next: string): string | undefined {
  if (word === 'ONE' && next === 'HUNDRED') return '100'
  const ten = tensWords.get(word)
  const unit = ten === undefined ? undefined : unitWords.get(next)
  return ten !== undefined && unit ? tenAndUnit(ten, unit) : undefined
}

/** The text that ordered prefixes are searched in: normalised before any table, without a leading THE or spaces. */
export function matchText(folded: string): string {
  const normalised = normaliseFolded(folded)
  return keyOf(normalised.startsWith('THE ') ? normalised.slice(4) : normalised)
}

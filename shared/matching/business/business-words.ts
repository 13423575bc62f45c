import { type LegalForm, legalFormsByLastWord } from '../tables/legal-forms.ts'
import { normalizeFolded } from '../text/normalize.ts'

/** The words of a business name, and what is dropped at its ends. */

const fiduciaryRoles = new Set(['EXEC', 'CUST', 'TR', 'TRUSTEE', 'TRUSTEES', 'EXECUTOR', 'CUSTODIAN'])
export const wordsDroppedAtEnds: ReadonlySet<string> = new Set(['THE', 'AND', 'ETAL', ...fiduciaryRoles])

/** The normalized words of folded text, with spaced initials joined ('J C C' is JCC). */
export function toWords(text: string): string[] {
  return joinInitials(splitWords(text))
}

export function splitWords(text: string): string[] {
  const normalized = normalizeFolded(text)
  return normalized === '' ? [] : normalized.split(' ')
}

const spelledForms = ['LLLP', 'PLLC', 'LLC', 'LLP', 'DST', 'NA', 'LP', 'LC']
export const isSingleLetter = (word: string) => word.length === 1 && word >= 'A' && word <= 'Z'

/** Joins spaced initials (J C C → JCC) but keeps a legal form at their end as a word (A L L C → A LLC). */
export function joinInitials(words: string[]): string[] {
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
export function stripEndsAndForms(words: string[]): { words: string[]; forms: string[] } {
  let rest = stripEnds(words)
  const forms: string[] = []
  for (;;) {
    const next = stripLegalForms(rest, 1, true)
    forms.push(...next.forms)
    const ended = stripEnds(next.words)
    if (ended.length === rest.length) return { words: ended, forms }
    rest = ended
  }
}

export function stripEnds(words: string[]): string[] {
  let from = 0
  let to = words.length
  while (to - from > 1 && wordsDroppedAtEnds.has(words[from] ?? '')) from++
  // 'TRUSTEES OF ELM COLLEGE' is the college.
  if (from > 0 && to - from > 1 && words[from] === 'OF' && fiduciaryRoles.has(words[from - 1] ?? '')) {
    from++
    while (to - from > 1 && words[from] === 'THE') from++
  }
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

/** Whether a form after TRUST is part of a company's name and no legal form: a trust company is not the trust. */
const namesTrustCompany = (form: LegalForm, before: string[]): boolean =>
  before.at(-1) === 'TRUST' &&
  (form.name === 'CO' || (form.name === 'NA' && !before.some((word) => bankWords.has(word))))

const bankWords: ReadonlySet<string> = new Set(
  'BANK BANKS BANKING BANKERS NATIONAL NATL SAVINGS FEDERAL AND'.split(' '),
)

/** Strips every legal form at the end that leaves at least so many words. */
export function stripLegalForms(
  words: string[],
  atLeast = 1,
  keepTrustCompany = false,
): { words: string[]; forms: string[] } {
  const forms: string[] = []
  let rest = words
  for (;;) {
    const form = findLastForm(rest, atLeast)
    if (!form) return { words: rest, forms }
    const shorter = rest.slice(0, -form.words.length)
    if (keepTrustCompany && namesTrustCompany(form, shorter)) return { words: rest, forms }
    forms.push(form.name)
    rest = shorter
  }
}

/** The longest legal form at the end of these words that leaves at least so many others. */
export function findLastForm(words: string[], atLeast: number): LegalForm | undefined {
  const last = words.at(-1)
  const forms = last === undefined ? undefined : legalFormsByLastWord.get(last)
  return forms?.find(
    (form) =>
      words.length - form.words.length >= atLeast &&
      form.words.every((word, i) => word === words[words.length - form.words.length + i]),
  )
}

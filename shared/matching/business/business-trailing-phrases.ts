import { legalFormWords } from '../tables/legal-forms.ts'
import { organizationWords } from '../tables/organization-words.ts'
import { stateNames } from '../tables/states.ts'
import { trustWords, wordsAfterTrustCompany } from '../tables/trust-words.ts'
import { findLastForm, stripEnds, stripEndsAndForms, toWords, wordsDroppedAtEnds } from './business-words.ts'

/**
 * Trailing phrases of business and trust names: what a record writes after a name that is already complete. The name is
 * compared with its phrase and without. All functions take folded text, with dates dropped and TR written as TRUST.
 */
const wordStart = String.raw`(?<![\p{L}\p{N}])`
const wordEnd = String.raw`(?![\p{L}\p{N}])`
/** How many places are tried at which a trailing phrase may begin. */
const maxTails = 4

const trust = new RegExp(String.raw`${wordStart}TRUSTS?${wordEnd}`, 'gu')
const states = stateNames.map((name) => name.replaceAll(' ', String.raw`\s+`)).join('|')
/** How an American company describes itself after its name: 'A DELAWARE LIMITED LIABILITY COMPANY'. */
const origin = String.raw`AN?\s+(?:(?:STATE\s+OF\s+)?(?:${states})|LIMITED|GENERAL|PROFESSIONAL|NATIONAL|FEDERAL|DOMESTIC|FOREIGN|NON-?\s?PROFIT|NOT[\s-]FOR|MUNICIPAL|BODY|CORPORATION|[A-Z]{2}\s+(?:LLC|LLP|LP|CORP|INC|LIMITED))${wordEnd}`
/** A unit counts only before a figure or one or two letters. */
const unit = String.raw`(?:(?:UNIT|APT|SUITE|STE)\b\.?\s*#?|#)\s*(?:\d[A-Z0-9-]*|[A-Z]{1,2})${wordEnd}`
/** Marks that end any name: care of, and a lender's 'ISAOA ATIMA', its successors and assigns. */
const careOf = String.raw`%|C\s*/\s*O${wordEnd}|(?:ATTN|ATTENTION|ISAOA|ATIMA|ITS\s+SUCCESSORS?|(?:AND\s*/?\s*)?OR\s+ASSIGNS)${wordEnd}`
const namelessTail = new RegExp(`(?<=[\\s,.])(?:${origin}|${unit}|${careOf})`, 'gu')
const recordTail = new RegExp(`(?<=[\\s,.])(?:SERIES${wordEnd}|${origin}|${unit}|${careOf})`, 'gu')
const isCareOf = new RegExp(`^(?:${careOf})`, 'u')
/** Most names have no trailing phrase, which this finds out fast. It must match wherever `recordTail` does. */
const maybeTail = /[\s,.](?:SERIES|AN? |UNIT|APT|SUITE|STE|#|%|C\s*\/|ATT|ATIMA|I[ST]|OR )/

/**
 * The beginnings of a record's text that are a name without its trailing phrase: up to TRUST, to a legal form, to a
 * care-of mark.
 * @param from where a phrase may begin: what comes before was searched with a shorter text
 */
export function findRecordHeads(text: string, from = 0): string[] {
  const heads: string[] = []
  if (text.includes('TRUST', from)) heads.push(...findTrustHeads(text, from))
  if (maybeTail.test(text)) heads.push(...findFormedHeads(text, recordTail, from))
  return heads
}

/**
 * An alert's name without a trailing phrase that names no one: 'A DELAWARE …', ATTN, a unit. A series is part of its
 * name.
 */
export function findAlertHead(text: string): string | null {
  return maybeTail.test(text) ? (findFormedHeads(text, namelessTail, 0)[0] ?? null) : null
}

function findFormedHeads(text: string, pattern: RegExp, from: number): string[] {
  const heads: string[] = []
  let tried = 0
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (index < from) continue
    if (++tried > maxTails) break
    const head = text.slice(0, index)
    const words = stripEnds(toWords(head))
    if (findLastForm(words, 1) || (isCareOf.test(found) && words.length > 0)) heads.push(head)
  }
  return heads
}

function findTrustHeads(text: string, from: number): string[] {
  const heads: string[] = []
  let tried = 0
  for (const { index, 0: found } of text.matchAll(trust)) {
    if (index < from) continue
    if (++tried > maxTails) break
    const end = index + found.length
    const head = text.slice(0, end)
    if (isTrustTail(text.slice(end)) && namesTrust(head)) heads.push(head)
  }
  return heads
}

/**
 * Whether the words after TRUST are a trailing phrase, not the rest of a company's name ('… TRUST COMPANY', '… TRUST
 * HOLDINGS LLC').
 */
function isTrustTail(rest: string): boolean {
  const [next] = toWords(rest)
  if (next === undefined || wordsAfterTrustCompany.has(next)) return false
  if (/^\s*[,;(-]/.test(rest)) return true
  if (organizationWords.has(next)) return false
  const group = rest.split(',', 1)[0] ?? ''
  return /TRUSTEE|TTEE/.test(group) || stripEndsAndForms(['X', ...toWords(group)]).forms.length === 0
}

/** Whether a word other than the trust words names the trust. */
export function namesTrust(head: string): boolean {
  return toWords(head).some((word) => word.length > 1 && !trustWords.has(word) && !/^\d+$/.test(word))
}

/** Whether a text consists only of trust words, roles and legal forms, so that it names no one. */
export function isTailAlone(text: string): boolean {
  const words = text.length > maxTailAlone ? [] : toWords(text)
  return words.length > 0 && words.every((word) => namelessWords.has(word))
}
const maxTailAlone = 60
const namelessWords: ReadonlySet<string> = new Set([...trustWords, ...legalFormWords, ...wordsDroppedAtEnds])

const givenNames = /^[\s,]*(\p{L}[^,;/]*)$/u
const trailingRole = /,\s*(?:AS\s+)?(?:CO-?\s?)?TRUSTEES?\s*$/u
const maxGivenWords = 3

/**
 * 'DELANEY LIVING TRUST, JOHN P & MARY' is also the trust of each of its people: the words of each trust, with all
 * given names and with only the first. Empty for other texts.
 */
export function findTrustsByPerson(text: string): string[][] {
  const comma = text.indexOf(',')
  if (comma < 0 || !text.includes('TRUST')) return []
  const head = stripEnds(toWords(text.slice(0, comma)))
  const people = givenNames.exec(text.slice(comma).replace(trailingRole, ''))?.[1]
  if (people === undefined || !head.at(-1)?.startsWith('TRUST') || !namesTrust(head.join(' '))) return []
  const named = people.split(/&|(?<=\s)AND(?=\s)/).map((part) => stripEnds(toWords(part)))
  if (!named.every(areGivenNames)) return []
  return named
    .flatMap((words) => {
      const first = words.slice(0, 1)
      return words.length > 1 ? [words, first] : [first]
    })
    .map((words) => [...words, ...head])
}

function areGivenNames(words: string[]): boolean {
  return (
    words.length > 0 &&
    words.length <= maxGivenWords &&
    words.every((word) => !/\d/.test(word) && !trustWords.has(word) && !organizationWords.has(word))
  )
}

import { isInvented } from '#scripts/match-report/invented.ts'
import { splitTextParts, type TextPart } from '#scripts/match-report/name-parts.ts'
import { givenNameShare } from '#shared/matching/tables/census.ts'
import { agree, isSameName } from './words.ts'

/** What the text around the marked words must show. It looks at the text alone, as a person without the rule would. */

/** Whether surname and first name stand in one part of a record's text, or the part of the first name may share the surname. */
export function standTogether(raw: string, surname: string[], first: string[]): boolean {
  const person = { surnameWords: surname, firstNames: [first.join('')] }
  const isName = [...surname, ...first].includes('OR')
  const text = raw.replaceAll(apostrophe, '').replace(noPart, '').replace(openingComma, '')
  return [text, spaceOut(text, alias), ...(isName ? [spaceOut(text, /\bOR\b/gi)] : [])].some(
    (text) => !isInvented(text, person),
  )
}

/** In O'NEIL; what follows it is no word of its own. */
const apostrophe = /(?<=\p{L})['\u2018\u2019\u201b\u02bb\u02bc\u00b4\u2032\uff07`](?=\p{L})/gu
/** What says nothing at the end: an office, a tenancy, a trust's date, the OF of ESTATE OF, a comma. */
const noPart = /(?:,\s*TRUSTEES?|,\s*(?:TEES|T\/E|TBE|AS (?:JOINT )?TENANTS.*)|\s+U\/.*|\s+OF)?[\s,]*$/
/** Before it is no last name. */
const openingComma = /^[\s,]+/
/** Words before another name of the same person, or before a birth name: NEE. */
const alias = /\b(?:[AFN][./\s]?K[./\s]?A|NEE)\b/gi
/** Takes the mark for words of the name. */
const spaceOut = (text: string, mark: RegExp) =>
  text.replaceAll(mark, (found) => [...found.replaceAll(/\W/g, '')].join('  '))

/** Census names that, next to other names, are a title or a trailing phrase. */
const noNames = new Set('JUNIOR SENIOR JR SR DEV HON MISS LE VAN SINGLE AN'.split(' '))

/**
 * The names right after the first name of 'SMITH, JOHN A' that are not marked, as far as the eye can tell: given names of
 * the census, and an initial before one or at the end of the part. Null if no part is so written, or several.
 */
function findUnmarkedNames(raw: string, surname: string[], first: string[], marked: string[]): string[] | null {
  const parts = splitTextParts(raw.replace(letterTail, '').replaceAll(quoted, ' '))
  const [part, ...others] = parts.filter((one) => isOnlyName(one, surname, first))
  if (!part || others.length > 0) return null
  const rest = part.words.slice((part.beforeComma?.length ?? 0) + first.length)
  const isName = (word: string, i: number): boolean => {
    const next = rest[i + 1]
    return isFull(word) || (word.length === 1 && (next === undefined || isName(next, i + 1)))
  }
  const end = rest.findIndex((word, i) => !isName(word, i))
  const known = new Set([...first, ...marked])
  return rest.slice(0, end < 0 ? rest.length : end).filter((word) => !known.has(word))
}

const isFull = (word: string) => word.length > 1 && givenNameShare(word) > 0 && !noNames.has(word)

/** J/T, L E, M.D. */
const letterTail = /\s(?:\p{L}\/\p{L}|M\.\s?D|L[.\s]+E|R[.\s]+S)\b.*/u
/** Another first name. */
const quoted = /["(][^")]*[")]?/g

/** 'SMITH, JOHN A': the whole surname before the comma, and the first name right after it. */
const isOnlyName = ({ words, beforeComma }: TextPart, surname: string[], first: string[]) =>
  beforeComma !== null &&
  beforeComma.join('') === surname.join('') &&
  words.slice(beforeComma.length, beforeComma.length + first.length).join('') === first.join('')

type Shown = { raw: string; given: string[]; surname: string[]; firstName: string[]; rest: string[] }

/**
 * Whether the middle names in the part of the marked words bear the sentence out: if both sides have some, one agrees;
 * and it says that others contradict if they do, and only then. `given` are the alert's names, `rest` the marked words
 * that are neither last nor first name.
 */
export function isTrueOfUnmarked({ raw, given, surname, firstName, rest }: Shown, saysConflict: boolean): boolean {
  const count = [1, 2, 3].find((length) => isSameName(given.slice(0, length).join(''), firstName.join('')))
  const unmarked = findUnmarkedNames(raw, surname, firstName, rest)
  if (count === undefined || unmarked === null) return true
  const alert = given.slice(count)
  const record = [...rest, ...unmarked]
  if (alert.length === 0 || record.length === 0 || alert.join('') === record.join('')) return !saysConflict
  const isContradicted = !agreesAll(alert, record) && !agreesAll(record, alert)
  return alert.some((name) => agreesAny(name, record)) && isContradicted === saysConflict
}

const agreesAny = (name: string, others: string[]) => others.some((other) => agree(name, other))
const agreesAll = (names: string[], others: string[]) => names.every((name) => agreesAny(name, others))

import { endsInLegalForm } from '../business/business.ts'
import { isInitial } from '../people/given-names.ts'
import { parseJointNames } from '../people/joint-names.ts'
import { isRatherGivenName } from '../people/name-likelihood.ts'
import { splitNameList } from '../people/name-lists.ts'
import { parseNamePart, splitNameParts } from '../people/name-parts.ts'
import { type NameOrder, type Person, withCause } from '../people/person.ts'
import type { JointPart } from '../people/shared-surnames.ts'
import { particles } from '../tables/particles.ts'
import {
  abbreviateRealEstate,
  isEstateName,
  isTrustName,
  type Segment,
  splitAtTrustWords,
} from '../text/name-markers.ts'
import { inferAliasOrder, parseAlias } from './aliases.ts'
import { dropCorporateTrustee, findLegalEntities } from './legal-entities.ts'
import { dropTails } from './trailing-phrases.ts'
import { findTrustOrder, isTrustOf, listTrustees } from './trust-families.ts'

/**
 * How a party's text is read: markers split it into segments (the main name, an alias …), the words of a trust and the
 * office of a trustee split a segment into groups, '&' and '/' split a group into parts, and each part is read as
 * people, with the surnames that parts share (joint-names). Names after A/K/A and NEE may take a part of theirs from the main
 * name (aliases).
 */

/** Parts of one party that are searched for people; no real index entry comes near. */
const maxParts = 24
const brackets = /\(([^)]*)\)?|"([^"]*)"?/g
const word = /[\p{L}\p{N}]/u

/**
 * Every person in a party's text (folded, dates dropped, TR written as TRUST). `people` has each reading; `lastPeople`
 * those of the last part, which truncation leaves incomplete. A text that the feed calls a business names people only
 * inside a trust or an estate, or after a marker such as FBO. The words after a care-of mark name no party, unless
 * nothing precedes the mark.
 */
export function findPeople(
  segments: Segment[],
  order: NameOrder,
  statedBusiness: boolean,
): { people: Person[]; lastPeople: Person[] } {
  const found: Person[] = []
  let lastPeople: Person[] = []
  let mainPeople: Person[] = []
  let hasName = false
  const texts: string[] = []
  const waiting = segments.some(({ text }) => text.includes('NEE-')) ? segments.flatMap(withBirthName) : [...segments]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const segment: Segment = { kind: next.kind, text: dropCorporateTrustee(next.text) }
    if (segment.kind === 'careOf' && hasName) break
    hasName ||= word.test(segment.text)
    const { text: opened, names } = extractBracketedNames(segment.text)
    if (names.length > 0) waiting.unshift(...names.map((name): Segment => ({ kind: 'alias', text: name })))
    const written = findWrittenOrder(segment.kind, opened, { order, mainPeople })
    const read = parseSegment(segment, opened, { order: written, statedBusiness, before: texts })
    texts.push(opened)
    const people = read.flat()
    if (segment.kind === 'alias' || segment.kind === 'nee') people.push(...parseAlias(mainPeople, segment.kind, opened))
    found.push(...(segment.kind === 'main' ? people : withCause(people, 'marker')))
    lastPeople = read.at(-1) ?? []
    if (segment.kind !== 'alias' && segment.kind !== 'nee') mainPeople = lastPeople
  }
  return { people: distinctPeople(found), lastPeople }
}

const hyphenedNee = /(?<=\p{L}{2}[\s,]+\p{L}+\s+)NEE-(?=\p{L}{2})/u

/** NEE before a hyphen is a name, and after a full name perhaps the marker: 'MARSH, ANNA NEE-OKAFOR'. */
function withBirthName(segment: Segment): Segment[] {
  const found = hyphenedNee.exec(segment.text)
  if (!found) return [segment]
  const before: Segment = { ...segment, text: segment.text.slice(0, found.index) }
  return [segment, before, { kind: 'nee', text: segment.text.slice(found.index + found[0].length) }]
}

/** The order of a segment's names: that of the feed, unless the marker before it or the main name shows another. */
function findWrittenOrder(
  kind: Segment['kind'],
  text: string,
  { order, mainPeople }: { order: NameOrder; mainPeople: Person[] },
): NameOrder {
  if (kind === 'spoken') return 'FIRST_LAST'
  return kind === 'alias' ? (inferAliasOrder(text, mainPeople) ?? order) : order
}

/** A single word in brackets or quotes is another first name and stays in quotes; several words are another name. */
function extractBracketedNames(text: string): { text: string; names: string[] } {
  if (!text.includes('(') && !text.includes('"')) return { text: dropTails(text), names: [] }
  const names: string[] = []
  const opened = dropTails(text).replace(brackets, (_whole, inBrackets?: string, inQuotes?: string) => {
    const inside = inBrackets ?? inQuotes ?? ''
    const { surname, words } = parseNamePart(inside)
    if (surname || words.length > 1) names.push(inside)
    return !surname && words.length === 1 ? ` "${words[0]}" ` : ' '
  })
  return { text: opened, names }
}

/** `before` are the texts of the segments before it, which may name the trustees of its trust. */
type SegmentContext = { order: NameOrder; statedBusiness: boolean; before: string[] }

/** `opened` is the segment's text without brackets and trailing phrases. */
function parseSegment(segment: Segment, opened: string, { order, statedBusiness, before }: SegmentContext): Person[][] {
  const isTrust = isTrustName(segment.text) && !endsInLegalForm(segment.text)
  const inside = isTrust || isEstateName(abbreviateRealEstate(segment.text))
  if (statedBusiness && segment.kind === 'main' && !inside) return []
  const isPersonal = inside || opened.trim() !== segment.text.trim()
  const read = (text: string) => {
    const groups = isTrust ? splitTrust(text) : [{ text, isTrust: false, surname: null }]
    const trustees = isTrust
      ? listTrustees([...before, ...groups.flatMap((group) => (group.isTrust ? [] : group.text))])
      : []
    return groups.flatMap((group) => {
      if (group.isTrust && isTrustOf(group.text, trustees)) return []
      const groupOrder = inside ? (group.isTrust ? findTrustOrder(group.text, trustees) : null) : order
      const people = parseGroup(group, groupOrder, isPersonal)
      return group.isTrust ? people.map((read) => withCause(read, 'trust')) : people
    })
  }
  const whole = abbreviateRealEstate(opened)
  const text = splitAtOr(whole)
  return text !== whole && mayBeNamedOr(whole) ? [...read(whole), ...read(text)] : read(text)
}

const owner = String.raw`[\p{L}-]+`
/** OR between two owners: the first is a full name, and has no comma next to it. */
const orBetweenOwners = new RegExp(String.raw`(${owner}[\s,]+${owner}[.]?)\s+OR\s+(?=\p{L})`, 'gu')

/** OR between owners as '&'. In a name with a legal form it is a word of the name. */
const splitAtOr = (text: string) =>
  text.includes(' OR ') && !endsInLegalForm(text) ? text.replace(orBetweenOwners, '$1 & ') : text

/** 'DANA RUTH OR LEVY' may also be one name, since LEVY is rather a surname; before MARY, or a full name, OR is a word. */
function mayBeNamedOr(text: string): boolean {
  const { words, surname } = parseNamePart(text.slice(text.lastIndexOf(' OR ') + 4))
  const [name = ''] = words
  return surname === null && words.length === 1 && !isInitial(name) && !isRatherGivenName(name)
}

/** Names that are together. `surname` is that of the trust before them: 'DELANEY FAMILY TRUST, JOHN & MARY'. */
export type Group = { text: string; isTrust: boolean; surname: string[] | null }

const trustee = String.raw`(?:CO[\s-]*)?(?:TRUSTEES?|TRSTEES?|TTEES?|TRS?)`
const trusteeMark = new RegExp(String.raw`(?<![\p{L}\p{N}])${trustee}(?![\p{L}\p{N}])`, 'gu')
const afterTrustee = /^[\s.,]*(?:&|AND(?![A-Z]))?[\s.,]*(?:(?:OF|FOR|UNDER|THE)\s+)*/

/**
 * The people named with a trust, and those in its own name, separately: a trust's own name takes nothing from a
 * trustee's.
 */
function splitTrust(text: string): Group[] {
  let surname: string[] | null = null
  const groups = splitAtTrustWords(text).flatMap((piece): Group[] => {
    const { before, name } = piece.isTrust ? splitAfterTrustees(piece.text) : { before: '', name: piece.text }
    const shared = piece.isTrust || !/^\s*,/.test(name) ? null : surname
    surname = piece.isTrust ? getTrustSurname(name) : null
    const trustees: Group[] = before === '' ? [] : [{ text: before, isTrust: false, surname: null }]
    return [...trustees, { text: name, isTrust: piece.isTrust, surname: namesOwnSurname(name) ? null : shared }]
  })
  // A name that gives its surname to the ones after it is not itself a person.
  return groups.filter((_group, i) => !groups[i + 1]?.surname)
}

/** 'MARSH, PETER TR & HELEN OKAFOR' before REVOCABLE TRUST: the trustees end with the last office after a full name. */
function splitAfterTrustees(text: string): { before: string; name: string } {
  let end = 0
  for (const found of text.matchAll(trusteeMark)) {
    if (end > 0 || isFullName(text.slice(0, found.index))) end = found.index + found[0].length
  }
  if (end === 0 || !word.test(text.slice(end))) return { before: '', name: text }
  return { before: text.slice(0, end), name: text.slice(end).replace(afterTrustee, '') }
}

function isFullName(text: string): boolean {
  const { surname, words } = parseNamePart(text.replaceAll('&', ' '))
  return surname !== null || words.length > 1
}

/** The family of 'DELANEY FAMILY TRUST': one surname, with its particles, or two; null for a full name. */
function getTrustSurname(text: string): string[] | null {
  if (text.includes('&') || text.includes('/')) return null
  const { surname, words } = parseNamePart(text)
  if (surname || words.length === 0) return null
  const own = words.filter((item) => !particles.has(item))
  return own.length === 1 || (own.length === 2 && words.length === 2 && !words.some(isRatherGivenName)) ? words : null
}

/** A trustee of full name after the comma of 'TODD FAMILY TRUST, JOHN OKAFOR'; 'MARY ANN' are given names. */
function namesOwnSurname(text: string): boolean {
  return splitNameParts(text.replace(/^[\s,]+/, '')).some((part) => {
    const { surname, words } = parseNamePart(part.text)
    const full = words.filter((item) => item.length > 1)
    return surname !== null || (full.length > 1 && !isRatherGivenName(words.at(-1) ?? ''))
  })
}

/** `isPersonal` says that words around the names show people: a trust, an estate, A SINGLE MAN. */
function parseGroup(group: Group, order: NameOrder, isPersonal: boolean): Person[][] {
  const names = group.text.split(';').flatMap((text): { text: string; order: NameOrder; isList: boolean }[] => {
    const list = group.surname || group.isTrust ? null : splitNameList(text, order)
    return list
      ? list.texts.map((name) => ({ text: name, order: list.order, isList: true }))
      : [{ text, order, isList: false }]
  })
  return names.flatMap(({ text, order: written, isList }) => {
    const parts = splitNameParts(group.surname ? text.replace(/^[\s,]+/, '') : text).slice(0, maxParts)
    const entities = findLegalEntities(parts, order, isPersonal)
    const joint = parts.map((part, i): JointPart => ({
      words: parseNamePart(part.text),
      isLegalEntity: entities[i] ?? false,
    }))
    const people = parseJointNames(joint, { order: written, surname: group.surname, isTrust: group.isTrust })
    return isList ? people.map((read) => withCause(read, 'list')) : people
  })
}

function distinctPeople(people: Person[]): Person[] {
  if (people.length < 2) return people
  const seen = new Set<string>()
  return people.filter((person) => {
    const id = `${person.surname.key} ${person.surname.halves.length} ${person.givenNames.map((g) => g.first).join(' ')} ${person.givenWords.join(' ')}`
    return seen.has(id) ? false : seen.add(id)
  })
}

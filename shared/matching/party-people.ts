import { endsInLegalForm } from '#shared/matching/business.ts'
import { type PartPeople, readJoint } from './joint-names.ts'
import { dropPhrases, dropTrustWords, namesEstate, namesTrust, type Segment, splitAtNames } from './name-markers.ts'
import { readWords, splitParts, type TextPart } from './name-parts.ts'
import { type Order, people, type Person } from '#shared/matching/person.ts'
import { particles } from '#shared/matching/tables/particles.ts'

/** The most parts of one party that are read for people; no real index entry comes near. */
const maxParts = 24
const brackets = /\(([^)]*)\)?|"([^"]*)"?/g

/**
 * Everybody a party's text names (folded, dates dropped, TR spelt TRUST). `people` holds each reading; `atEnd` those
 * of the last part, which a width-cut name leaves unfinished. A text that the feed calls a business names people only
 * inside a trust, an estate, or after a mark such as FBO.
 */
export function readPeople(text: string, order: Order, statedBusiness: boolean): { people: Person[]; atEnd: Person[] } {
  const found: Person[] = []
  let atEnd: Person[] = []
  let named: Person[] = []
  const waiting = splitAtNames(text)
  for (let segment = waiting.shift(); segment; segment = waiting.shift()) {
    const { text: opened, names } = openBrackets(segment.text)
    waiting.unshift(...names.map((name): Segment => ({ kind: 'alias', text: name })))
    const read = readSegment(segment, opened, order, statedBusiness)
    const people = read.flatMap((part) => part.people)
    if (segment.kind === 'alias' || segment.kind === 'nee') people.push(...sharedWith(named, segment.kind, opened))
    found.push(...people)
    atEnd = read.at(-1)?.people ?? []
    if (segment.kind === 'main' || segment.kind === 'other') named = atEnd
  }
  return { people: distinct(found), atEnd }
}

/** One word in brackets or quotes is a further first name, left in quotes; more words are a further name. */
function openBrackets(text: string): { text: string; names: string[] } {
  if (!text.includes('(') && !text.includes('"')) return { text: dropPhrases(text), names: [] }
  const names: string[] = []
  const opened = dropPhrases(text).replace(brackets, (_whole, inBrackets?: string, inQuotes?: string) => {
    const inside = inBrackets ?? inQuotes ?? ''
    const { surname, words } = readWords(inside)
    if (surname || words.length > 1) names.push(inside)
    return !surname && words.length === 1 ? ` "${words[0]}" ` : ' '
  })
  return { text: opened, names }
}

/** `opened` is the segment's text without brackets and dropped phrases. */
function readSegment(segment: Segment, opened: string, order: Order, statedBusiness: boolean): PartPeople[] {
  const trust = namesTrust(segment.text)
  const inside = trust || namesEstate(segment.text)
  if (statedBusiness && segment.kind === 'main' && !inside) return []
  const text = trust && !endsInLegalForm(segment.text) ? dropTrustWords(opened) : opened
  return text.split(';').flatMap((group) => {
    const parts = splitParts(group).slice(0, maxParts)
    return readJoint(parts, formedParts(parts), inside ? null : order)
  })
}

/** Which parts end in a legal form; 'BAKER D & SONS LLC' is one name, so its parts without a comma go with it. */
function formedParts(parts: TextPart[]): boolean[] {
  const formed = parts.map((part) => endsInLegalForm(part.text))
  for (let i = parts.length - 2; i >= 0; i--) {
    if (formed[i + 1] && parts[i + 1]?.separator === '&' && !parts[i]?.text.includes(',')) formed[i] = true
  }
  return formed
}

/** After A/K/A or NEE a lone word is another surname, and after A/K/A perhaps another given name. */
function sharedWith(named: Person[], kind: 'alias' | 'nee', text: string): Person[] {
  const [first] = splitParts(text)
  if (!first || named.length === 0) return []
  const { surname, words, further } = readWords(first.text)
  if (kind === 'nee') {
    const born = surname ?? bornSurname(words)
    return named.flatMap((person) => people(born, person.words, [], 'LAST_FIRST', 'record'))
  }
  if (surname || words.filter((word) => word.length > 1).length > 1) return []
  const renamed = named.flatMap((person) => people(person.surnameWords, words, further, 'LAST_FIRST', 'record'))
  if (words.length > 1) return renamed
  return [...renamed, ...named.flatMap((person) => people(words, person.words, [], 'LAST_FIRST', 'record'))]
}

/** The first word, with the particles before it: 'NEE VAN HORN'. */
function bornSurname(words: string[]): string[] {
  const end = words.findIndex((word) => !particles.has(word))
  return end < 0 ? words : words.slice(0, end + 1)
}

function distinct(people: Person[]): Person[] {
  if (people.length < 2) return people
  const seen = new Set<string>()
  return people.filter((person) => {
    const id = `${person.surname.key} ${person.surname.halves.length} ${person.givens.map((g) => g.first).join(' ')} ${person.words.join(' ')}`
    return seen.has(id) ? false : seen.add(id)
  })
}
